import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { minute } from '@kyc/contract/durations.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { ProblemCode } from '@kyc/contract/problems.ts'
import { newId } from '../ids.ts'
import type { Log } from '../log.ts'
import { Problem } from '../problem.ts'
import { problemBody, problemType } from './replies/problem-reply.ts'
import type { HeaderTable } from './replies/security-headers.ts'
import { networkOf, proxyCheck } from './requests/addresses.ts'

/** Milliseconds. Uploads need the long request time; JSON bodies have their own, shorter one. */
export interface ServerTimes {
  readonly headers: number
  readonly request: number
  readonly check: number
  readonly keepAlive: number
  /** Without any traffic in either direction. */
  readonly silence: number
  /** For a JSON body, or for one that was left unread, to end. */
  readonly body: number
}

export const standardTimes: ServerTimes = {
  headers: 10_000,
  request: limits.uploadMaximum + minute,
  // The limits above are looked at this often: 30 s by default, which would make 40 s of a 10 s limit.
  check: 500,
  // Longer than the 60 s of usual proxies, so that it is the proxy who closes and never a race.
  keepAlive: 72_000,
  silence: 120_000,
  body: 10_000,
}

export interface NodeServerOptions {
  readonly log: Log
  readonly headers: HeaderTable
  readonly trustProxy: readonly string[]
  readonly socketsPerAddress: number
  readonly times: ServerTimes
}

/** A server that answers slow, oversized and broken requests itself, before the framework sees them. */
export function createNodeServer(listener: RequestListener, options: NodeServerOptions): Server {
  const { times } = options
  const server: Server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: times.headers,
      requestTimeout: times.request,
      connectionsCheckingInterval: times.check,
      keepAliveTimeout: times.keepAlive,
      requireHostHeader: false, // ours is the better answer
      // Other upgrades, such as the h2c that some tools offer, may be ignored: the request itself is answered.
      shouldUpgradeCallback: ({ headers }) =>
        headers.upgrade?.toLowerCase() === 'websocket' && server.listenerCount('upgrade') > 0,
    },
    listener,
  )
  server.setTimeout(times.silence)
  // By itself Node answers an Expect that it doesn't know with a bare 417; it may as well be ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', listener)
  server.on('clientError', (error: Error & { code?: string }, socket) => {
    answerBrokenRequest(error, socket as Socket, options) // a TCP server has no other streams
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
      const left = (counts.get(network) ?? 1) - 1
      if (left === 0) counts.delete(network)
      else counts.set(network, left)
    })
  })
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

function answerBrokenRequest(
  error: Error & { code?: string },
  socket: Socket,
  { log, headers }: Pick<NodeServerOptions, 'log' | 'headers'>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) return void socket.destroy()
  const problem = new Problem(codes[error.code ?? ''] ?? 'MALFORMED_REQUEST')
  const requestId = newId()
  // The parser's error holds the raw packet, so only its code is logged.
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

/** Whether an answer is under way, into which nothing must be written. */
function isAnswering(socket: Socket): boolean {
  // Node tells it in no other way; its own handler of this event asks the same.
  const message = (socket as Socket & { _httpMessage?: { headersSent: boolean } | null })._httpMessage
  return message?.headersSent === true
}
