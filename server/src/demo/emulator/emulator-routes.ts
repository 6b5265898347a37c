import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config.ts'
import { isLoopback } from '../../platform/environment.ts'
import { type Addresses, addresses } from '../../platform/http/requests/addresses.ts'
import { newId } from '../../platform/ids.ts'
import type { MailTransport } from '../../platform/mail/mail.ts'
import { Problem } from '../../platform/problem.ts'
import { actionLinks, actionMail } from './action-links.ts'
import type { EmulatorAddress } from './auth-emulator.ts'
import { askEmulator, passOn, sendUnavailable } from './call-emulator.ts'
import { emulatorPage } from './emulator-page.ts'

interface RouteOptions {
  readonly config: Pick<Config, 'publicUrl'>
  readonly emulator: EmulatorAddress
  /** Takes what the provider would send by mail. */
  readonly mails: MailTransport | undefined
}

const toolkit = '/identitytoolkit.googleapis.com/v1'
const sendLink = `${toolkit}/accounts:sendOobCode`
/** What the provider's library in the browser calls; managing accounts and settings is not among it. */
const calls = new Set([
  ...[
    'signInWithPassword',
    'signUp',
    'resetPassword',
    'lookup',
    'update',
    'signInWithIdp',
    'createAuthUri',
  ].map((act) => `POST ${toolkit}/accounts:${act}`),
  `POST ${sendLink}`,
  `GET ${toolkit}/projects`,
  'POST /securetoken.googleapis.com/v1/token',
])
const pages = new Set(['/emulator/auth/iframe', '/emulator/auth/handler'])
const longestBody = 64 * 1024

/**
 * Serves the emulator behind our own origin, so that the provider's library runs in a plain browser without a network
 * (D45). In demo mode, to this machine, only: whoever reaches it can be anybody.
 */
export function registerEmulator(app: FastifyInstance, options: RouteOptions): void {
  const ours = addresses(options.config)
  const double = readFileSync(join(import.meta.dirname, 'gapi-double.js'), 'utf8')
  const route = { config: { policy: 'public' }, onRequest: refuseOthers } as const
  app.register(async (scope) => {
    // Handed on as they came, below a limit.
    for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
      const parsing = { parseAs: 'buffer', bodyLimit: longestBody } as const
      scope.addContentTypeParser(type, parsing, (_request, body, done) => done(null, body))
    }
    scope.get('/emulator/gapi-double.js', route, (_request, reply) =>
      reply.header('content-type', 'text/javascript; charset=utf-8').send(double),
    )
    scope.get('/emulator/*', route, (request, reply) =>
      pages.has(pathOf(request))
        ? sendPage(request, reply, options)
        : sendLinks(request, reply, options, ours),
    )
    for (const url of ['/identitytoolkit.googleapis.com/*', '/securetoken.googleapis.com/*']) {
      const handler = (request: FastifyRequest, reply: FastifyReply) => relay(request, reply, options, ours)
      scope.route({ ...route, method: ['GET', 'POST'], url, handler })
    }
  })
}

async function refuseOthers(request: FastifyRequest): Promise<void> {
  if (request.info.ip === null || !isLoopback(request.info.ip)) throw new Problem('NOT_FOUND')
}

async function relay(
  request: FastifyRequest,
  reply: FastifyReply,
  { emulator, mails }: RouteOptions,
  ours: Addresses,
): Promise<FastifyReply> {
  if (!calls.has(`${request.method} ${pathOf(request)}`)) throw new Problem('NOT_FOUND')
  refuseForeignPages(request, ours)
  const answer = await passOn(emulator, request)
  if (!answer) return sendUnavailable(reply)
  if (mails && answer.ok && pathOf(request) === sendLink) await mailLink(request, emulator, mails)
  // No header of the emulator's goes along: it opens itself to every origin.
  return reply
    .code(answer.status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(await answer.text())
}

/** Whoever asks for a new password finds the mail where all mails of demo mode are. */
async function mailLink(
  request: FastifyRequest,
  emulator: EmulatorAddress,
  mails: MailTransport,
): Promise<void> {
  const answer = await askEmulator(emulator, linksPath(emulator))
  if (!answer?.ok) return
  const { email } = JSON.parse(String(request.body)) as { email?: unknown } // the emulator has parsed it before
  const wanted = String(email).toLowerCase()
  const links = actionLinks(await answer.json(), originOf(request)).filter((link) => link.email === wanted)
  const link = links.at(-1)
  const mail = link && actionMail(link)
  if (mail) await mails.deliver(mail, newId())
}

async function sendLinks(
  request: FastifyRequest,
  reply: FastifyReply,
  { emulator }: RouteOptions,
  ours: Addresses,
): Promise<FastifyReply> {
  if (pathOf(request) !== linksPath(emulator)) throw new Problem('NOT_FOUND')
  refuseForeignPages(request, ours)
  const answer = await askEmulator(emulator, linksPath(emulator))
  if (!answer) return sendUnavailable(reply)
  return reply.send({ oobCodes: actionLinks(await answer.json(), originOf(request)) })
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { emulator }: RouteOptions,
): Promise<FastifyReply> {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') throw new Problem('FORBIDDEN')
  const answer = await passOn(emulator, request)
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

function linksPath({ projectId }: EmulatorAddress): string {
  return `/emulator/v1/projects/${projectId}/oobCodes`
}

/** Where the page is that asks: one of our own addresses, or the request would not have come so far. */
function originOf(request: FastifyRequest): string {
  return `http://${request.headers.host}`
}

function pathOf(request: FastifyRequest): string {
  return (request.raw.url ?? '').split('?', 1)[0] ?? ''
}
