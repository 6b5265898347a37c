import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Log } from '../log.ts'
import type { Metrics } from './metrics.ts'
import type { MetricsSettings } from './metrics-settings.ts'

const maximumConnections = 20
const requestTimeout = 10_000

/**
 * Serves GET /metrics on a port of its own, so that no route of the public port can reach it.
 * @throws a failure of the system with the `settings` that name the port and the address
 */
export async function serveMetrics(
  metrics: Metrics,
  { host, port }: MetricsSettings,
  log: Log,
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const server = createServer(
    { requestTimeout, headersTimeout: requestTimeout },
    async (request, response) => {
      request.resume()
      if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
      try {
        const text = await metrics.text()
        response
          .writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' })
          .end(text)
      } catch (error) {
        log.error({ err: error }, 'the metrics could not be read')
        response.writeHead(500).end()
      }
    },
  )
  server.maxConnections = maximumConnections
  server.listen(port, host)
  await once(server, 'listening').catch((error) => {
    throw Object.assign(error, { settings: ['METRICS_PORT', 'METRICS_HOST'] })
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
