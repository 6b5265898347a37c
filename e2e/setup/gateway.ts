import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A reverse proxy in front of the product that answers some calls itself, as one does while the server restarts. */
export interface Gateway {
  readonly url: string
  /** From now on this call, such as `POST /api/auth/login`, gets a 502 with an HTML page. */
  fail(call: string): void
  close(): Promise<void>
}

export async function startGateway(target: string): Promise<Gateway> {
  const { hostname, port } = new URL(target)
  const failing = new Set<string>()
  const server = createServer((incoming, answer) => {
    const { method, url, headers } = incoming
    if (failing.has(`${method} ${url}`)) {
      incoming.resume()
      answer.writeHead(502, { 'content-type': 'text/html' }).end('<html><h1>502 Bad Gateway</h1></html>')
      return
    }
    const outgoing = request({ hostname, port, method, path: url, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(answer)
    })
    outgoing.on('error', () => answer.destroy())
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
