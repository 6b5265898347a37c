import { createPasswords } from '@kyc/server/features/accounts/sign-in/passwords.ts'
import { type Slowness, slowConnections, slowUpload } from '@kyc/server/testing/hostile/slow-clients.ts'
import type { Bench } from '../bench.ts'
import { query } from '../database.ts'
import type { LoadJob } from '../load/load-job.ts'
import { runLoad } from '../load/run-load.ts'
import type { SlowGroup, SlowJob } from '../load/slow-clients-process.ts'
import { openSession } from '../sessions.ts'
import { type FormFile, formWith, largePdf, registerOne } from './sample-uploads.ts'

/** The number of connections of each kind, 500 in all. */
const sockets: Readonly<Record<string, number>> = {
  'no byte': 100,
  'slow headers': 100,
  'slow body': 100,
  'slow chunks': 50,
  'half-open': 50,
  'idle after a reply': 50,
  'unread download': 25,
  'unread, pipelined': 25,
}
/** The server closes connections of these kinds at once, so their clients connect again after a longer pause. */
const closedAtOnce = new Set(['half-open', 'unread, pipelined'])
/** The kinds of uploads in bytes a second. The first one is below the minimum rate. */
const rates = { 'upload of 20 KB/s': 20_000, 'upload of 60 KB/s': 60_000 }
const uploadsEach = 50

/** The loads of well-behaved clients, by name. */
export async function wellBehaved(bench: Bench, form: FormFile): Promise<Readonly<Record<string, LoadJob>>> {
  const { database, product, seed, options } = bench
  const rows = await query<{ id: string }>(database.ownerUrl, 'SELECT id FROM performer LIMIT 200')
  const headersOf = async (id: string) => (await openSession(database.ownerUrl, product.url, id)).headers
  const common = { port: product.port, milliseconds: options.seconds * 1000 }
  // Below the limit of calls of an account.
  const get = { ...common, method: 'GET', connections: 3, pauseMs: 100 }
  return {
    list: { ...get, headers: await headersOf(seed.largeOwner), paths: ['/api/performers?limit=50'] },
    read: {
      ...get,
      headers: await headersOf(seed.admin),
      paths: rows.map(({ id }) => `/api/performers/${id}`),
    },
    'sign-in': { ...common, ...(await signIns(bench)), connections: 1, pauseMs: 500 },
    registration: {
      ...common,
      method: 'POST',
      paths: ['/api/performers'],
      connections: 1,
      pauseMs: 500,
      headers: { ...(await headersOf(seed.largeOwner)), 'content-type': form.contentType },
      bodyFile: form.path,
      keyed: true,
    },
  }
}

async function signIns({ database, product, seed }: Bench) {
  const password = 'a password of the benchmark'
  const hash = await createPasswords('localhost').hash(password)
  await query(database.ownerUrl, 'UPDATE account SET password_hash = $1 WHERE id = $2', [
    hash,
    seed.smallOwner,
  ])
  const reply = await fetch(`${product.url}/api/auth/csrf-token`)
  const { csrfToken } = (await reply.json()) as { csrfToken: string } // the reply of the contract
  const cookie = reply.headers
    .getSetCookie()
    .map((text) => text.split(';', 1)[0])
    .join('; ')
  return {
    method: 'POST',
    paths: ['/api/auth/login'],
    headers: { cookie, 'x-csrf-token': csrfToken, 'content-type': 'application/json' },
    bodies: [JSON.stringify({ email: `${seed.smallOwner}@example.com`, password })],
  }
}

/** A stored document of 20 MB, and the account that owns it. */
export interface LargeDocument {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly pdf: FormFile
}

/** Its uploads and its downloads at the speed of the machine, one at a time, as a server receives them all day. */
export function transfers(
  { options, product }: Bench,
  { path, headers, pdf }: LargeDocument,
): { readonly upload: LoadJob; readonly download: LoadJob } {
  const common = { port: product.port, milliseconds: options.seconds * 1000, connections: 1 }
  const body = { headers: { ...headers, 'content-type': pdf.contentType }, bodyFile: pdf.path, keyed: true }
  return {
    upload: { ...common, method: 'PUT', paths: [path], ...body },
    download: { ...common, method: 'GET', paths: [`${path}?download=1`], headers },
  }
}

/** The slow clients of the measure. */
export async function slowClients(bench: Bench, large: LargeDocument): Promise<SlowJob> {
  const { database, product, seed } = bench
  const host = `localhost:${product.port}`
  const owner = await openSession(database.ownerUrl, product.url, seed.smallOwner)
  const head = linesOf(owner.headers)
  const list = `GET /api/performers?limit=200 HTTP/1.1\r\nHost: ${host}\r\n${head}\r\n`
  const [flooder] = await query<{ id: string }>(
    database.ownerUrl,
    `SELECT id FROM account WHERE role = 'user' ORDER BY id DESC LIMIT 1`,
  )
  const flooding = await openSession(database.ownerUrl, product.url, flooder?.id ?? '')
  const lists = list.replace(head, linesOf(flooding.headers))
  const kinds: Readonly<Record<string, Slowness>> = {
    ...slowConnections(host, '/api/videos', head, 1000),
    'idle after a reply': { start: list },
    // A client that does not read detects the end of the connection at its second write after it.
    'unread download': {
      start: `GET ${large.path}?download=1 HTTP/1.1\r\nHost: ${host}\r\n${linesOf(large.headers)}\r\n`,
      drip: { bytes: '\r\n', everyMs: 200 },
      unread: true,
    },
    'unread, pipelined': { start: lists.repeat(1000), drip: { bytes: '\r\n', everyMs: 500 }, unread: true },
  }
  const groups: SlowGroup[] = Object.entries(kinds).map(([kind, slowness]) => ({
    kind,
    pauseMs: closedAtOnce.has(kind) ? 10_000 : 1000,
    clients: addressed(Array.from({ length: sockets[kind] ?? 0 }, () => slowness)),
  }))
  const accounts = await query<{ id: string }>(
    database.ownerUrl,
    `SELECT id FROM account WHERE role = 'user' AND id <> ALL ($1) LIMIT $2`,
    [[seed.smallOwner, seed.largeOwner], uploadsEach],
  )
  const heads = await Promise.all(
    accounts.map(async ({ id }) => linesOf((await openSession(database.ownerUrl, product.url, id)).headers)),
  )
  for (const [kind, rate] of Object.entries(rates)) {
    const uploads = heads.map((each) => slowUpload(host, 'POST /api/performers', each, rate))
    groups.push({ kind, pauseMs: 1000, clients: addressed(uploads) })
  }
  return { port: product.port, groups }
}

/** Spreads clients over ten addresses of this machine, each below the limit of sockets per address. */
function addressed(clients: readonly Slowness[]): SlowGroup['clients'] {
  return clients.map((slowness, index) => ({ localAddress: `127.0.0.${10 + (index % 10)}`, slowness }))
}

function linesOf(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
}

/** Stores a document of 20 MB, far more than the buffers of a socket. */
export async function storeLarge(bench: Bench, form: FormFile): Promise<LargeDocument> {
  const { database, folder, product, seed } = bench
  const { headers } = await openSession(database.ownerUrl, product.url, seed.smallOwner)
  const id = await registerOne(product.url, headers, form)
  const pdf = await formWith(folder, 'agreement.pdf', largePdf())
  const large = { path: `/api/performers/${id}/documents/agreementFile`, headers, pdf }
  const { requests } = await runLoad({ ...transfers(bench, large).upload, milliseconds: 1 })
  if (requests === 0) throw new Error('the large document was not stored')
  return large
}
