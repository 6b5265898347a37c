import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/transaction.ts'
import { aboutPerformer } from '../../audit/about.ts'
import { objectKeyColumns, objectKeysOf } from '../record-documents.ts'
import type { RecordServices } from '../record-services.ts'
import { destroyTraces } from '../stored-about-performer.ts'
import { queueDeletion } from './delete-objects.ts'

interface Destruction {
  readonly id: string
  readonly owner: string
  /** The superadmin who confirmed; null for the end of the retention. */
  readonly actor: string | null
  readonly ip: string | null
}

/**
 * Destroys a locked, sealed performer and its key, and with the key everything encrypted under it. Queues the objects
 * for deletion, removes what other tables say about the person, and leaves the tombstone: the rows without personal
 * data, and an entry with the hashes of the files. One transaction: a crash destroys all of it or nothing. The database
 * itself refuses it under a hold, and without a request before the end of the retention.
 */
export async function destroyRecord(
  { audit, clock }: RecordServices,
  tx: Tx,
  { id, owner, actor, ip }: Destruction,
): Promise<void> {
  await sql`SELECT destroy_performer(${id}::uuid)`.execute(tx)
  const versions = await destroyAllVersions(tx, id, clock.now())
  await destroyTraces(tx, id)
  await audit.record(tx, { actor, ip }, 'shred', aboutPerformer(id, owner), { versions })
}

/** Marks every version and paper as destroyed, queues all objects, and returns the hashes for the entry. */
async function destroyAllVersions(tx: Tx, id: string, at: Date) {
  const columns = ['type', 'version', 'stored_sha256', ...objectKeyColumns] as const
  const documents = await tx
    .selectFrom('document_version')
    .select(columns)
    .where('performer_id', '=', id)
    .orderBy('type')
    .orderBy('version')
    .execute()
  const papers = await tx
    .selectFrom('paper')
    .select(['video_id', ...columns])
    .where('performer_id', '=', id)
    .orderBy('video_id')
    .orderBy('type')
    .orderBy('version')
    .execute()
  const signed = await tx
    .selectFrom('signing_paper as a')
    .innerJoin('signing as s', 's.id', 'a.signing_id')
    .select(['s.video_id', 'a.type', 'a.stored_sha256', 'a.object_key'])
    .where('a.performer_id', '=', id)
    .orderBy('a.id')
    .execute()
  const evidence = await tx
    .selectFrom('takedown_evidence')
    .select(objectKeyColumns)
    .where('performer_id', '=', id)
    .execute()
  const rows = [...documents, ...papers]
  const objects = [
    ...[...rows, ...evidence].flatMap(objectKeysOf),
    ...signed.map(({ object_key }) => object_key),
  ]
  if (objects.length > 0) await queueDeletion(tx, objects)
  await tx
    .updateTable('document_version')
    .set({
      destroyed_at: sql`coalesce(destroyed_at, ${at})`,
      undo_until: null,
      own_key: null,
      is_current: false,
    })
    .where('performer_id', '=', id)
    .execute()
  await tx
    .updateTable('paper')
    .set({ destroyed_at: at, is_current: false })
    .where('performer_id', '=', id)
    .execute()
  return [...rows, ...signed].map(({ type, stored_sha256, ...row }) => ({
    documentType: type,
    ...('video_id' in row && { videoId: row.video_id }),
    // A PDF that was sent for a signature has no version number.
    ...('version' in row && { version: row.version }),
    sha256: stored_sha256.toString('hex'),
  }))
}
