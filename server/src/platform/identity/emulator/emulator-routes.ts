import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { isLoopback } from '../../environment.ts'
import { type Addresses, addresses } from '../../http/addresses.ts'
import { Problem } from '../../problem.ts'
import { actionLinks } from './action-links.ts'
import type { AuthEmulator } from './auth-emulator.ts'
import { emulatorPage } from './emulator-page.ts'

interface RouteOptions {
  readonly config: Pick<Config, 'publicUrl'>
  readonly emulator: AuthEmulator
}

const toolkit = '/identitytoolkit.googleapis.com/v1'
/** What the provider's library in the browser calls; managing accounts and settings is not among it. */
const calls = new Set([
  ...[
    'signInWithPassword',
    'signUp',
    'sendOobCode',
    'resetPassword',
    'lookup',
    'update',
    'signInWithIdp',
    'createAuthUri',
  ].map((act) => `POST ${toolkit}/accounts:${act}`),
  `GET ${toolkit}/projects`,
  'POST /securetoken.googleapis.com/v1/token',
])
const pages = new Set(['/emulator/auth/iframe', '/emulator/auth/handler'])
const longestBody = 64 * 1024
const patience = 10_000

/**
 * Serves the emulator behind our own origin, so that the provider's library runs in a plain browser without a network
 * (D45). In demo mode, to this machine, only: whoever reaches it can be anybody.
 */
export function registerEmulator(app: FastifyInstance, { config, emulator }: RouteOptions): void {
  const ours = addresses(config)
  const double = readFileSync(join(import.meta.dirname, 'gapi-double.js'), 'utf8')
  const route = { config: { policy: 'public' }, onRequest: refuseOthers } as const
  app.register(async (scope) => {
    // Handed on as they came, below a limit.
    for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
      const options = { parseAs: 'buffer', bodyLimit: longestBody } as const
      scope.addContentTypeParser(type, options, (_request, body, done) => done(null, body))
    }
    scope.get('/emulator/gapi-double.js', route, (_request, reply) =>
      reply.header('content-type', 'text/javascript; charset=utf-8').send(double),
    )
    scope.get('/emulator/*', route, async (request, reply) => {
      const path = pathOf(request)
      if (pages.has(path)) return sendPage(request, reply, emulator)
      const links = `/emulator/v1/projects/${emulator.projectId}/oobCodes`
      if (path !== links) throw new Problem('NOT_FOUND')
      return sendLinks(request, reply, emulator, ours)
    })
    for (const url of ['/identitytoolkit.googleapis.com/*', '/securetoken.googleapis.com/*']) {
      scope.route({
        ...route,
        method: ['GET', 'POST'],
        url,
        handler: (request, reply) => passOn(request, reply, emulator, ours),
      })
    }
  })
}

async function refuseOthers(request: FastifyRequest): Promise<void> {
  if (request.info.ip === null || !isLoopback(request.info.ip)) throw new Problem('NOT_FOUND')
}

async function passOn(
  request: FastifyRequest,
  reply: FastifyReply,
  emulator: AuthEmulator,
  ours: Addresses,
): Promise<FastifyReply> {
  if (!calls.has(`${request.method} ${pathOf(request)}`)) throw new Problem('NOT_FOUND')
  refuseForeignPages(request, ours)
  const answer = await ask(request, emulator)
  if (!answer) return sendUnavailable(reply)
  // No header of the emulator's goes along: it opens itself to every origin.
  return reply
    .code(answer.status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(await answer.text())
}

async function sendLinks(
  request: FastifyRequest,
  reply: FastifyReply,
  emulator: AuthEmulator,
  ours: Addresses,
): Promise<FastifyReply> {
  refuseForeignPages(request, ours)
  const answer = await ask(request, emulator)
  if (!answer) return sendUnavailable(reply)
  return reply.send(actionLinks(await answer.json(), `http://${request.headers.host}`))
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  emulator: AuthEmulator,
): Promise<FastifyReply> {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') throw new Problem('FORBIDDEN')
  const answer = await ask(request, emulator)
  if (!answer) return sendUnavailable(reply)
  const { html, policy } = emulatorPage(await answer.text())
  // Our page shows the frame, and the window has to reach the page that opened it.
  reply.removeHeader('x-frame-options').removeHeader('cross-origin-opener-policy')
  return reply
    .code(answer.status)
    .header('content-security-policy', policy)
    .header('content-type', 'text/html; charset=utf-8')
    .send(html)
}

function refuseForeignPages(request: FastifyRequest, ours: Addresses): void {
  if (!ours.originHolds(request)) throw new Problem('FORBIDDEN')
}

/** The same call to the emulator, without the headers that could make it an administrator's; undefined while it is not there. */
async function ask(request: FastifyRequest, emulator: AuthEmulator): Promise<Response | undefined> {
  const address = emulator.address()
  if (address === undefined) return undefined
  const type = request.headers['content-type']
  const body = Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : undefined
  try {
    return await fetch(`http://${address}${request.raw.url ?? ''}`, {
      method: request.method,
      signal: AbortSignal.timeout(patience),
      ...(type === undefined ? {} : { headers: { 'content-type': type } }),
      ...(body ? { body } : {}),
    })
  } catch {
    return undefined // fetch fails for connections only
  }
}

/** In the form of the provider's own errors: its library makes `auth/provider-unavailable` of it. */
function sendUnavailable(reply: FastifyReply): FastifyReply {
  const message = 'PROVIDER_UNAVAILABLE : the sign-in emulator is not ready (yet)'
  return reply
    .code(503)
    .header('retry-after', '2')
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify({ error: { code: 503, message, errors: [{ message }] } }))
}

function pathOf(request: FastifyRequest): string {
  return (request.raw.url ?? '').split('?', 1)[0] ?? ''
}
