import { expect, test } from 'vitest'
import { freePort } from '../platform/free-port.ts'
import { silentLog } from '../platform/log.ts'
import { createMetrics } from '../platform/metrics/metrics.ts'
import { serveMetrics } from '../platform/metrics/serve-metrics.ts'
import { explainFailure } from './explain-failure.ts'

test.each([
  new Error('Connection terminated due to connection timeout'),
  new Error('Connection terminated unexpectedly'),
  new Error('timeout exceeded when trying to connect'),
  Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
  Object.assign(new Error('the database system is starting up'), { code: '57P03' }),
])('names the database if it is lost while the server starts: $message', (error) => {
  expect(explainFailure(error)).toMatch(/^The database does not answer \(.+\): check DATABASE_URL\.$/)
})

test('names the settings of the metrics if their port or address can not be used', async () => {
  const [metrics, port] = [createMetrics(), await freePort()]
  const serve = (host: string) => serveMetrics(metrics, { host, port }, silentLog())
  const first = await serve('127.0.0.1')
  expect(await serve('127.0.0.1').catch(explainFailure)).toBe(
    `Port ${port} is in use: stop the program that uses it, or set another METRICS_PORT.`,
  )
  await first.close()
  expect(await serve('192.0.2.1').catch(explainFailure)).toMatch(
    /^METRICS_HOST is not an address of this machine/,
  )
})
