import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { Problem } from '../problem.ts'

interface WebSocketRoute<Admitted> {
  readonly path: string
  /** Maximum size of a frame. */
  readonly frameBytes: number
  /** Accepts the handshake, or throws the problem of the reply. */
  admit(request: FastifyRequest): Promise<Admitted>
  opened(socket: WebSocket, admitted: Admitted): void
}

interface Handshake {
  readonly socket: Socket
  readonly head: Buffer
}

const notFound = 'HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/**
 * Serves WebSockets at one path; every other upgrade gets a 404. Until it is admitted, a handshake is an ordinary
 * request with the same host check, headers, problem replies and log.
 */
export function registerWebSocket<Admitted>(app: FastifyInstance, route: WebSocketRoute<Admitted>): void {
  const handshakes = new WeakMap<IncomingMessage, Handshake>()
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: route.frameBytes,
  })
  app.server.on('upgrade', (request: IncomingMessage, stream, head: Buffer) => {
    const socket = stream as Socket // plain and TLS servers pass sockets only
    // No other listener exists until the handshake ends, and an unhandled error event ends the process.
    socket.on('error', () => socket.destroy())
    if (request.method !== 'GET' || !isAt(route.path, request))
      return void socket.end(notFound, () => socket.destroy())
    handshakes.set(request, { socket, head })
    routeHandshake(app, request, socket)
  })
  app.get(route.path, { config: { policy: 'public', handshake: true } }, async (request, reply) => {
    const handshake = handshakes.get(request.raw)
    if (!handshake) throw new Problem('NOT_FOUND')
    const admitted = await route.admit(request)
    const { socket, head } = handshake
    reply.hijack()
    reply.raw.detachSocket(socket)
    server.handleUpgrade(request.raw, socket, head, (webSocket) => route.opened(webSocket, admitted))
  })
}

function isAt(path: string, { url = '' }: IncomingMessage): boolean {
  return url === path || url.startsWith(`${path}?`)
}

/** Passes the request to the framework. A response means a refusal and closes the connection. */
function routeHandshake(app: FastifyInstance, request: IncomingMessage, socket: Socket): void {
  const response = new ServerResponse(request)
  response.shouldKeepAlive = false
  response.once('finish', () => socket.destroySoon())
  try {
    response.assignSocket(socket)
  } catch {
    // An earlier request on the connection has no response yet; no browser sends that.
    socket.destroy()
    return
  }
  app.routing(request, response)
}
