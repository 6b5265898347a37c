import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type CheckedCallback, callbackCheck } from './check-callback.ts'
import { responses, returnPage, startPage } from './page.ts'
import type { PartnerKeys } from './partner-keys.ts'

export interface PartnerSiteOptions {
  /** The address of the product. */
  readonly product: URL
  readonly keys: PartnerKeys
}

export interface PartnerSite {
  readonly url: string
  close(): Promise<void>
}

const keptCallbacks = 20
const maximumBody = 64 * 1024

/**
 * A minimal site of a partner for demo mode (D33): it starts KYC sessions, receives the results at /callback
 * and shows them. It listens on this machine only.
 */
export async function startPartnerSite({ product, keys }: PartnerSiteOptions): Promise<PartnerSite> {
  const { origin: url, host, port } = new URL(keys.origin)
  const state: State = { received: [], status: responses[0].status }
  const check = callbackCheck(product, keys)
  const routes: Readonly<Record<string, Route>> = {
    'GET /': () => html(startPage({ ...state, link: linkTo(product, keys, url) })),
    'GET /return': ({ searchParams: query }) =>
      html(returnPage({ query: [...query], received: callbackOf(state, query) })),
    'POST /callback': async (_, { headers, body }) => {
      const callback = await check(headers, body)
      state.received = [callback, ...state.received].slice(0, keptCallbacks)
      // Rejects callbacks that the product has not signed.
      return { status: callback.signature === null ? state.status : 400 }
    },
    'POST /answer': (_, { body }) => {
      const chosen = Number(new URLSearchParams(body).get('status'))
      state.status = responses.find(({ status }) => status === chosen)?.status ?? state.status
      return { status: 303, location: '/' }
    },
  }
  const server = createServer((request, response) => {
    // Rejects other host names that resolve to this machine (DNS rebinding).
    const ownHost = request.headers.host === host
    const reply = ownHost ? serve(routes, url, request) : Promise.resolve({ status: 421 })
    // Reading the body fails if the caller disconnects.
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
  /** The response to the next callbacks. */
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

/** A link with all parameters of spec §3 for a new user and KYC session. */
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

function callbackOf({ received }: State, query: URLSearchParams): CheckedCallback | undefined {
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
    if (bytes > maximumBody) return undefined
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
