import type { IdKind } from '@kyc/contract/document-vocabulary.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { fieldProblem } from '../../platform/http/requests/input.ts'
import { Problem } from '../../platform/problem.ts'
import { type Actor, isAdmin } from '../access/actor.ts'
import { deleteObjectsAfterCommit } from './delete-objects.ts'
import { destroyVersions } from './destroy-versions.ts'
import type { DocumentServices } from './document-services.ts'

/** The back of a My Number card shows the 個人番号, which must never be stored (D14). */
export function idBackClosed(idKind: IdKind | null | undefined): boolean {
  return idKind === 'my_number_card'
}

/**
 * Destroys every stored version of the back and returns whether there was one. Only an admin may, with a
 * reason (D14). The entry lists the versions; their objects are deleted after the commit. Requires the
 * performer's row lock; the caller refreshes the performer.
 * @throws Problem ID_BACK_STORED, INVALID_INPUT (reason)
 */
export async function closeIdBack(
  services: Pick<DocumentServices, 'audit' | 'clock' | 'db' | 'log' | 'store'>,
  tx: Tx,
  act: { actor: Actor; ip: string | null; performerId: string; ownerId: string; reason: string | null },
): Promise<boolean> {
  const slot = { performerId: act.performerId, type: 'idBack' } as const
  const versions = await destroyVersions(tx, slot, services.clock.now())
  if (versions.length === 0) return false
  if (!isAdmin(act.actor)) throw new Problem('ID_BACK_STORED', { field: 'idKind' })
  if (act.reason === null) throw fieldProblem('reason', '裏面を削除する理由を入力してください。')
  await services.audit.record(tx, {
    actor: act.actor.id,
    action: 'shred',
    resourceType: 'document',
    resourceId: `${act.performerId}/idBack`,
    subject: act.performerId,
    owner: act.ownerId,
    ip: act.ip,
    details: {
      documentType: 'idBack',
      idKind: 'my_number_card',
      reason: act.reason,
      versions,
    },
  })
  deleteObjectsAfterCommit(services, tx)
  return true
}
