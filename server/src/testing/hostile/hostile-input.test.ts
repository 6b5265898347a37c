import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { csrfToken } from '@kyc/contract/accounts.ts'
import type { Endpoint } from '@kyc/contract/endpoint.ts'
import { endpoints } from '@kyc/contract/endpoints.ts'
import { type ProblemBody, problemSchema } from '@kyc/contract/problem-body.ts'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { sweepIntents } from '../../features/documents/intake/sweep-intents.ts'
import { isObjectKey } from '../../platform/storage/object-store.ts'
import { anonymousBrowser } from '../app/anonymous-browser.ts'
import { registerPerformer } from '../app/factories.ts'
import { samplePdf, samplePng } from '../app/sample-files.ts'
import * as pdfs from '../app/sample-pdfs.ts'
import { type TestAccount, useStage } from '../app/test-app.ts'
import type { TestClient, TestReply, TestRequest } from '../app/test-client.ts'
import { bearerOf } from '../matrix/matrix-calls.ts'
import { kindOf } from '../matrix/matrix-records.ts'
import type { RecordKind } from '../matrix/record-kind.ts'
import * as hostile from './hostile-files.ts'
import { type HostileCall, hostileCalls, knownId } from './hostile-values.ts'

const { app, auditor } = useStage({ auditor: 'auditor' }, { env: { RATE_API_PER_MINUTE: '100000000' } })
let caller: TestAccount
let performerId: string
/** The browser of a performer's own link: accounts that see the record may not use it. */
let performer: TestClient
/** The caller's record of each kind that a call has named. */
const records = new Map<RecordKind, string>()
let countRows: string
/** The rows after a refused call, which are those before the next one. */
let counted: unknown
let files: (readonly [name: string, bytes: Uint8Array<ArrayBuffer>])[]

beforeAll(async () => {
  performer = await anonymousBrowser(app)
  await createCaller()
  const tables = await app.sql<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  )
  const counts = tables
    .filter(({ name }) => !bookkeeping.has(name))
    .map(({ name }) => `SELECT '${name}' AS name, count(*) AS n FROM "${name}"`)
  countRows = counts.join(' UNION ALL ')
  files = await hostileFiles()
})

/** Tables that record each call, also a refused one, and those whose rows end after a reply: counters, intents, held slots. */
const bookkeeping = new Set([
  'attempt_bucket',
  'idempotency_key',
  'rate_event',
  'session',
  'limit_use',
  'upload_intent',
])

/** Server errors that report the environment and not a fault of the server. */
const environmental = new Set(['PROVIDER_NOT_CONFIGURED'])

/** Replaces a session or record that a call has changed. The highest role passes most access checks. */
async function createCaller(): Promise<void> {
  caller = await app.signedIn('superadmin')
  performerId = (await registerPerformer(caller)).id
  records.clear()
  counted = undefined
}

/** For each endpoint. */
const numRuns = Number(process.env.HOSTILE_INPUTS ?? (process.env.KYC_FULL_TESTS === '1' ? 40 : 3))

test.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s accepts or refuses any input without a server error, and a refusal leaves no row',
  async (_, endpoint) => {
    // On a slow machine the first sign-in may be too old for the step-up.
    if (endpoint.stepUp) await createCaller()
    let admitted = 0
    const property = fc.asyncProperty(hostileCalls(endpoint), fc.nat(), async (call, pick) => {
      const known = await knownOf(endpoint)
      const before = counted ?? (await countAllRows())
      counted = undefined
      const reply = await send(endpoint, known, call, pick)
      check(reply)
      if (reply.status !== 403) admitted++
      if (reply.status < 400) return restoreCaller(endpoint)
      if (endpoint.audit?.includes('login_failed')) return
      const after = await countAllRows()
      expect(after).toEqual(before)
      counted = after
    })
    await fc.assert(property, { seed: 1, numRuns })
    // Calls that all end with 403 would not test the code behind the access check.
    expect(admitted).toBeGreaterThan(numRuns / 2)
  },
  Math.max(90_000, numRuns * 1000),
)

