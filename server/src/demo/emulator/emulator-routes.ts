import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config.ts'
import { type Addresses, addresses } from '../../platform/http/requests/addresses.ts'
import { newId } from '../../platform/ids.ts'
import type { MailTransport } from '../../platform/mail/mail.ts'
import { Problem } from '../../platform/problem.ts'
import { isLoopback } from '../../platform/settings/environment.ts'
import { actionLinks, actionMail } from './action-links.ts'
import type { EmulatorAddress } from './auth-emulator.ts'
import { callEmulator, forwardRequest, sendUnavailable } from './call-emulator.ts'
import { emulatorPage } from './emulator-page.ts'

interface RouteOptions {
  readonly config: Pick<Config, 'publicUrl'>
  readonly emulator: EmulatorAddress
  /** Receives the mails that the provider would send. */
  readonly mails: MailTransport | undefined
}

const toolkit = '/identitytoolkit.googleapis.com/v1'
const sendLink = `${toolkit}/accounts:sendOobCode`
/** The calls of the provider's library in the browser, without the management of accounts or settings. */
const calls = new Set([
  `POST ${toolkit}/accounts:signInWithPassword`,
  `POST ${toolkit}/accounts:signUp`,
  `POST ${toolkit}/accounts:resetPassword`,
  `POST ${toolkit}/accounts:lookup`,
  `POST ${toolkit}/accounts:update`,
  `POST ${toolkit}/accounts:signInWithIdp`,
  `POST ${toolkit}/accounts:createAuthUri`,
  `POST ${sendLink}`,
  `GET ${toolkit}/projects`,
  'POST /securetoken.googleapis.com/v1/token',
])
const pages = new Set(['/emulator/auth/iframe', '/emulator/auth/handler'])
const maximumBody = 64 * 1024

/**
 * Serves the emulator at our own origin, so that the provider's library works in any browser without a
 * network. Only in demo mode and only to this machine: the emulator signs in as any account.
 */
export function registerEmulator(app: FastifyInstance, options: RouteOptions): void {
  const ours = addresses(options.config)
  const double = readFileSync(join(import.meta.dirname, 'gapi-double.js'), 'utf8')
  const route = { config: { policy: 'public' }, onRequest: refuseOthers } as const
  app.register(async (scope) => {
    // Bodies are forwarded unparsed.
    for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
      const parsing = { parseAs: 'buffer', bodyLimit: maximumBody } as const
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
  const response = await forwardRequest(emulator, request)
  if (!response) return sendUnavailable(reply)
  if (mails && response.ok && pathOf(request) === sendLink) await mailLink(request, emulator, mails)
  // Headers of the emulator are not forwarded, because they allow every origin.
  return reply
    .code(response.status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(await response.text())
}

/** Delivers the mail for a new password to the mail folder of demo mode. */
async function mailLink(
  request: FastifyRequest,
  emulator: EmulatorAddress,
  mails: MailTransport,
): Promise<void> {
  const response = await callEmulator(emulator, linksPath(emulator))
  if (!response?.ok) return
  const { email } = JSON.parse(String(request.body)) as { email?: unknown } // the emulator has accepted this JSON
  const recipient = String(email).toLowerCase()
  const links = actionLinks(await response.json(), originOf(request)).filter(
    (link) => link.email === recipient,
  )
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
  const response = await callEmulator(emulator, linksPath(emulator))
  if (!response) return sendUnavailable(reply)
  return reply.send({ oobCodes: actionLinks(await response.json(), originOf(request)) })
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { emulator }: RouteOptions,
): Promise<FastifyReply> {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') throw new Problem('FORBIDDEN')
  const response = await forwardRequest(emulator, request)
  if (!response) return sendUnavailable(reply)
  const { html, policy } = emulatorPage(await response.text())
  // Our page embeds the frame, and the sign-in window needs its opener.
  reply.removeHeader('x-frame-options').removeHeader('cross-origin-opener-policy')
  return reply
    .code(response.status)
    .header('content-security-policy', policy)
    .header('content-type', 'text/html; charset=utf-8')
    .send(html)
}

function refuseForeignPages(request: FastifyRequest, ours: Addresses): void {
  if (!ours.originMatches(request)) throw new Problem('FORBIDDEN')
}

function linksPath({ projectId }: EmulatorAddress): string {
  return `/emulator/v1/projects/${projectId}/oobCodes`
}

/** The origin of the calling page. It is one of our own, because other hosts have been rejected. */
function originOf(request: FastifyRequest): string {
  return `http://${request.headers.host}`
}

function pathOf(request: FastifyRequest): string {
  return (request.raw.url ?? '').split('?', 1)[0] ?? ''
}
