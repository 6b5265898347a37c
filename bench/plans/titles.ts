import { readFactsOf } from '@kyc/server/features/videos/facts/facts-repository.ts'
import { appearanceOf, titleOf } from '@kyc/server/features/videos/facts/title-facts.ts'
import { prepareGates, recomputeGates } from '@kyc/server/features/videos/gate/recompute-gates.ts'
import { answersOn } from '@kyc/server/features/videos/gate/refresh-gate.ts'
import { systemClock } from '@kyc/server/platform/clock.ts'
import { completeAppearance, coveredFacts } from '@kyc/server/testing/app/title-facts.ts'
import type { Bench, Line } from '../bench.ts'
import { query, withClient } from '../database.ts'
import type { Explainer } from './explain.ts'

const recomputed = 10_000

/** Enters facts, computes every answer, and measures a day's recomputation and the answer for one video (D106). */
export async function measureTitles({ database }: Bench, { db, costOf }: Explainer): Promise<Line[]> {
  await seedFacts(database.ownerUrl)
  await prepareGates({ db })
  const services = { db, clock: systemClock }
  await recomputeGates(services)
  await withClient(database.ownerUrl, (client) => client.query('VACUUM (ANALYZE) video_gate'))
  await query(
    database.ownerUrl,
    `UPDATE video_gate SET changes_on = '-infinity' WHERE video_id IN (SELECT video_id FROM video_gate LIMIT ${recomputed})`,
  )
  const start = performance.now()
  await recomputeGates(services)
  const seconds = (performance.now() - start) / 1000
  const [video] = await query<{ id: string }>(
    database.ownerUrl,
    'SELECT id FROM video ORDER BY id LIMIT 1 OFFSET 700',
  )
  const gate = await costOf(async () => {
    answersOn(await readFactsOf(db, video?.id ?? ''), '2026-06-01')
  })
  return [
    {
      measure: 'answers of 10,000 videos whose day has come',
      product: `${seconds.toFixed(1)} s`,
      target: '≤ 60 s',
      reached: seconds <= 60,
    },
    {
      measure: 'facts of one video, for its answer',
      product: `${gate.ms.toFixed(2)} ms`,
      target: 'at the database ≤ 5 ms',
      reached: gate.ms <= 5,
    },
  ]
}

/** Every second video has all facts, every third appearance none. Triggers are off, so no answer is marked twice. */
async function seedFacts(ownerUrl: string): Promise<void> {
  const appearance = appearanceOf({})
  const { contract, sheet, footage, consents = [] } = completeAppearance()
  const full = {
    ...appearance,
    contract: { ...contract, proof: 'stated' },
    sheet: { edition: null, language: null, ...sheet, proof: 'stated' },
    footage: { ...footage, proof: 'stated' },
    consents: consents.map((each) => ({
      wording: null,
      endsOn: null,
      withdrawnOn: null,
      ...each,
      proof: 'stated',
    })),
  }
  await withClient(ownerUrl, async (client) => {
    await client.query("SET session_replication_role = 'replica'")
    await client.query('UPDATE video SET facts = $1 WHERE abs(hashtext(id::text)) % 2 = 0', [
      JSON.stringify({ ...titleOf({}), ...coveredFacts }),
    ])
    await client.query('UPDATE video_performer SET facts = $1 WHERE abs(hashtext(id::text)) % 3 > 0', [
      JSON.stringify(full),
    ])
    await client.query("UPDATE performer SET date_of_birth = '1990-04-02' WHERE date_of_birth IS NULL")
    for (const table of ['video', 'video_performer', 'performer'])
      await client.query(`VACUUM (ANALYZE) ${table}`)
  })
}
