import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Endpoint } from '@kyc/contract/endpoint.ts'
import { endpoints } from '@kyc/contract/endpoints.ts'
import { type ProblemBody, problemSchema } from '@kyc/contract/problems.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepIntents } from '../../features/documents/intake/sweep-intents.ts'
import { isObjectKey } from '../../platform/storage/object-store.ts'
import { registerPerformer } from '../app/factories.ts'
import { samplePdf, samplePng } from '../app/sample-files.ts'
import * as pdfs from '../app/sample-pdfs.ts'
import { createTestApp, type TestApp, type TestPerson } from '../app/test-app.ts'
import type { TestReply, TestRequest } from '../app/test-client.ts'
import { bearerOf } from '../matrix/matrix-calls.ts'
import { kindOf, type RecordKind } from '../matrix/matrix-records.ts'
import * as hostile from './hostile-files.ts'
import { type HostileCall, hostileCalls, knownId } from './hostile-values.ts'

let app: TestApp
let caller: TestPerson
let performerId: string
/** A record of the caller's of each kind that was asked for. */
const made = new Map<RecordKind, string>()
let countRows: string
let files: (readonly [name: string, bytes: Uint8Array<ArrayBuffer>])[]

beforeAll(async () => {
  app = await createTestApp({ env: { RATE_API_PER_MINUTE: '100000000' } })
  await renew()
  const tables = await app.sql<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  )
  const counts = tables
    .filter(({ name }) => !bookkeeping.has(name))
    .map(({ name }) => `SELECT '${name}' AS name, count(*) AS n FROM "${name}"`)
  countRows = counts.join(' UNION ALL ')
  files = await hostileFiles()
})
afterAll(() => app.close())

/** What is written about a call itself, whatever comes of it: failures to be counted, attempts at an upload. */
const bookkeeping = new Set(['attempt_bucket', 'upload_intent', 'idempotency_key', 'rate_event', 'session'])

/** An answer about our surroundings and not about the call. */
const notOurs = new Set(['PROVIDER_NOT_CONFIGURED'])

/** The highest rank gets deepest; whatever a call did to the session or the record is mended by new ones. */
async function renew(): Promise<void> {
  caller = await app.signedIn('superadmin')
  performerId = (await registerPerformer(caller)).id
  made.clear()
}

test.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s takes or refuses whatever comes, and a refusal leaves no row',
  async (_, endpoint) => {
    // The sign-in before all may be too long ago on a slow machine.
    if (endpoint.stepUp) await renew()
    let inside = 0
    const property = fc.asyncProperty(hostileCalls(endpoint), fc.nat(), async (call, pick) => {
      const known = await knownOf(endpoint)
      const before = await rows()
      const reply = await send(endpoint, known, call, pick)
      check(reply)
      if (reply.status !== 403) inside++
      if (reply.status < 400) return renewWhatItChanged(endpoint)
      if (!endpoint.audit?.includes('login_failed')) expect(await rows()).toEqual(before)
    })
    // Forms are slow: their files are opened in another process.
    const numRuns = endpoint.upload ? 30 : 40
    await fc.assert(property, { seed: 1, numRuns })
    // A door that is always shut would prove nothing about what is behind it.
    expect(inside).toBeGreaterThan(numRuns / 2)
  },
)

test('what was refused left no object and no file on its way', async () => {
  await sweepIntents(app.services)
  const objects = await list(join(app.dataDir, 'files'))
  const [named] = await app.sql<{ n: string }>(
    'SELECT count(object_key) + count(screen_key) + count(thumbnail_key) AS n FROM document_version WHERE destroyed_at IS NULL',
  )
  expect(objects.filter(isObjectKey).length).toBe(Number(named?.n))
  const incoming = await list(join(app.dataDir, 'incoming'))
  expect(incoming.filter((name) => !name.startsWith('server.'))).toEqual([]) // but for the lock of the folder
})

function check(reply: TestReply): void {
  if (reply.status < 400) return
  const problem: ProblemBody = problemSchema.parse(reply.json)
  expect(problem.status).toBe(reply.status)
  if (!notOurs.has(problem.code)) expect(reply.status, problem.code).toBeLessThan(500)
  if (problem.code === 'INVALID_INPUT' && problem.errors.some(({ field }) => field !== '')) {
    expect(problem.field).not.toBeNull()
  }
}

async function send(endpoint: Endpoint, known: string, call: HostileCall, pick: number): Promise<TestReply> {
  const path = call.path.replaceAll(knownId, known)
  const { body } = call
  const headers = { ...(endpoint.bearer ? await bearerOf(caller) : {}), ...call.headers }
  const request: TestRequest = endpoint.upload
    ? { form: formOf(endpoint.upload.files, call.fields, pick), headers }
    : { ...(body ? { body: body.content, headers: { ...headers, ...typeOf(body.type) } } : { headers }) }
  return caller.call(endpoint.method, path, endpoint.method === 'GET' ? { headers } : request)
}

/** What a path may name: of performers the one that is looked at after each change. */
async function knownOf(endpoint: Endpoint): Promise<string> {
  if (!endpoint.path.includes('{id}') || endpoint.path.startsWith('/performers/')) return performerId
  const kind = kindOf(endpoint)
  const known = made.get(kind) ?? (await kind.make(app, caller))
  made.set(kind, known)
  return known
}

function typeOf(type: string | undefined): Record<string, string> {
  return type === undefined ? {} : { 'content-type': type }
}

/** Two good files and a third that is anything, in any slot that there is or is not. */
function formOf(slots: readonly string[], fields: Readonly<Record<string, string>>, pick: number): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const file = (at: number) => files[at % files.length] ?? ['a.pdf', samplePdf()]
  for (const [at, slot] of [...slots, 'noSuchSlot'].entries()) {
    const [name, bytes] = at === pick % (slots.length + 1) ? file(pick) : file(0)
    if (slot !== 'noSuchSlot' || pick % 7 === 0) form.append(slot, new Blob([bytes]), name)
  }
  return form
}

async function renewWhatItChanged({ method }: Endpoint): Promise<void> {
  if (method === 'GET') return
  const performer = await caller.get(`/api/performers/${performerId}`)
  if (performer.status !== 200) await renew()
  // A sign-in or a rotation has another token for what follows.
  const { json } = await caller.get('/api/auth/csrf-token')
  caller.csrfToken = (json as { csrfToken: string }).csrfToken
}

async function rows(): Promise<unknown> {
  return app.sql(countRows)
}

async function list(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

async function hostileFiles(): Promise<typeof files> {
  const made: [string, Uint8Array][] = [
    ['a.png', await samplePng()],
    ['a.pdf', samplePdf()],
    ['a.png', hostile.svg],
    ['a.png', hostile.html],
    ['a.png', new Uint8Array()],
    ['a.png', hostile.pngThatClaims(50_000, 50_000)],
    ['a.png', hostile.pngThatClaims(8000, 8000)],
    ['a.png', hostile.pngThatClaims(0, 0)],
    ['a.png', await hostile.apng()],
    ['a\u0000.png', await samplePng()],
    ['../../a.png', await samplePng()],
    ['a.jpg', await hostile.jpegThatIsHtml()],
    ['.jpg', (await hostile.jpegWithMetadata()).subarray(0, 300)],
    [`${'長'.repeat(300)}.png`, await samplePng()],
    ...Object.values(pdfs.hostilePdfs).map((bytes): [string, Uint8Array] => ['a.pdf', bytes]),
  ]
  return made.map(([name, bytes]) => [name, new Uint8Array(bytes)] as const)
}
