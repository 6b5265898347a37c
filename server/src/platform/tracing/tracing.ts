import { AsyncLocalStorage } from 'node:async_hooks'
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { EndedStatement } from '../db/database.ts'
import type { Observer } from '../metrics/observer.ts'

/** Traces of this process, sent to a collector. Loaded only if one is configured. */
export interface Tracing extends Observer {
  /** Adds a statement to the request or call that caused it; others are not recorded. */
  statementEnded(statement: EndedStatement): void
  /** Sends what is left, for up to 5 s. */
  close(): Promise<void>
}

const flushTimeout = 5000
const longestText = 2000

/**
 * Sends spans of requests, statements and calls of other systems to `endpoint`. Their attributes are words of the code and
 * the id of the request: no address, name, id of a record or header. A `traceparent` of a client is ignored, so each request
 * begins a trace: a client could otherwise add spans to the traces of others.
 */
export function openTracing(endpoint: URL, version: string): Tracing {
  const url = `${endpoint.href.replace(/\/$/, '')}/v1/traces`
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'kyc', 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  })
  const tracer = provider.getTracer('kyc')
  const current = new AsyncLocalStorage<Span>()
  const start = (name: string, kind: SpanKind, startTime?: number) => {
    const parent = current.getStore()
    const context = parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT
    return tracer.startSpan(name, { kind, ...(startTime !== undefined && { startTime }) }, context)
  }
  return {
    requestStarted({ id, method, route }) {
      const span = start(`${method} ${route}`, SpanKind.SERVER)
      span.setAttributes({ 'http.request.method': method, 'http.route': route, 'kyc.request_id': id })
      return {
        during: (part) => current.run(span, part),
        ended({ status, problem }) {
          if (status !== undefined) span.setAttribute('http.response.status_code', status)
          if (problem !== undefined) span.setAttribute('error.type', problem)
          if (status === undefined || status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    async call({ system, operation, outcomeOf = () => 'ok' }, act) {
      const span = start(`${system} ${operation}`, SpanKind.CLIENT)
      let outcome = 'failed'
      try {
        const result = await current.run(span, act)
        outcome = outcomeOf(result)
        return result
      } finally {
        span.setAttribute('kyc.outcome', outcome)
        if (outcome !== 'ok') span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      }
    },
    statementEnded({ text, milliseconds, failed }) {
      if (!current.getStore()) return
      const span = start('database statement', SpanKind.CLIENT, Date.now() - milliseconds)
      span.setAttributes({ 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, longestText) })
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
    async close() {
      // An unavailable collector must not delay the stop.
      await provider.forceFlush({ timeoutMillis: flushTimeout }).catch(() => undefined)
      await provider.shutdown().catch(() => undefined)
    },
  }
}
