import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { TLSSocket } from 'node:tls'
import { generate } from 'selfsigned'
import { expect, test } from 'vitest'
import { connectClient } from '../platform/db/connect-client.ts'
import { silentLog } from '../platform/log.ts'
import { createMetrics } from '../platform/metrics/metrics.ts'
import { serveMetrics } from '../platform/metrics/serve-metrics.ts'
import { freePort } from '../platform/process/free-port.ts'
import { explainFailure } from './explain-failure.ts'

test.each([
  new Error('Connection terminated due to connection timeout'),
  new Error('Connection terminated unexpectedly'),
  new Error('timeout exceeded when trying to connect'),
  Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
  Object.assign(new Error('the database system is starting up'), { code: '57P03' }),
])('the explanation names the database if it is lost while the server starts: $message', (error) => {
  expect(explainFailure(error)).toMatch(/^The database does not answer \(.+\): check DATABASE_URL\.$/)
})

test('the explanation names NODE_EXTRA_CA_CERTS if the certificate of the database is not trusted', async () => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }])
  const database = createServer(async (socket) => {
    await once(socket, 'data') // the request for TLS
    socket.write('S')
    new TLSSocket(socket, { isServer: true, key, cert }).on('error', () => socket.destroy())
  })
  await once(database.listen(0, '127.0.0.1'), 'listening')
  const { port } = database.address() as AddressInfo // it listens on TCP
  const url = `postgres://kyc@localhost:${port}/kyc?sslmode=verify-full`
  expect(await connectClient({ connectionString: url }).catch(explainFailure)).toMatch(
    /^The certificate of the database is refused \(DEPTH_ZERO_SELF_SIGNED_CERT\): .* NODE_EXTRA_CA_CERTS\.$/,
  )
  database.close()
})

test('the explanation names the settings of the metrics if their port or address can not be used', async () => {
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
