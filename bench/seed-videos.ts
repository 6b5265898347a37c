import { foldName } from '@kyc/server/features/access/fold-name.ts'
import { newId } from '@kyc/server/platform/ids.ts'
import { withClient } from './database.ts'
import { dropIndexes } from './drop-indexes.ts'
import { families, givens, pick, type Seed } from './seed-performers.ts'

/** Inserts videos by SQL: each title contains a name, and each video has three performers of its owner. */
export async function seedVideos(ownerUrl: string, count: number, seed: Seed): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    // Disables the foreign keys; the rows are valid by construction.
    await client.query("SET session_replication_role = 'replica'")
    const { rows } = await client.query<{ id: string }>('SELECT DISTINCT owner_id AS id FROM performer')
    const owners = rows.map(({ id }) => id)
    const videos = Array.from({ length: count }, (_, n) => video(n, count, seed, owners))
    const rebuild = await dropIndexes(client, 'video')
    await client.query(insertVideos, [JSON.stringify(videos)])
    await rebuild()
    await client.query(insertCasts)
    for (const table of ['video', 'video_performer']) await client.query(`VACUUM (ANALYZE) ${table}`)
  })
}

function video(n: number, count: number, seed: Seed, owners: readonly string[]) {
  const at = new Date(Date.UTC(2019, 0, 1) + (n / count) * 7.5 * 365.25 * 86_400_000)
  const title = `見本作品 ${pick(families)}${pick(givens)} 第${n}集`
  return {
    id: newId(at),
    owner_id: n % 2 ? seed.largeOwner : n % 1000 === 0 ? seed.smallOwner : owners[n % owners.length],
    title,
    search_text: foldName(title),
    at,
  }
}

const insertVideos = `
  INSERT INTO video (id, owner_id, registered_by, title, search_text, created_at, updated_at)
  SELECT id, owner_id, owner_id, title, search_text, at, at
  FROM jsonb_to_recordset($1) AS v (id uuid, owner_id uuid, title text, search_text text, at timestamptz)`

/** Video n of an owner has the owner's performers n to n + 2, modulo their number. */
const insertCasts = `
  WITH numbered AS (
    SELECT id, owner_id, row_number() OVER (PARTITION BY owner_id ORDER BY id) - 1 AS n FROM performer
  ), sizes AS (
    SELECT owner_id, count(*) AS size FROM performer GROUP BY owner_id
  )
  INSERT INTO video_performer (video_id, performer_id, owner_id, id, added_by, added_at)
  SELECT v.id, p.id, v.owner_id, gen_random_uuid(), v.owner_id, now()
  FROM (SELECT id, owner_id, row_number() OVER (PARTITION BY owner_id ORDER BY id) AS n FROM video) v
  CROSS JOIN generate_series(0, 2) k
  JOIN sizes USING (owner_id)
  JOIN numbered p ON p.owner_id = v.owner_id AND p.n = (v.n + k) % size
  ON CONFLICT DO NOTHING`
