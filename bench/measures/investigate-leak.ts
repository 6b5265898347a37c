import { hour } from '@kyc/contract/durations.ts'
import type { Bench, Line } from '../bench.ts'
import { auditKeysOf, keyRingOf, seedSealedAudit } from '../seed-sealed-audit.ts'
import { openSession } from '../sessions.ts'

/** No other entries are of this day. */
const from = new Date('2012-01-01T00:00:00Z')
const entries = 1_000_000
const wantedSeconds = 10

/**
 * Measures the investigation of an account that wrote a million entries: the totals, the first page of performers, and
 * the spreadsheet of all of them.
 */
export async function measureLeak(bench: Bench): Promise<Line[]> {
  const { database, product, productEnv, seed } = bench
  const keys = auditKeysOf(await keyRingOf(database.appUrl, productEnv.MASTER_KEY ?? ''))
  await seedSealedAudit(database.ownerUrl, keys, seed, { from, count: entries })
  const { headers } = await openSession(database.ownerUrl, product.url, seed.admin)
  const timed = async (path: string, body?: object) => {
    const begin = performance.now()
    const reply = await fetch(`${product.url}/api/leak-investigations${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    })
    if (!reply.ok) throw new Error(`the investigation returned ${reply.status}: ${await reply.text()}`)
    const bytes = await reply.arrayBuffer()
    return { seconds: (performance.now() - begin) / 1000, bytes: Buffer.from(bytes) }
  }
  const started = await timed('', {
    ...{ accountId: seed.admin, from, to: new Date(from.getTime() + hour) },
    ...{ knownOn: '2012-01-02', reason: 'measured' },
  })
  const { id } = JSON.parse(started.bytes.toString()) as { id: string } // the reply of the contract
  const line = (measure: string, seconds: number): Line => ({
    measure,
    product: `${seconds.toFixed(1)} s`,
    target: `< ${wantedSeconds} s`,
    reached: seconds < wantedSeconds,
  })
  return [
    line('totals of the leak of an account with 1,000,000 entries', (await timed(`/${id}`)).seconds),
    line(
      '… the first page of its performers with their documents',
      (await timed(`/${id}/performers`)).seconds,
    ),
    {
      measure: '… all of them as .xlsx, whose versions are decrypted entry by entry',
      product: `${(await timed(`/${id}/export`)).seconds.toFixed(1)} s`,
      target: 'for information',
    },
  ]
}
