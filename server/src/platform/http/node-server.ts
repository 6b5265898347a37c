import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { minute } from '@kyc/contract/durations.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { ProblemCode } from '@kyc/contract/problems.ts'
import { requestLimits } from '@kyc/contract/request-limits.ts'
import { newId } from '../ids.ts'
import type { Log } from '../log.ts'
import { Problem } from '../problem.ts'
import { problemBody, problemType } from './replies/problem-reply.ts'
import type { HeaderTable } from './replies/security-headers.ts'
import { networkOf, proxyCheck } from './requests/addresses.ts'

/** Timeouts in milliseconds. `request` must be long enough for uploads; JSON bodies have their own, shorter one. */
export interface ServerTimes {
  readonly headers: number
  readonly request: number
  readonly check: number
  readonly keepAlive: number
  /** The longest time without traffic in either direction. */
  readonly silence: number
  /** Until the end of a JSON body or of an unread body. */
  readonly body: number
}

export const standardTimes: ServerTimes = {
  headers: 10_000,
  request: limits.uploadMaximum + minute,
  // How often the limits above are checked. Node's default of 30 s would turn a limit of 10 s into 40 s.
  check: 500,
  // Longer than the usual 60 s of proxies: if the proxy closes idle connections, no request races with the close.
  // Node adds a second of its own.
  keepAlive: 71_000,
  silence: 120_000,
  body: 10_000,
}

interface NodeServerOptions {
  readonly log: Log
  readonly headers: HeaderTable
  readonly trustProxy: readonly string[]
  readonly socketsPerAddress: number
  readonly times: ServerTimes
}

/** Creates a server that replies to slow, oversized and malformed requests before they reach the framework. */
export function createNodeServer(handler: RequestListener, options: NodeServerOptions): Server {
  const { times } = options
  const listener = limitPipelining(handler)
  const server: Server = createServer(
    {
      maxHeaderSize: requestLimits.headerBytes,
      headersTimeout: times.headers,
      requestTimeout: times.request,
      connectionsCheckingInterval: times.check,
      keepAliveTimeout: times.keepAlive,
      requireHostHeader: false, // checked in hooks.ts, which replies with a problem
      // Other upgrades, such as the h2c that some tools offer, are ignored, and the request is served.
      shouldUpgradeCallback: ({ headers }) =>
        headers.upgrade?.toLowerCase() === 'websocket' && server.listenerCount('upgrade') > 0,
    },
    listener,
  )
  server.setTimeout(times.silence)
  // Node replies to an unknown Expect with a bare 417; it may be ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', listener)
  server.on('clientError', (error: Error & { code?: string }, socket) => {
    replyToMalformedRequest(error, socket as Socket, options) // the streams of a TCP server are sockets
  })
  limitSockets(server, options)
  return server
}

function limitSockets(server: Server, { log, trustProxy, socketsPerAddress }: NodeServerOptions): void {
  const isProxy = proxyCheck(trustProxy)
  const counts = new Map<string, number>()
  const warn = oncePerMinute(() => {
    log.warn(
      { socketsPerAddress },
      'connections dropped: one address has too many; behind a reverse proxy, set TRUST_PROXY',
    )
  })
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress
    if (address === undefined) return void socket.destroy()
    // All clients share the addresses of the proxies, which limit connections themselves.
    if (isProxy(address)) return
    const network = networkOf(address)
    const count = (counts.get(network) ?? 0) + 1
    if (count > socketsPerAddress) {
      warn()
      return void socket.destroy()
    }
    counts.set(network, count)
    socket.once('close', () => {
      const remaining = (counts.get(network) ?? 1) - 1
      if (remaining === 0) counts.delete(network)
      else counts.set(network, remaining)
    })
  })
}

/**
 * Closes a connection that sends many requests without awaiting the responses. Node runs all of them at once, so that
 * one client could occupy the database with thousands.
 */
function limitPipelining(listener: RequestListener): RequestListener {
  const open = new WeakMap<Socket, number>()
  return (request, response) => {
    const { socket } = request
    const count = (open.get(socket) ?? 0) + 1
    open.set(socket, count)
    if (count > requestLimits.pipelinedRequests) return void socket.destroy()
    response.once('close', () => open.set(socket, (open.get(socket) ?? 1) - 1))
    listener(request, response)
  }
}

/** Bounds the log under a flood of connections. */
function oncePerMinute(act: () => void): () => void {
  let quietUntil = 0
  return () => {
    if (performance.now() < quietUntil) return
    quietUntil = performance.now() + minute
    act()
  }
}

const codes: Readonly<Record<string, ProblemCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
}

function replyToMalformedRequest(
  error: Error & { code?: string },
  socket: Socket,
  { log, headers }: Pick<NodeServerOptions, 'log' | 'headers'>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable || hasStartedResponse(socket))
    return void socket.destroy()
  const problem = new Problem(codes[error.code ?? ''] ?? 'MALFORMED_REQUEST')
  const requestId = newId()
  // The parser's error contains the raw packet, so only its code is logged.
  log.info({ requestId, code: problem.code, parser: error.code }, 'request could not be read')
  const body = problemBody(problem, requestId)
  const lines = Object.entries({
    ...headers,
    'content-type': problemType,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join('')}\r\n${body}`,
    () => socket.destroy(),
  )
}

/** Whether a response has started, into which no other must be written. */
function hasStartedResponse(socket: Socket): boolean {
  // Node has no public API for it; its own handler of this event uses the same property.
  const message = (socket as Socket & { _httpMessage?: { headersSent: boolean } | null })._httpMessage
  return message?.headersSent === true
}
