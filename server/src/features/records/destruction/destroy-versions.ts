import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import { second } from '@kyc/contract/durations.ts'
import { limits } from '@kyc/contract/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../platform/db/transaction.ts'
import { mailWithheld } from '../../mails/mail-second-person.ts'
import type { MailServices } from '../../mails/mail-services.ts'
import { requireNoHold } from '../held-record.ts'
import { hasFiles, objectKeyColumns, objectKeysOf } from '../record-documents.ts'
import { queueDeletion } from './delete-objects.ts'

interface Slot {
  readonly performerId: string
  readonly type: DocumentType
  /** One version of the slot; all versions if absent. */
  readonly version?: number
}

/** A destroyed version, as the audit entry names it. */
interface Destroyed {
  readonly version: number
  readonly sha256: string
}

export interface Withheld {
  readonly versions: readonly Destroyed[]
  readonly undoUntil: string
}

/**
 * Withholds stored versions of a slot: for every reader they are destroyed, and a job destroys them once the
 * destruction can no longer be undone (D116). Mails all superadmins. Undefined if there is none. Requires the
 * performer's row lock.
 */
export async function withholdVersions(
  services: MailServices,
  tx: Tx,
  slot: Slot,
  by: string,
): Promise<Withheld | undefined> {
  await requireNoHold(tx, slot.performerId)
  const withheld = await tx
    .updateTable('document_version')
    .set({
      destroyed_at: sql`database_now()`,
      undo_until: sql`database_now() + make_interval(secs => ${limits.undoDestruction / second})`,
      destroyed_by: by,
      is_current: false,
    })
    .where(inSlot(slot))
    .where('destroyed_at', 'is', null)
    .returning(['id', 'version', 'stored_sha256', 'undo_until'])
    .execute()
  await forgetUse(tx, withheld)
  const until = withheld[0]?.undo_until
  if (!until) return undefined
  await mailWithheld(services, tx, { ...slot, actor: by, undoUntil: until })
  return { versions: withheld.map(describe), undoUntil: until.toISOString() }
}

/**
 * Marks stored and withheld versions of a slot as destroyed for good. Queues their objects for deletion and deletes
 * what other tables say about them. Returns their hashes for the audit entry. Requires the performer's row lock; the
 * caller deletes the objects after the commit. The database refuses it for a version whose destruction can still be
 * undone.
 */
export async function destroyVersions(tx: Tx, slot: Slot, at: Date): Promise<Destroyed[]> {
  const destroyed = await tx
    .updateTable('document_version')
    .set({
      destroyed_at: sql`coalesce(destroyed_at, ${at})`,
      undo_until: null,
      own_key: null,
      is_current: false,
    })
    .where(inSlot(slot))
    .where(hasFiles)
    .returning(['id', 'version', 'stored_sha256', ...objectKeyColumns])
    .execute()
  if (destroyed.length > 0) await queueDeletion(tx, destroyed.flatMap(objectKeysOf))
  await forgetUse(tx, destroyed)
  return destroyed.map(describe)
}

function inSlot({ performerId, type, version }: Slot): RawBuilder<boolean> {
  const named = version === undefined ? sql`true` : sql`version = ${version}`
  return sql<boolean>`performer_id = ${performerId}::uuid AND type = ${type} AND ${named}`
}

async function forgetUse(tx: Tx, versions: readonly { readonly id: string }[]): Promise<void> {
  if (versions.length === 0) return
  const ids = versions.map(({ id }) => id)
  for (const table of ['document_view', 'expiry_mail'] as const)
    await tx.deleteFrom(table).where('document_id', 'in', ids).execute()
}

function describe({ version, stored_sha256 }: { version: number; stored_sha256: Buffer }): Destroyed {
  return { version, sha256: stored_sha256.toString('hex') }
}
