import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/**
 * A load balancer with the settings that docs/operations.md advises: round robin over the processes that are ready,
 * connections kept alive, streams passed on unbuffered. It sends a request to another process only if it could not connect
 * to the first, so it never sends one twice.
 */
export interface LoadBalancer {
  readonly url: string
  /** The number of requests and sockets that each process has received. */
  readonly received: ReadonlyMap<string, number>
  /** Resolves when the process at `url` receives requests, or no longer does. */
  becomes(url: string, state: 'ready' | 'away'): Promise<void>
  close(): Promise<void>
}

interface Backend {
  readonly url: string
  readonly hostname: string
  readonly port: number
  readonly agent: Agent
  ready: boolean
}

const checkEvery = 250

export async function startLoadBalancer(urls: readonly string[]): Promise<LoadBalancer> {
  const backends = urls.map(createBackend)
  const received = new Map(urls.map((url) => [url, 0]))
  const timer = setInterval(() => void Promise.all(backends.map(checkHealth)), checkEvery)
  await Promise.all(backends.map(checkHealth))
  let turn = 0
  const inTurn = (): Backend[] => {
    turn++
    const ready = backends.filter((backend) => backend.ready)
    return ready.map((_, at) => ready[(turn + at) % ready.length] as Backend) // within the list
  }
  const count = ({ url }: Backend) => received.set(url, (received.get(url) ?? 0) + 1)
  const server = createServer((incoming, outgoing) => forward(incoming, outgoing, inTurn(), count))
  server.on('upgrade', (incoming, client, head) => tunnel(incoming, { client, head }, inTurn(), count))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // listening on TCP
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    async becomes(url, state) {
      const backend = backends.find((each) => each.url === url)
      while (backend && backend.ready !== (state === 'ready'))
        await new Promise((resolve) => setTimeout(resolve, checkEvery / 5))
    },
    async close() {
      clearInterval(timer)
      server.closeAllConnections()
      server.close()
      for (const { agent } of backends) agent.destroy()
    },
  }
}

function createBackend(url: string): Backend {
  const { hostname, port } = new URL(url)
  return { url, hostname, port: Number(port), agent: new Agent({ keepAlive: true }), ready: false }
}

async function checkHealth(backend: Backend): Promise<void> {
  const signal = AbortSignal.timeout(5000)
  const reply = await fetch(`${backend.url}/api/health/ready`, { signal }).catch(() => undefined)
  await reply?.arrayBuffer()
  backend.ready = reply?.status === 200
}

function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  [backend, ...others]: readonly Backend[],
  count: (backend: Backend) => void,
): void {
  if (!backend)
    return void outgoing.writeHead(502, { 'content-type': 'text/plain' }).end('no process is ready')
  const { hostname, port, agent } = backend
  const { method, url: path, headers } = incoming
  const sent = request({
    hostname,
    port,
    agent,
    method,
    path,
    headers: { ...headers, ...forwarded(incoming) },
  })
  let started = false
  const start = () => {
    started = true
    count(backend)
    incoming.pipe(sent)
  }
  // Nothing is sent before the connection exists.
  sent.once('socket', (socket) => {
    if (socket.connecting) socket.once('connect', start)
    else start()
  })
  sent.once('response', (reply) => {
    const { connection: _, 'transfer-encoding': __, 'keep-alive': ___, ...rest } = reply.headers
    outgoing.writeHead(reply.statusCode ?? 502, rest)
    reply.pipe(outgoing)
    reply.once('error', () => outgoing.destroy())
  })
  sent.once('error', (error) => {
    if (!started) forward(incoming, outgoing, others, count)
    else if (outgoing.headersSent) outgoing.destroy()
    else outgoing.writeHead(502, { 'content-type': 'text/plain' }).end(`${method} ${path}: ${error.message}`)
  })
}

function forwarded({ socket }: IncomingMessage): Record<string, string> {
  return { connection: 'keep-alive', 'x-forwarded-for': socket.remoteAddress ?? '' }
}

/** Passes a WebSocket on, from its handshake. */
function tunnel(
  incoming: IncomingMessage,
  { client, head }: { readonly client: Duplex; readonly head: Buffer },
  [backend, ...others]: readonly Backend[],
  count: (backend: Backend) => void,
): void {
  if (!backend) return void client.destroy()
  const server: Socket = connect(backend.port, backend.hostname)
  server.once('connect', () => {
    count(backend)
    server.off('error', tryNext)
    const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`]
    for (let at = 0; at < incoming.rawHeaders.length; at += 2)
      lines.push(`${incoming.rawHeaders[at]}: ${incoming.rawHeaders[at + 1]}`)
    server.write(`${lines.join('\r\n')}\r\n\r\n`)
    server.write(head)
    server.pipe(client).pipe(server)
    for (const [one, other] of [[server, client] as const, [client, server] as const]) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  })
  const tryNext = () => tunnel(incoming, { client, head }, others, count)
  server.once('error', tryNext)
}
