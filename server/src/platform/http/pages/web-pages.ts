import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../problem.ts'
import { escapeHtml } from '../../text/escape-html.ts'
import { asProblem } from '../replies/problem-mapping.ts'
import { permissionsPolicy, type SecurityHeaders } from '../replies/security-headers.ts'
import { setCookies } from '../replies/send-reply.ts'
import type { CookieToSet, RequestInfo } from '../requests/binding.ts'

/** The CSRF token for `<meta name="csrf-token">`, and the pre-session cookie that it may need (D51). */
export type PageToken = (
  request: RequestInfo,
) => Promise<{ readonly token: string; readonly cookies: readonly CookieToSet[] }>

interface WebOptions {
  readonly folder: string
  readonly pageToken: PageToken
  readonly headers: SecurityHeaders
  readonly secureCookies: boolean
  /** The paths of the pages that may use the camera. */
  readonly cameraPages: readonly string[]
}

const notBuilt = 'The pages are not built yet: run `npm run build`, then start again.\n'

/** Each segment begins with a letter, digit, - or _: no hidden file and no other folder can be reached. */
const filePath = /^(?:\/[\w-][\w.-]*)+\.[a-z0-9]+$/i

/** Serves the web app: static files by name, and one page for all of its routes. */
export function registerWebPages(app: FastifyInstance, options: WebOptions): void {
  const index = join(options.folder, 'index.html')
  const page = existsSync(index) ? readFileSync(index, 'utf8') : undefined
  registerFiles(app, options.folder)
  app.get('/*', { config: { policy: 'public' } }, (request, reply) => {
    const path = pathOf(request)
    if (isReserved(path)) return reply.callNotFound()
    if (path !== '/index.html') {
      if (filePath.test(path)) return reply.sendFile(path)
      // A missing file must not return the page: a stale tab would run it as a script.
      if (path.startsWith('/assets/') || /\.[a-z0-9]+$/i.test(path)) throw new Problem('NOT_FOUND')
    }
    if (page === undefined) return reply.code(503).type('text/plain; charset=utf-8').send(notBuilt)
    if (options.cameraPages.includes(path)) reply.header('permissions-policy', permissionsPolicy('self'))
    return sendPage(page, request, reply, options)
  })
}

/** Registers `reply.sendFile`. The build compresses the files; hashed names never change, others are revalidated. */
function registerFiles(app: FastifyInstance, folder: string): void {
  const assets = join(folder, 'assets/')
  app.register(fastifyStatic, {
    root: folder,
    serve: false,
    suppressWarning: true, // the folder may not be built yet
    preCompressed: true,
    index: false,
    dotfiles: 'ignore',
    acceptRanges: false,
    lastModified: false,
    cacheControl: false,
    setHeaders(reply, path) {
      const hashed = path.startsWith(assets)
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}

async function sendPage(
  page: string,
  request: FastifyRequest,
  reply: FastifyReply,
  { pageToken, headers, secureCookies }: WebOptions,
): Promise<FastifyReply> {
  const { token, cookies } = await pageToken(request.info).catch(emptyTokenIfUnavailable)
  const nonce = randomBytes(16).toString('base64')
  setCookies(reply, cookies, secureCookies)
  return reply
    .header('content-security-policy', headers.page(nonce))
    .header('cache-control', 'no-store')
    .header('vary', 'Cookie')
    .header('content-type', 'text/html; charset=utf-8')
    .send(page.replaceAll('__CSP_NONCE__', nonce).replaceAll('__CSRF_TOKEN__', () => escapeHtml(token)))
}

/** Without a database the page is sent without a token, which it requests later; it shows a message until then. */
function emptyTokenIfUnavailable(error: unknown): Awaited<ReturnType<PageToken>> {
  if (['TEMPORARILY_UNAVAILABLE', 'RATE_LIMITED'].includes(asProblem(error).code))
    return { token: '', cookies: [] }
  throw error
}

/** The decoded path, so that an encoded reserved path is not served as a page. */
function pathOf(request: FastifyRequest): string {
  return `/${(request.params as { '*': string })['*']}` // what the route's pattern captures
}

/** Whether a path never is a page: the API, the live channel, the mails of demo mode, metrics and hidden files. */
export function isReserved(path: string): boolean {
  return /^\/(?:api|ws|dev|metrics|\.[^/]*)(?:[/?]|$)/i.test(path)
}
