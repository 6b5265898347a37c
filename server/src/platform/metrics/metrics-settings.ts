import type { Environment } from '../settings/environment.ts'

export interface MetricsSettings {
  readonly host: string
  readonly port: number
}

/** Metrics are served apart from the public port of `site`; null without METRICS_PORT. */
export function readMetrics(
  env: Environment,
  site: { readonly host: string; readonly port: number },
): MetricsSettings | null {
  const host = env.text('METRICS_HOST')
  if (env.text('METRICS_PORT') === undefined) {
    if (host !== undefined) env.fault('METRICS_HOST requires METRICS_PORT.')
    return null
  }
  const port = env.integer('METRICS_PORT', { min: 1, max: 65_535, fallback: 1 })
  if (port === site.port) env.fault('METRICS_PORT must differ from PORT: metrics are not public.')
  return Object.freeze({ host: host ?? site.host, port })
}
