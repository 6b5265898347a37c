import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Observer } from './observer.ts'

/** A gauge, or one for each value of a label. */
interface GaugeText {
  readonly help: string
  readonly label?: string
}
type GaugeValue = number | Readonly<Record<string, number>>

/** The metrics of one process. Labels are words of the code: never an id, a name or a value of a request. */
export interface Metrics extends Observer {
  /** Adds gauges that are read at each scrape; one without a value is left out. */
  addGauges<Name extends string>(
    gauges: Readonly<Record<Name, GaugeText>>,
    read: () => Promise<Partial<Record<Name, GaugeValue | undefined>>>,
  ): void
  /** Shows what runs, as labels of one gauge. */
  showBuild(labels: Readonly<Record<'version' | 'commit' | 'build', string>>): void
  /** Shows 0 failures of these jobs at first: an alert would not count a failure with which its series only begins. */
  jobsScheduled(jobs: readonly string[]): void
  jobEnded(job: string, succeeded: boolean): void
  checkpointPublished(size: number): void
  /** The text of a scrape, and its content type. */
  text(): Promise<string>
  readonly contentType: string
}

const requestBuckets = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30]
const callBuckets = [0.01, 0.1, 0.3, 1, 3, 10, 30]

/** Creates the metrics of a process, with those of Node.js. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return {
    ...requestMetrics(registry),
    ...callMetrics(registry),
    ...jobMetrics(registry),
    addGauges: (gauges, read) => addGauges(registry, gauges, read),
    checkpointPublished: publishedMetrics(registry),
    showBuild: (labels) =>
      new Gauge({
        name: 'kyc_build_info',
        help: '1, labelled with the release, its commit and the build label',
        labelNames: ['version', 'commit', 'build'],
        registers: [registry],
      }).set(labels, 1),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

function requestMetrics(registry: Registry): Pick<Metrics, 'requestStarted'> {
  const registers = [registry]
  const requests = new Counter({
    name: 'kyc_http_requests_total',
    help: 'Requests by method, route pattern and class of the status; aborted if the client disconnected',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'kyc_http_request_seconds',
    help: 'Time from the headers of a request to the end of its response',
    labelNames: ['method', 'route'],
    buckets: requestBuckets,
    registers,
  })
  const running = new Gauge({ name: 'kyc_http_requests_in_flight', help: 'Running requests', registers })
  const problems = new Counter({
    name: 'kyc_http_problems_total',
    help: 'Problems in replies by their code, such as INVALID_CREDENTIALS for a failed sign-in',
    labelNames: ['code'],
    registers,
  })
  return {
    requestStarted({ method, route }) {
      const startedAt = performance.now()
      running.inc()
      return {
        during: (part) => part(),
        ended({ status, problem }) {
          running.dec()
          const statusClass = status === undefined ? 'aborted' : `${Math.floor(status / 100)}xx`
          requests.inc({ method, route, status: statusClass })
          seconds.observe({ method, route }, (performance.now() - startedAt) / 1000)
          if (problem !== undefined) problems.inc({ code: problem })
        },
      }
    },
  }
}

function callMetrics(registry: Registry): Pick<Metrics, 'call'> {
  const seconds = new Histogram({
    name: 'kyc_call_seconds',
    help: 'Calls of other systems by system, operation and outcome',
    labelNames: ['system', 'operation', 'outcome'],
    buckets: callBuckets,
    registers: [registry],
  })
  return {
    async call({ system, operation, outcomeOf = () => 'ok' }, act) {
      const startedAt = performance.now()
      let outcome = 'failed'
      try {
        const result = await act()
        outcome = outcomeOf(result)
        return result
      } finally {
        seconds.observe({ system, operation, outcome }, (performance.now() - startedAt) / 1000)
      }
    },
  }
}

function jobMetrics(registry: Registry): Pick<Metrics, 'jobsScheduled' | 'jobEnded'> {
  const registers = [registry]
  const labelNames = ['name'] as const // Prometheus uses `job` itself
  const failures = new Counter({
    name: 'kyc_job_failures_total',
    help: 'Failed runs of scheduled jobs',
    labelNames,
    registers,
  })
  const succeeded = new Gauge({
    name: 'kyc_job_last_success_timestamp_seconds',
    help: 'When a scheduled job last succeeded in this process',
    labelNames,
    registers,
  })
  const failed = new Gauge({
    name: 'kyc_job_last_failure_timestamp_seconds',
    help: 'When a scheduled job last failed in this process',
    labelNames,
    registers,
  })
  return {
    jobsScheduled(jobs) {
      for (const name of jobs) failures.inc({ name }, 0)
    },
    jobEnded(job, success) {
      if (success) succeeded.setToCurrentTime({ name: job })
      else {
        failures.inc({ name: job })
        failed.setToCurrentTime({ name: job })
      }
    },
  }
}

function publishedMetrics(registry: Registry): Metrics['checkpointPublished'] {
  const registers = [registry]
  const size = new Gauge({
    name: 'kyc_audit_published_entries',
    help: 'Entries of the newest checkpoint that this process published',
    registers,
  })
  const at = new Gauge({
    name: 'kyc_audit_published_timestamp_seconds',
    help: 'When this process last published a checkpoint',
    registers,
  })
  return (entries) => {
    size.set(entries)
    at.setToCurrentTime()
  }
}

function addGauges<Name extends string>(
  registry: Registry,
  gauges: Readonly<Record<Name, GaugeText>>,
  read: () => Promise<Partial<Record<Name, GaugeValue | undefined>>>,
): void {
  // All gauges of a scrape share one reading.
  let reading: ReturnType<typeof read> | undefined
  const readOnce = () => {
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }
  for (const [name, { help, label }] of Object.entries<GaugeText>(gauges)) {
    new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [registry],
      async collect() {
        const value = (await readOnce())[name as Name] // the names of `gauges`
        this.reset()
        if (value === undefined) {
          // A gauge with a label has no sample after a reset; `remove` without labels would throw.
          if (label === undefined) this.remove()
        } else if (typeof value === 'number') this.set(value)
        else if (label !== undefined) {
          for (const [each, count] of Object.entries(value)) this.set({ [label]: each }, count)
        }
      },
    })
  }
}
