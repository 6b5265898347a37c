import type { DocumentType, IdKind } from '@kyc/contract/document-vocabulary.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { fieldProblem } from '../../platform/http/requests/input.ts'
import { Problem } from '../../platform/problem.ts'
import { type Actor, isAdmin } from '../access/actor.ts'
import { aboutDocument } from '../audit/about.ts'
import { withholdVersions } from '../records/destruction/destroy-versions.ts'
import type { RecordRow } from '../records/performer-row.ts'
import { requireOpenCase } from '../records/performers-repository.ts'
import { refuseOthersClaim } from '../records/review-claims.ts'
import type { DocumentServices } from './document-services.ts'

/** The back of a My Number card shows the 個人番号, which must never be stored (D14). */
export function idBackClosed(idKind: IdKind | null | undefined): boolean {
  return idKind === 'my_number_card'
}

/**
 * Withholds every stored version of the back, whose destruction can be undone for seven days, and returns whether there
 * was one. Only an admin may do so, with a reason and a step-up, as for a mask (D31). The entry lists the versions.
 * Requires the performer's row lock; the caller refreshes the performer.
 */
export async function closeIdBack(
  services: DocumentServices,
  tx: Tx,
  act: {
    actor: Actor
    ip: string | null
    performer: Pick<RecordRow, 'id' | 'owner_id' | 'case_closed'>
    reason: string | null
    recentlyAuthenticated: boolean
  },
): Promise<boolean> {
  const { actor, performer, reason } = act
  const slot = { performerId: performer.id, type: 'idBack' } as const
  if (!(await hasVersions(tx, slot))) return false
  if (!isAdmin(actor)) throw new Problem('ID_BACK_STORED', { field: 'idKind' })
  if (reason === null) throw fieldProblem('reason', '裏面を削除する理由を入力してください。')
  if (!act.recentlyAuthenticated) throw new Problem('STEP_UP_REQUIRED')
  requireOpenCase(performer)
  await refuseOthersClaim(tx, actor, performer.id, services.clock.now())
  const withheld = await withholdVersions(services, tx, slot, actor.id)
  await services.audit.record(tx, { actor, ip: act.ip }, 'shred', aboutDocument(performer, 'idBack'), {
    idKind: 'my_number_card',
    change: 'destruction_withheld',
    reason,
    ...withheld,
  })
  return true
}

async function hasVersions(tx: Tx, slot: { performerId: string; type: DocumentType }): Promise<boolean> {
  const version = await tx
    .selectFrom('document_version')
    .select('id')
    .where('performer_id', '=', slot.performerId)
    .where('type', '=', slot.type)
    .where('destroyed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return version !== undefined
}
