import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  /** `METHOD /path`, without the query. */
  readonly line: string
  readonly query: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface Answer {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body?: unknown
  /** Close the connection without an answer. */
  readonly hangUp?: true
  /** Say nothing until the test ends. */
  readonly silent?: true
  /** Answer only when this is settled. */
  readonly after?: Promise<unknown>
}

type Script = (received: Received, nth: number) => Answer

/** The other side of the wire: a real HTTP server that speaks what the test scripts and remembers what it heard. */
export class Peer {
  readonly heard: Received[] = []
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
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/api` // an address once it listens
  }

  /** What to answer to `METHOD /path`; the script learns how often the line was heard, from 1. */
  on(line: string, script: Script): void {
    this.#scripts.set(line, script)
  }

  lines(): string[] {
    return this.heard.map((received) => received.line)
  }

  count(line: string): number {
    return this.lines().filter((heard) => heard === line).length
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
    this.heard.push(received)
    const answer = this.#scripts.get(line)?.(received, this.count(line)) ?? { status: 404 }
    await answer.after
    if (answer.hangUp) request.socket.destroy()
    else if (!answer.silent) reply(response, answer)
  }
}

function reply(response: ServerResponse, { status = 200, headers = {}, body }: Answer): void {
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
