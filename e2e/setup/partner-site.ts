import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** What a partner was told of one sign-in. */
export interface ReceivedResult {
  readonly id: string
  readonly body: Readonly<Record<string, unknown>>
}

/** A tiny site of a partner: a page that leads to ours, a callback that listens, a page to come back to. */
export interface PartnerSite {
  readonly url: string
  /** The page that people come from; its link leads to `target`. */
  pageTo(target: string): string
  /** The status that callbacks are answered with, until it is set anew. */
  answer: number
  /** What callbacks told of the partner's user, oldest first. */
  resultsOf(userId: string): ReceivedResult[]
  close(): Promise<void>
}

export async function startPartnerSite(): Promise<PartnerSite> {
  const received: ReceivedResult[] = []
  const server = createServer((request, reply) => void serve(request, reply, site, received))
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server
  const url = `http://localhost:${port}`
  const site: PartnerSite = {
    url,
    answer: 200,
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
  reply: ServerResponse,
  site: PartnerSite,
  received: ReceivedResult[],
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', site.url)
  if (request.method === 'POST' && pathname === '/callback') {
    received.push({
      id: String(request.headers['webhook-id']),
      body: dataOf(JSON.parse(await text(request))),
    })
    reply.writeHead(site.answer).end()
    return
  }
  const target = escaped(searchParams.get('target') ?? '')
  reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  reply.end(`<!doctype html><html lang="ja"><title>提携先</title><link rel="icon" href="data:,">
    ${pathname === '/members' ? `<h1>会員ページ</h1><a href="${target}">本人確認へ進む</a>` : '<h1>提携先に戻りました</h1>'}`)
}

/** What happened; an envelope around it names the kind of the event. */
function dataOf(body: unknown): Record<string, unknown> {
  const { data, ...rest } = body as { data?: Record<string, unknown> } // what the product sends
  return data ?? rest
}

function escaped(value: string): string {
  return value.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
