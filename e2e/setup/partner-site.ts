import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A result that the partner received. */
export interface ReceivedResult {
  readonly id: string
  readonly body: Readonly<Record<string, unknown>>
}

/** A small site of a partner: a page with the link to the product, a callback and a return page. */
export interface PartnerSite {
  readonly url: string
  /** The page with a link to `target`. */
  pageTo(target: string): string
  /** The response status of callbacks. */
  callbackStatus: number
  /** The results about one of the partner's users, oldest first. */
  resultsOf(userId: string): ReceivedResult[]
  close(): Promise<void>
}

export async function startPartnerSite(): Promise<PartnerSite> {
  const received: ReceivedResult[] = []
  const server = createServer((request, response) => void serve(request, response, site, received))
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server
  const url = `http://localhost:${port}`
  const site: PartnerSite = {
    url,
    callbackStatus: 200,
    pageTo: (target) => `${url}/members?${new URLSearchParams({ target })}`,
    resultsOf: (userId) => received.filter(({ body }) => body.user_id === userId),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return site
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  site: PartnerSite,
  received: ReceivedResult[],
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', site.url)
  if (request.method === 'POST' && pathname === '/callback') {
    received.push({
      id: String(request.headers['webhook-id']),
      body: dataOf(JSON.parse(await text(request))),
    })
    response.writeHead(site.callbackStatus).end()
    return
  }
  const target = escaped(searchParams.get('target') ?? '')
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(`<!doctype html><html lang="ja"><title>提携先</title><link rel="icon" href="data:,">
    ${pathname === '/members' ? `<h1>会員ページ</h1><a href="${target}">本人確認へ進む</a>` : '<h1>提携先に戻りました</h1>'}`)
}

/** The payload without its event envelope. */
function dataOf(body: unknown): Record<string, unknown> {
  const { data, ...bare } = body as { data?: Record<string, unknown> } // the payload of the product
  return data ?? bare
}

function escaped(value: string): string {
  return value.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