test('refused uploads leave no object and no temporary file', async () => {
  await sweepIntents(app.services)
  const objects = await filesIn(join(app.dataDir, 'files'))
  const [stored] = await app.sql<{ n: string }>(
    'SELECT count(object_key) + count(screen_key) + count(thumbnail_key) AS n FROM stored_file',
  )
  expect(objects.filter(isObjectKey).length).toBe(Number(stored?.n))
  const incoming = await filesIn(join(app.dataDir, 'incoming'))
  expect(incoming.filter((name) => !name.startsWith('server.'))).toEqual([]) // except the folder's lock
})

function check(reply: TestReply): void {
  if (reply.status < 400) return
  const problem: ProblemBody = problemSchema.parse(reply.json)
  expect(problem.status).toBe(reply.status)
  if (!environmental.has(problem.code)) expect(reply.status, problem.code).toBeLessThan(500)
  if (problem.code === 'INVALID_INPUT' && problem.errors.some(({ field }) => field !== '')) {
    expect(problem.field).not.toBeNull()
  }
}

async function send(endpoint: Endpoint, known: string, call: HostileCall, pick: number): Promise<TestReply> {
  const path = call.path.replaceAll(knownId, known)
  const { body } = call
  const by = isByLink(endpoint) ? performer : endpoint.auditors === 'only' ? auditor : caller
  const headers = { ...(endpoint.bearer === 'required' ? await bearerOf(by) : {}), ...call.headers }
  const request: TestRequest = endpoint.upload
    ? { form: formOf(endpoint.upload.files, call.fields, pick), headers }
    : { ...(body ? { body: body.content, headers: { ...headers, ...typeOf(body.type) } } : { headers }) }
  // The server closes the connection of a request with too long a path, without reading its body.
  const withoutBody = endpoint.method === 'GET' || path.length > 10_000
  return by.call(endpoint.method, path, withoutBody ? { headers } : request)
}

/** The id of a record that the path may name; for performers, the one that `restoreCaller` checks. */
async function knownOf(endpoint: Endpoint): Promise<string> {
  if (!endpoint.path.includes('{id}') || endpoint.path.startsWith('/performers/')) return performerId
  const kind = kindOf(endpoint)
  const known = records.get(kind)
  if (known !== undefined) return known
  const created = await kind.create(app, {
    account: caller,
    registrar: caller,
    client: isByLink(endpoint) ? performer : caller,
    organisation: caller.accountId,
    joinedAs: 'representative',
  })
  records.set(kind, created)
  counted = undefined
  return created
}

function typeOf(type: string | undefined): Record<string, string> {
  return type === undefined ? {} : { 'content-type': type }
}

/** Valid files except for one arbitrary file, and sometimes a part that the form does not have. */
function formOf(types: readonly string[], fields: Readonly<Record<string, string>>, pick: number): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const file = (at: number) => files[at % files.length] ?? ['a.pdf', samplePdf()]
  for (const [at, part] of [...types, 'noSuchPart'].entries()) {
    const [name, bytes] = at === pick % (types.length + 1) ? file(pick) : file(0)
    if (part !== 'noSuchPart' || pick % 7 === 0) form.append(part, new Blob([bytes]), name)
  }
  return form
}

function isByLink({ path }: Endpoint): boolean {
  return path.startsWith('/performer-link') || path.startsWith('/performer-page')
}

async function restoreCaller({ method }: Endpoint): Promise<void> {
  if (method === 'GET') return
  const record = await caller.get(`/api/performers/${performerId}`)
  if (record.status !== 200) await createCaller()
  // A sign-in or a rotation has changed the token.
  caller.csrfToken = (await caller.send(csrfToken)).csrfToken
}

async function countAllRows(): Promise<unknown> {
  return app.sql(countRows)
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

async function hostileFiles(): Promise<typeof files> {
  const named: [string, Uint8Array][] = [
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
  return named.map(([name, bytes]) => [name, new Uint8Array(bytes)] as const)
}
