import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { foldEmail } from '@kyc/server/features/accounts/fold-email.ts'
import { createPasswords } from '@kyc/server/features/accounts/sign-in/passwords.ts'
import { startSession } from '@kyc/server/testing/app/anonymous-browser.ts'
import { TestClient } from '@kyc/server/testing/app/test-client.ts'
import { median } from './bench.ts'
import { productEnvironment, startProduct } from './contenders.ts'
import { openBenchDatabase, query } from './database.ts'

// node bench/sign-in-timing.ts --pairs 500
// Checks that the response time of a refused sign-in does not reveal whether the account exists. Alternates
// known and unknown e-mail addresses with one failure each, each from another IP address, so that no lockout
// or limit applies.

const { values } = parseArgs({ options: { pairs: { type: 'string', default: '300' } } })
const pairs = Number(values.pairs)

await using stack = new AsyncDisposableStack()
const folder = await mkdtemp(join(tmpdir(), 'kyc-timing-'))
stack.defer(() => rm(folder, { recursive: true, force: true }))
const database = await openBenchDatabase(undefined, folder)
stack.defer(() => database.close())
await insertAccounts()
const product = await startProduct({ ...productEnvironment(database, folder), TRUST_PROXY: '127.0.0.1' })
stack.defer(() => product.stop())

const client = new TestClient(product.url)
await startSession(client)
const known: number[] = []
const unknown: number[] = []
for (let pair = 0; pair < pairs; pair++) {
  // The order alternates, so that neither benefits from caches that the other has warmed.
  const both = [
    () => timed(known, `known${pair}@example.com`, pair * 2),
    () => timed(unknown, `other${pair}@example.com`, pair * 2 + 1),
  ]
  for (const one of pair % 2 === 0 ? both : both.reverse()) await one()
}
const { t, p } = welch(known, unknown)
console.log(`known   median ${median(known).toFixed(2)} ms, mean ${mean(known).toFixed(2)} ms`)
console.log(`unknown median ${median(unknown).toFixed(2)} ms, mean ${mean(unknown).toFixed(2)} ms`)
console.log(
  `${pairs} of each, Welch's t = ${t.toFixed(2)}, p = ${p.toFixed(3)}: ${p > 0.01 ? 'no significant difference' : 'SIGNIFICANT DIFFERENCE'}`,
)
process.exitCode = p > 0.01 ? 0 : 1

async function insertAccounts(): Promise<void> {
  const hash = await createPasswords('localhost').hash('the-right-password')
  const emails = Array.from({ length: pairs }, (_, pair) => `known${pair}@example.com`)
  await query(
    database.ownerUrl,
    `INSERT INTO account (id, email, email_key, email_folded, name, name_folded, role, password_hash, created_at,
       updated_at)
     SELECT id, email, email_key, email_key, '試験', '試験', 'user', $4, now(), now()
     FROM unnest($1::uuid[], $2::text[], $3::text[]) AS row (id, email, email_key)`,
    [emails.map(() => randomUUID()), emails, emails.map(foldEmail), hash],
  )
}

async function timed(into: number[], email: string, address: number): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': `198.18.${address >> 8}.${address & 255}`,
  }
  const body = JSON.stringify({ email, password: 'a-wrong-password' })
  const start = performance.now()
  const reply = await client.call('POST', '/api/auth/login', { body, headers })
  into.push(performance.now() - start)
  if (reply.status !== 401) throw new Error(`a refused sign-in returned ${reply.status}`)
}

function mean(sample: readonly number[]): number {
  return sample.reduce((sum, value) => sum + value, 0) / sample.length
}

/** Welch's t-test; for samples of this size the normal distribution approximates t. */
function welch(a: readonly number[], b: readonly number[]): { t: number; p: number } {
  const error = Math.sqrt(variance(a) / a.length + variance(b) / b.length)
  const t = (mean(a) - mean(b)) / error
  return { t, p: 2 * (1 - normal(Math.abs(t))) }
}

function variance(sample: readonly number[]): number {
  const centre = mean(sample)
  return sample.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (sample.length - 1)
}

/** The normal distribution function, to seven digits (Abramowitz and Stegun 26.2.17). */
function normal(x: number): number {
  const k = 1 / (1 + 0.2316419 * x)
  const series =
    k * (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))))
  return 1 - (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * series
}
