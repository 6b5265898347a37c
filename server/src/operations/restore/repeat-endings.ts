import type pg from 'pg'
import { readEnded } from '../../features/records/destruction/publish-ended.ts'
import { repeatDestructions } from '../../features/records/destruction/repeat-destructions.ts'
import type { Services } from '../../services.ts'
import { repeatDocumentDestructions } from '../backup/repeat-document-destructions.ts'

/** What the authenticated archive of keys names as destroyed. */
interface Archived {
  readonly performers: readonly string[]
  readonly documents: readonly string[]
}

export interface RepeatedEndings {
  /** Performers and documents that were destroyed again. */
  readonly destroyed: number
  /** Records that were deleted since, and are open again. */
  readonly deleted: readonly string[]
}

/**
 * Destroys again what an older state of the database has brought back: what the archive names, and what was published since it
 * was written (D17, D57). Names the records that were deleted since. `client` has the login of the tables' owner.
 */
export async function repeatEndings(
  services: Services,
  client: pg.Client,
  { performers, documents }: Archived,
): Promise<RepeatedEndings> {
  const published = await readEnded(services, 'destroyed')
  await destroyKeys(client, published)
  const ended = [...new Set([...performers, ...published])]
  const destroyed =
    (await repeatDestructions(services, ended)) + (await repeatDocumentDestructions(services, documents))
  return { destroyed, deleted: await stillOpen(client, await readEnded(services, 'deleted')) }
}

/** Destroys the keys of records that were destroyed after the keys were archived; `repeatDestructions` does the rest. */
async function destroyKeys(client: pg.Client, ids: readonly string[]): Promise<void> {
  await client.query(
    `UPDATE performer_key SET wrapped = NULL, destroyed_at = now()
     WHERE performer_id = ANY ($1::uuid[]) AND destroyed_at IS NULL`,
    [ids],
  )
}

/** Those of the records that this state has as they were before their deletion. */
async function stillOpen(client: pg.Client, ids: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM performer WHERE id = ANY ($1::uuid[]) AND sealed_at IS NULL ORDER BY id',
    [ids],
  )
  return rows.map(({ id }) => id)
}
