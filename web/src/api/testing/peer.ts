import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  /** `METHOD /path`, without the query. */
  readonly line: string
  readonly query: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface ScriptedReply {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body?: unknown
  /** Closes the connection without a reply. */
  readonly hangUp?: true
  /** Sends no reply. */
  readonly silent?: true
  /** Replies only after this promise. */
  readonly after?: Promise<unknown>
}

type Script = (received: Received, nth: number) => ScriptedReply

/** A real HTTP server that sends scripted replies and records its requests. */
export class Peer {
  readonly received: Received[] = []
  readonly #server: Server
  readonly #scripts = new Map<string, Script>()

  private constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response))
    this.on('POST /api/auth/session/init', () => ({ body: { csrfToken: 'token-of-init' } }))
    this.on('GET /api/auth/csrf-token', () => ({ body: { csrfToken: 'fresh-token' } }))
    this.on('POST /api/auth/refresh', () => ({ body: { accessToken: 'fresh-access-token' } }))
  }

  static async start(): Promise<Peer> {
    const peer = new Peer()
    await new Promise<void>((resolve) => peer.#server.listen(0, '127.0.0.1', resolve))
    return peer
  }

  get base(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/api` // a TCP listener
  }

  /** Sets the reply to `METHOD /path`; `nth` counts its requests from 1. */
  on(line: string, script: Script): void {
    this.#scripts.set(line, script)
  }

  lines(): string[] {
    return this.received.map((received) => received.line)
  }

  count(line: string): number {
    return this.lines().filter((other) => other === line).length
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const [path = '', query = ''] = (request.url ?? '').split('?')
    const line = `${request.method} ${path}`
    const received = { line, query, headers: request.headers, body: Buffer.concat(chunks).toString() }
    this.received.push(received)
    const scripted = this.#scripts.get(line)?.(received, this.count(line)) ?? { status: 404 }
    await scripted.after
    if (scripted.hangUp) request.socket.destroy()
    else if (!scripted.silent) reply(response, scripted)
  }
}

function reply(response: ServerResponse, { status = 200, headers = {}, body }: ScriptedReply): void {
  const problem = status >= 400 && body === undefined
  response.writeHead(status, {
    'Content-Type': problem ? 'application/problem+json' : 'application/json',
    ...headers,
  })
  response.end(problem ? JSON.stringify(problemBody(status)) : body === undefined ? '' : JSON.stringify(body))
}

export function problemBody(status: number) {
  return {
    type: 'about:blank',
    title: `問題 ${status}`,
    status,
    code: `CODE_${status}`,
    field: null,
    errors: [],
    requestId: `request-${status}`,
  }
}
