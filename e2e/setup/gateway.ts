import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A reverse proxy that fails some calls itself, as real ones do while the server restarts. */
export interface Gateway {
  readonly url: string
  /** Responds to this call, such as `POST /api/auth/login`, with a 502 and an HTML page. */
  fail(call: string): void
  close(): Promise<void>
}

export async function startGateway(target: string): Promise<Gateway> {
  const { hostname, port } = new URL(target)
  const failing = new Set<string>()
  const server = createServer((incoming, response) => {
    const { method, url, headers } = incoming
    if (failing.has(`${method} ${url}`)) {
      incoming.resume()
      response.writeHead(502, { 'content-type': 'text/html' }).end('<html><h1>502 Bad Gateway</h1></html>')
      return
    }
    const outgoing = request({ hostname, port, method, path: url, headers }, (upstream) => {
      response.writeHead(upstream.statusCode ?? 502, upstream.headers)
      upstream.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    incoming.pipe(outgoing)
  })
  server.listen(0, hostname)
  await once(server, 'listening')
  return {
    url: `http://${hostname}:${(server.address() as AddressInfo).port}`, // a TCP server
    fail: (call) => void failing.add(call),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
