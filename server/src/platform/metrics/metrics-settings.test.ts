import { expect, it } from 'vitest'
import { ConfigError, readConfig } from '../config.ts'

it('metrics are served on a port of their own, and traces sent, only where configured', () => {
  expect(readConfig({})).toMatchObject({ metrics: null, traces: null })
  const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example.com:4318' }
  expect(readConfig(collector).traces?.host).toBe('collector.example.com:4318')
  const metrics = { METRICS_PORT: '9464' }
  expect(readConfig(metrics).metrics).toEqual({ host: '127.0.0.1', port: 9464 })
  expect(readConfig({ ...metrics, METRICS_HOST: '10.0.0.7' }).metrics?.host).toBe('10.0.0.7')
})

it.each([
  { METRICS_PORT: '3000' },
  { METRICS_PORT: '0' },
  { METRICS_HOST: '10.0.0.7' },
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
])('the setting %j is refused', (env) => {
  expect(() => readConfig(env)).toThrow(ConfigError)
})
