import { build } from '@kyc/contract/limits.ts'
import type { Config } from '../config.ts'
import type { EndedStatement } from '../db/database.ts'
import type { Metrics } from './metrics.ts'
import { type Observer, observeWith } from './observer.ts'

/** What measures this process; each part is undefined unless it is configured. */
export interface Telemetry {
  readonly metrics: Metrics | undefined
  /** Measures requests and calls of other systems, for metrics and traces. */
  readonly observer: Observer | undefined
  readonly onStatement: ((statement: EndedStatement) => void) | undefined
}

/** Loads the libraries of metrics and traces only if they are configured. Traces are sent until `stack` is disposed. */
export async function openTelemetry(
  config: Pick<Config, 'metrics' | 'traces'>,
  stack: AsyncDisposableStack,
): Promise<Telemetry> {
  const metrics = config.metrics ? (await import('./metrics.ts')).createMetrics() : undefined
  const tracing = config.traces
    ? (await import('../tracing/tracing.ts')).openTracing(config.traces, build.version)
    : undefined
  stack.defer(() => tracing?.close())
  return {
    metrics,
    observer: observeWith([metrics, tracing].filter((each) => each !== undefined)),
    onStatement: tracing?.statementEnded,
  }
}
