import type pg from 'pg'
import { readEnded } from '../../features/records/destruction/publish-ended.ts'
import { repeatDestructions } from '../../features/records/destruction/repeat-destructions.ts'
import { StartError } from '../../platform/process/start-error.ts'
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
  /** Records under a legal hold that were destroyed since, or of which a document was: all of it is there again. */
  readonly held: readonly string[]
}

/**
 * How much is destroyed again without a confirmation. Records whose keys the archive has destroyed don't count, since
 * nothing of them can be restored.
 */
const unasked = { records: 5, documents: 20 }

/**
 * Destroys again what an older state of the database has brought back: what the archive names, and what was published
 * since it was written (D17). Spares what is under a legal hold in this state. Returns its ids and those of the records
 * that were deleted since. `client` has the login of the tables' owner.
 * @throws StartError that names what would be destroyed, if it is more than a few and `confirmed` is not set
 */
export async function repeatEndings(
  services: Services,
  client: pg.Client,
  { performers, documents }: Archived,
  confirmed: boolean,
): Promise<RepeatedEndings> {
  const published = await livingRecords(client, await readEnded(services, 'destroyed'), performers)
  const ended = [...performers, ...without(published)]
  const single = await livingDocuments(client, documents, [...ended, ...published.map(({ id }) => id)])
  if (!confirmed) refuseMany(without(published), without(single))
  await destroyKeys(client, without(published))
  const destroyed =
    (await repeatDestructions(services, ended)) +
    (await repeatDocumentDestructions(services, without(single)))
  const held = [...published, ...single].filter((each) => each.held).map(({ performer }) => performer)
  return {
    destroyed,
    deleted: await stillOpen(client, await readEnded(services, 'deleted')),
    held: [...new Set(held)],
  }
}

interface Living {
  readonly id: string
  readonly performer: string
  readonly held: boolean
}

const without = (living: readonly Living[]) => living.filter(({ held }) => !held).map(({ id }) => id)

/** The published records that this state still has, without those whose keys the archive has destroyed. */
async function livingRecords(
  client: pg.Client,
  published: readonly string[],
  archived: readonly string[],
): Promise<Living[]> {
  const { rows } = await client.query<Living>(
    `SELECT id, id AS performer, ${isHeld('performer.id')} AS held FROM performer
     WHERE id = ANY ($1::uuid[]) AND id <> ALL ($2::uuid[]) AND destroyed_at IS NULL ORDER BY id`,
    [published, archived],
  )
  return rows
}

/** The destroyed documents that have files in this state, without those of `ended` records. */
async function livingDocuments(
  client: pg.Client,
  ids: readonly string[],
  ended: readonly string[],
): Promise<Living[]> {
  const { rows } = await client.query<Living>(
    `SELECT id, performer_id AS performer, ${isHeld('document_version.performer_id')} AS held FROM document_version
     WHERE id = ANY ($1::uuid[]) AND performer_id <> ALL ($2::uuid[])
       AND (destroyed_at IS NULL OR undo_until IS NOT NULL) ORDER BY id`,
    [ids, ended],
  )
  return rows
}

const isHeld = (performer: string) =>
  `EXISTS (SELECT FROM legal_hold h WHERE h.performer_id = ${performer} AND h.ended_at IS NULL)`

/** After this step a forged destruction is final, so an operator must confirm it. */
function refuseMany(records: readonly string[], documents: readonly string[]): void {
  if (records.length <= unasked.records && documents.length <= unasked.documents) return
  const listed = [...records.map((id) => `  /performers/${id}`), ...documents.map((id) => `  document ${id}`)]
  throw new StartError(
    [
      `${records.length} records and ${documents.length} documents of this state were destroyed since, according to the published ids and the newest keys. Compare them with the decisions of your superadmins, then repeat the command with --destroy-again:`,
      ...listed,
    ].join('\n'),
  )
}

/**
 * Destroys the keys of records that were destroyed after the keys were archived; `repeatDestructions` does the rest.
 */
async function destroyKeys(client: pg.Client, ids: readonly string[]): Promise<void> {
  await client.query(
    `UPDATE performer_key SET wrapped = NULL, destroyed_at = now()
     WHERE performer_id = ANY ($1::uuid[]) AND destroyed_at IS NULL`,
    [ids],
  )
}

/** The records that this state has as they were before their deletion. */
async function stillOpen(client: pg.Client, ids: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM performer WHERE id = ANY ($1::uuid[]) AND sealed_at IS NULL ORDER BY id',
    [ids],
  )
  return rows.map(({ id }) => id)
}
