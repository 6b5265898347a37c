import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type CheckedCallback, callbackCheck } from './check-callback.ts'
import { answers, returnPage, startPage } from './page.ts'
import type { PartnerKeys } from './partner-keys.ts'

export interface PartnerSiteOptions {
  /** Where the product is. */
  readonly product: URL
  readonly keys: PartnerKeys
}

export interface PartnerSite {
  readonly url: string
  close(): Promise<void>
}

const mostKept = 20
const mostBytes = 64 * 1024

/**
 * A partner's site as small as it can be, for demo mode (D33): it starts KYC sessions, takes the results at
 * /callback and shows what it got. It listens on this machine only.
 */
export async function startPartnerSite({ product, keys }: PartnerSiteOptions): Promise<PartnerSite> {
  const { origin: url, host, port } = new URL(keys.origin)
  const state: State = { received: [], status: answers[0].status }
  const check = callbackCheck(product, keys)
  const routes: Readonly<Record<string, Route>> = {
    'GET /': () => html(startPage({ ...state, link: linkTo(product, keys, url) })),
    'GET /return': ({ searchParams: query }) =>
      html(returnPage({ query: [...query], received: ofSession(state, query) })),
    'POST /callback': async (_, { headers, body }) => {
      const callback = await check(headers, body)
      state.received = [callback, ...state.received].slice(0, mostKept)
      // What is not signed by the product is nobody's word.
      return { status: callback.signature === null ? state.status : 400 }
    },
    'POST /answer': (_, { body }) => {
      const wanted = Number(new URLSearchParams(body).get('status'))
      state.status = answers.find(({ status }) => status === wanted)?.status ?? state.status
      return { status: 303, location: '/' }
    },
  }
  const server = createServer((request, response) => {
    // A name that leads here from outside is not ours.
    const known = request.headers.host === host
    const reply = known ? serve(routes, url, request) : Promise.resolve({ status: 421 })
    // Callers may go in the middle of their request.
    void reply.catch(() => ({ status: 500 })).then((each) => send(response, each))
  })
  server.listen(Number(port), '127.0.0.1')
  await once(server, 'listening')
  return {
    url,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface State {
  received: readonly CheckedCallback[]
  /** What the next callbacks are answered with. */
  status: number
}

interface Received {
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

interface Reply {
  readonly status: number
  readonly html?: string
  readonly location?: string
}

type Route = (address: URL, request: Received) => Reply | Promise<Reply>

function html(text: string): Reply {
  return { status: 200, html: text }
}

/** All parameters of spec §3, for a user and a KYC session of its own each time. */
function linkTo(product: URL, { companyId, apiKey }: PartnerKeys, url: string): URL {
  const link = new URL('/kyc/register', product)
  const parameters = {
    user_id: `demo-${randomUUID().slice(0, 8)}`,
    callback_url: `${url}/callback`,
    api_key: apiKey,
    redirect_url: `${url}/return`,
    company_id: companyId,
    session_id: randomUUID(),
    locale: 'ja',
  }
  for (const [name, value] of Object.entries(parameters)) link.searchParams.set(name, value)
  return link
}

function ofSession({ received }: State, query: URLSearchParams): CheckedCallback | undefined {
  const session = query.get('session_id')
  return received.find(({ body }) => session !== null && body.includes(JSON.stringify(session)))
}

async function serve(
  routes: Readonly<Record<string, Route>>,
  url: string,
  request: IncomingMessage,
): Promise<Reply> {
  const address = URL.parse(request.url ?? '/', url)
  const route = address && routes[`${request.method} ${address.pathname}`]
  if (!route) return { status: 404 }
  const body = await readBody(request)
  return body === undefined ? { status: 413 } : route(address, { headers: request.headers, body })
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > mostBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function send(response: ServerResponse, { status, html: text, location }: Reply): void {
  response.writeHead(status, {
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'",
    'cache-control': 'no-store',
    ...(text === undefined ? {} : { 'content-type': 'text/html; charset=utf-8' }),
    ...(location === undefined ? {} : { location }),
  })
  response.end(text)
}
