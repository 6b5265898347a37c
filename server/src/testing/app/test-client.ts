import type { BodyIn, Endpoint, ParamsIn, QueryIn, ReplyOf } from '@kyc/contract/endpoint.ts'

export interface TestReply {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Buffer
  readonly json: unknown
}

export interface TestRequest {
  readonly json?: unknown
  readonly form?: FormData
  readonly body?: string | Uint8Array
  readonly headers?: Record<string, string>
}

interface EndpointInput<E extends Endpoint> {
  readonly params?: ParamsIn<E>
  readonly query?: QueryIn<E>
  readonly body?: BodyIn<E>
  readonly headers?: Record<string, string>
}

/** Calls the real server over HTTP with a cookie jar. Like programs, unlike browsers, it sends no Origin header. */
export class TestClient {
  readonly url: string
  readonly cookies = new Map<string, string>()
  csrfToken: string | undefined

  constructor(url: string) {
    this.url = url
  }

  async call(method: string, path: string, request: TestRequest = {}): Promise<TestReply> {
    const headers = new Headers(request.headers)
    if (this.cookies.size > 0 && !headers.has('cookie')) {
      headers.set('cookie', this.cookieHeader())
    }
    if (method !== 'GET' && this.csrfToken && !headers.has('x-csrf-token')) {
      headers.set('x-csrf-token', this.csrfToken)
    }
    if (request.json !== undefined) headers.set('content-type', 'application/json')
    const response = await fetch(this.url + path, { method, headers, ...bodyOf(request), redirect: 'manual' })
    this.keepCookies(response.headers)
    const bytes = Buffer.from(await response.arrayBuffer())
    return { status: response.status, headers: response.headers, bytes, json: parse(response.headers, bytes) }
  }

  /**
   * Calls an endpoint of the contract and returns its reply, typed by the contract.
   * @throws Error when the status is not the one that the endpoint declares
   */
  async send<E extends Endpoint>(
    endpoint: E,
    { params, query, body, headers = {} }: EndpointInput<E> = {},
  ): Promise<ReplyOf<E>> {
    const values: Record<string, unknown> = { ...params }
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_whole, name) =>
      encodeURIComponent(String(values[name])),
    )
    const present = Object.entries({ ...query }).filter(([, value]) => value !== undefined)
    const search = new URLSearchParams(present.map(([name, value]) => [name, String(value)]))
    const url = `/api${path}${search.size > 0 ? `?${search}` : ''}`
    const request = { headers, ...(body === undefined ? {} : { json: body }) }
    return replyOf(endpoint, await this.call(endpoint.method, url, request))
  }

  /** A client with the same cookies and CSRF token, such as that of a thief. */
  copy(): TestClient {
    const copy = new TestClient(this.url)
    for (const [name, value] of this.cookies) copy.cookies.set(name, value)
    copy.csrfToken = this.csrfToken
    return copy
  }

  get(path: string, headers: Record<string, string> = {}): Promise<TestReply> {
    return this.call('GET', path, { headers })
  }

  post(path: string, json?: unknown): Promise<TestReply> {
    return this.call('POST', path, json === undefined ? {} : { json })
  }

  put(path: string, json?: unknown): Promise<TestReply> {
    return this.call('PUT', path, json === undefined ? {} : { json })
  }

  patch(path: string, json: unknown): Promise<TestReply> {
    return this.call('PATCH', path, { json })
  }

  delete(path: string): Promise<TestReply> {
    return this.call('DELETE', path)
  }

  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  keepCookies(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      const name = pair.slice(0, at)
      if (/;\s*max-age=0/i.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, pair.slice(at + 1))
    }
  }
}

/** The address of the next page (D19); undefined on the last one. */
export function nextOf({ headers }: TestReply): string | undefined {
  return /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
}

/**
 * The body of a reply of `endpoint`, typed by the contract, where a test needs its headers or cookies too.
 * @throws Error when the status is not the one that the endpoint declares
 */
export function replyOf<E extends Endpoint>(endpoint: E, reply: TestReply): ReplyOf<E> {
  if (reply.status !== endpoint.reply.status) {
    throw new Error(`${endpoint.name}: ${reply.status} ${JSON.stringify(reply.json)}`)
  }
  return reply.json as ReplyOf<E> // the server parses each reply by the schema of the endpoint
}

/** The status and the problem code of a refused call. */
export function refusalOf({ status, json }: TestReply): [status: number, code: unknown] {
  return [status, (json as { code?: unknown } | undefined)?.code]
}

function bodyOf(request: TestRequest): { body?: NonNullable<RequestInit['body']> } {
  if (request.json !== undefined) return { body: JSON.stringify(request.json) }
  if (request.form) return { body: request.form }
  // fetch accepts any bytes, but TypeScript's DOM types exclude Node's buffers.
  return request.body === undefined ? {} : { body: request.body as string }
}

function parse(headers: Headers, bytes: Buffer): unknown {
  return /\bjson\b/.test(headers.get('content-type') ?? '') && bytes.length > 0
    ? JSON.parse(bytes.toString('utf8'))
    : undefined
}
