import { addYears, dayInJapan } from '@kyc/contract/dates.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Actor } from '../access/actor.ts'
import { lockPerformer } from '../documents/document-repository.ts'
import type { PerformerServices } from './performer-services.ts'
import { sealPerformer } from './performers-repository.ts'

/**
 * Hides a performer everywhere at once; the record remains sealed until the retention ends (D17). Of
 * concurrent calls one succeeds, and the others get PERFORMER_NOT_FOUND.
 * @throws Problem PERFORMER_NOT_FOUND, ORGANISATION_ROLE
 */
export async function deletePerformer(
  services: Pick<PerformerServices, 'audit' | 'clock' | 'config' | 'db'>,
  { actor, id, ip }: { actor: Actor; id: string; ip: string | null },
): Promise<void> {
  const at = services.clock.now()
  const retainUntil = addYears(dayInJapan(at), services.config.retentionYears)
  await inTransaction(services.db, async (tx) => {
    await lockPerformer(tx, actor, id)
    const sealed = await sealPerformer(tx, actor, id, { at, retainUntil })
    await services.audit.record(tx, {
      actor: actor.id,
      action: 'delete',
      resourceType: 'performer',
      resourceId: id,
      owner: sealed.owner_id,
      ip,
      details: { before: { lastName: sealed.last_name, firstName: sealed.first_name }, retainUntil },
    })
  })
}
