import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import { type AuditKeys, decryptCommitted } from '../entry-box.ts'
import { type EntryProof, isUnaltered } from '../leaf.ts'
import type { Checkpoint } from './checkpoint.ts'

/** An accepted loss: of the published checkpoints up to `until`, those above `keptSize` entries are void. */
export interface RollbackAcknowledgement {
  readonly keptSize: number
  readonly lostSize: number
  readonly lostUntil: string
}

const detailsSchema = z.object({ keptSize: z.int(), lostSize: z.int(), lostUntil: z.iso.datetime() })

interface AcknowledgingRow extends EntryProof {
  readonly details_enc: Buffer
}

/** The acknowledgements in the log. Entries that the product did not write are ignored. */
export async function findAcknowledgements(db: Db, keys: AuditKeys): Promise<RollbackAcknowledgement[]> {
  const { rows } = await sql<AcknowledgingRow>`
    SELECT id, at_us::text AS at_us, actor, action, rtype, rid, subject, owner, writer, wseq::text AS wseq,
      encode(ip_commit, 'hex') AS ip_commit, encode(details_commit, 'hex') AS details_commit, encode(leaf, 'hex') AS leaf, encode(mac, 'hex') AS mac, details_enc
    FROM audit_event JOIN audit_pii ON event_id = id
    WHERE action = 'update' AND rtype = 'audit_log'`.execute(db)
  return rows.flatMap(({ details_enc, ...entry }) => {
    if (!isUnaltered(keys, entry)) return []
    const opened = decryptCommitted(keys, entry.id, details_enc, entry.details_commit)
    const details = detailsSchema.safeParse(opened && JSON.parse(opened.bytes.toString()))
    return details.success ? [details.data] : []
  })
}

/** Whether the loss of a checkpoint that the tree does not contain was accepted. */
export function isAcknowledged(
  acknowledgements: readonly RollbackAcknowledgement[],
  { size, sealedAt }: Checkpoint,
): boolean {
  return acknowledgements.some(
    ({ keptSize, lostSize, lostUntil }) =>
      size > keptSize && size <= lostSize && sealedAt.toISOString() <= lostUntil,
  )
}
