import { isOwnDraft } from '@kyc/contract/performer-drafts.ts'
import { inTransaction, type Tx } from '../../platform/db/transaction.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { aboutPerformer } from '../audit/about.ts'
import { readSale, retentionEnd } from '../records/destruction/retention-end.ts'
import { blankRows, boxOfPerformer } from '../records/destruction/sealed-content.ts'
import { endLink } from '../records/end-links.ts'
import type { RecordRow } from '../records/performer-row.ts'
import { lockRecord } from '../records/performers-repository.ts'
import { deleteWithRecord } from '../records/stored-about-performer.ts'
import type { PerformerServices } from './performer-services.ts'

interface Deletion {
  readonly actor: Actor
  readonly id: string
  readonly ip: string | null
  /** Refuses a record that is not a draft: its organisation may delete only drafts itself. */
  readonly draftOnly?: boolean
}

/**
 * Hides a performer everywhere at once. The record remains sealed until the retention ends: its personal data is
 * unreadable without its key. Of concurrent calls one succeeds, and the others get PERFORMER_NOT_FOUND.
 */
export async function deletePerformer(
  services: PerformerServices,
  { actor, id, ip, draftOnly = false }: Deletion,
): Promise<void> {
  const at = services.clock.now()
  await inTransaction(services.db, async (tx) => {
    const record = await lockRecord(tx, actor, id)
    if (draftOnly) requireDraft(record)
    await requireNothingWithheld(tx, id)
    const { onSaleUntil } = await readSale(tx, id)
    const retainUntil = retentionEnd({ changed: at, onSaleUntil }, services.config.retentionYears)
    await blankRows(tx, id, {
      sealed_at: at,
      sealed_by: actor.id,
      sealed_box: await boxOfPerformer(services, tx, id),
      retain_until: retainUntil,
      updated_at: at,
    })
    await deleteWithRecord(tx, id)
    // The performer's link ends, and its stored address is deleted (D66).
    await endLink(tx, id, at)
    await services.audit.record(tx, { actor, ip }, 'delete', aboutPerformer(id, record.owner_id), {
      before: { lastName: record.last_name, firstName: record.first_name },
      retainUntil,
    })
  })
}

function requireDraft({ status, ever_decided, case_closed }: RecordRow): void {
  if (!isOwnDraft({ status, everDecided: ever_decided, caseClosed: case_closed }))
    throw new Problem('CONFLICT')
}

/**
 * Refuses the deletion while a withheld picture can be restored: the deletion would prevent that, and the person who
 * masked it may have a second account that deletes.
 */
async function requireNothingWithheld(tx: Tx, id: string): Promise<void> {
  const withheld = await tx
    .selectFrom('document_version')
    .select('id')
    .where('performer_id', '=', id)
    .where('undo_until', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  if (withheld) throw new Problem('PICTURES_WITHHELD')
}
