import { setTimeout as sleep } from 'node:timers/promises'
import { dayInJapan } from '@kyc/contract/dates.ts'
import { type Bench, floorHeaders, type Line, median } from '../bench.ts'
import { query } from '../database.ts'
import { runLoad } from '../load/run-load.ts'
import { residentMiB } from '../processes.ts'
import { auditKeysOf, keyRingOf, seedSealedAudit } from '../seed-sealed-audit.ts'
import { openSession } from '../sessions.ts'

/** No other entries are of these days, so that a filter by date selects exactly the entries of the measure. */
const small = { from: new Date('2010-01-01T00:00:00Z'), count: 100_000 }
const large = { from: new Date('2011-01-01T00:00:00Z'), count: 1_000_000 }
const rounds = 3

/** Measures the export of 100,000 entries, alone and under load, and the memory of an export of a million (D63). */
export async function measureExport(bench: Bench): Promise<Line[]> {
  const { database, productEnv, seed, options } = bench
  const keys = auditKeysOf(await keyRingOf(database.appUrl, productEnv.MASTER_KEY ?? ''))
  await seedSealedAudit(database.ownerUrl, keys, seed, small)
  await seedFloor(database.ownerUrl)
  const floor: number[] = []
  const alone: number[] = []
  const underLoad: number[] = []
  const latencies: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const bare = await timed(`${bench.floor.url}/export`, floorHeaders)
    const quiet = await timedExport(bench, small)
    const [busy, p99] = await exportUnderLoad(bench)
    if (round === 0) continue // warm-up
    floor.push(bare.seconds)
    alone.push(quiet.seconds)
    underLoad.push(busy.seconds)
    latencies.push(p99)
  }
  const ratio = median(alone.map((seconds, round) => seconds / (floor[round] ?? Number.NaN)))
  const lines: Line[] = [
    {
      measure: 'export of 100,000 audit entries as .xlsx, alone',
      floor: `${median(floor).toFixed(2)} s`,
      product: `${median(alone).toFixed(2)} s`,
      ratio: ratio.toFixed(2),
      target: '≤ 2 × floor',
      reached: ratio <= 2,
    },
    {
      measure: '… while 4 sessions list performers',
      product: `${median(underLoad).toFixed(2)} s`,
      target: 'for information',
    },
    {
      measure: '… and the p99 latency of those lists',
      product: `${median(latencies).toFixed(0)} ms`,
      target: '< 100 ms',
      reached: median(latencies) < 100,
    },
  ]
  if (options.auditEntries < large.count) return lines
  await seedSealedAudit(database.ownerUrl, keys, seed, large)
  const { seconds, peakMiB, bytes } = await timedExport(bench, large)
  return [
    ...lines,
    {
      measure: `export of 1,000,000 audit entries (${(bytes / 1_000_000).toFixed(0)} MB), peak memory of the server`,
      product: `${peakMiB.toFixed(0)} MiB in ${seconds.toFixed(1)} s`,
      target: '≤ 300 MiB',
      reached: peakMiB <= 300,
    },
  ]
}

interface Exported {
  readonly seconds: number
  readonly bytes: number
  readonly peakMiB: number
}

async function timedExport(
  { database, product, seed }: Bench,
  { from, count }: { from: Date; count: number },
): Promise<Exported> {
  const { headers } = await openSession(database.ownerUrl, product.url, seed.admin)
  // The limit is five exports an hour, and the measure needs more.
  await resetExportLimit(database.ownerUrl)
  const days = `startDate=${dayInJapan(from)}&endDate=${dayInJapan(new Date(from.getTime() + count))}`
  let peakMiB = 0
  const sampler = setInterval(() => {
    peakMiB = Math.max(peakMiB, residentMiB(product.pid) ?? 0)
  }, 50)
  const { seconds, bytes } = await timed(`${product.url}/api/audit-logs/export?${days}`, headers)
  clearInterval(sampler)
  return { seconds, bytes, peakMiB }
}

/** The time from the request to the last byte. */
async function timed(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ seconds: number; bytes: number }> {
  const begin = performance.now()
  const reply = await fetch(url, { headers })
  if (!reply.ok || !reply.body) throw new Error(`the export returned ${reply.status}`)
  let bytes = 0
  for await (const chunk of reply.body) bytes += chunk.length
  return { seconds: (performance.now() - begin) / 1000, bytes }
}

/** Inserts the same entries for the floor, unencrypted. */
async function seedFloor(ownerUrl: string): Promise<void> {
  await query(
    ownerUrl,
    `WITH numbered AS MATERIALIZED (
       SELECT id, owner_id, row_number() OVER () - 1 AS row, count(*) OVER () AS rows
       FROM (SELECT id, owner_id FROM floor.performer LIMIT 10000) p)
     INSERT INTO floor.audit (actor_id, owner_id, action, resource_type, resource_id, ip, details)
     SELECT t.account_id, p.owner_id, CASE WHEN n % 10 = 0 THEN 'update' ELSE 'read' END,
       CASE WHEN n % 10 = 0 THEN 'performer' ELSE 'document' END, p.id, '203.0.113.' || n % 250,
       CASE WHEN n % 10 = 0 THEN '{"before": {"nationality": null}, "after": {"nationality": "日本"}}'::jsonb
         ELSE jsonb_build_object('documentType', 'idFront', 'version', 1 + n % 3) END
     FROM generate_series(0, ${small.count - 1}) n JOIN numbered p ON p.row = n % p.rows, floor.token t`,
  )
  await query(ownerUrl, 'VACUUM (ANALYZE) floor.audit')
}

async function exportUnderLoad(bench: Bench): Promise<readonly [Exported, number]> {
  const { database, product, seed } = bench
  const { headers } = await openSession(database.ownerUrl, product.url, seed.admin)
  const load = runLoad({
    port: product.port,
    connections: 4,
    milliseconds: 2500,
    method: 'GET',
    paths: ['/api/performers'],
    headers,
    pauseMs: 20,
  })
  await sleep(300)
  const exported = await timedExport(bench, small)
  return [exported, (await load).p99]
}

async function resetExportLimit(ownerUrl: string): Promise<void> {
  await query(
    ownerUrl,
    // In this mode the owner can bypass the triggers that protect the log.
    `SET session_replication_role = 'replica'; UPDATE audit_event SET actor = NULL WHERE action = 'export'`,
  )
}
