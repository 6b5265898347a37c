import type { BodyOf } from '@kyc/contract/endpoint.ts'
import type { claimReviewCase as endpoint, ReviewClaim } from '@kyc/contract/review.ts'
import { inTransaction, type Tx } from '../../platform/db/transaction.ts'
import { Problem } from '../../platform/problem.ts'
import { type Actor, isSuperadmin, type NamedActor } from '../access/actor.ts'
import { aboutDocument, aboutPerformer } from '../audit/about.ts'
import type { DocumentServices } from '../documents/document-services.ts'
import type { RecordRow } from '../records/performer-row.ts'
import { lockRecord } from '../records/performers-repository.ts'
import { findClaim, presentClaim, storeClaim } from '../records/review-claims.ts'

interface Claiming {
  readonly actor: NamedActor
  readonly performerId: string
  readonly body: BodyOf<typeof endpoint>
  readonly ip: string | null
}

/**
 * Claims a performer, or renews the own claim. The performer's lock orders claims and decisions, so that no
 * decision of the former holder follows a takeover.
 */
export function claimCase(
  services: DocumentServices,
  { actor, performerId, body, ip }: Claiming,
): Promise<{ claim: ReviewClaim }> {
  const { takeOver = false, shown = [] } = body ?? {}
  if (takeOver && !isSuperadmin(actor)) throw new Problem('FORBIDDEN')
  return inTransaction(services.db, async (tx) => {
    const performer = await lockRecord(tx, actor, performerId)
    const now = services.clock.now()
    const former = await findClaim(tx, performer.id, now)
    const isTakenOver = former !== undefined && former.account_id !== actor.id
    if (isTakenOver && !takeOver) throw new Problem('CASE_CLAIMED')
    const claimed_until = await storeClaim(tx, actor, performer.id, now)
    await markShown(services, tx, { actor, performer, shown, ip })
    if (isTakenOver) {
      await services.audit.record(tx, { actor, ip }, 'update', aboutPerformer(performer.id, null), {
        before: { claimedBy: former.holder },
        after: { claimedBy: actor.name },
      })
    }
    return { claim: presentClaim(actor, { account_id: actor.id, holder: actor.name, claimed_until }) }
  })
}

/**
 * Prefetched versions that the page now shows count as opened, and each has the entry of a view (D38); ids of anything
 * else have no effect.
 */
async function markShown(
  { audit }: DocumentServices,
  tx: Tx,
  call: { actor: Actor; performer: RecordRow; shown: readonly string[]; ip: string | null },
): Promise<void> {
  const { actor, performer, shown, ip } = call
  if (shown.length === 0) return
  const opened = await tx
    .updateTable('document_view')
    .from('document_version')
    .set({ prefetched: false })
    .where('document_view.account_id', '=', actor.id)
    .where('document_view.document_id', 'in', [...shown])
    .where('document_view.prefetched', '=', true)
    .whereRef('document_version.id', '=', 'document_view.document_id')
    .where('document_version.performer_id', '=', performer.id)
    .returning(['document_version.type', 'document_version.version'])
    .execute()
  for (const { type: documentType, version } of opened) {
    await audit.record(tx, { actor, ip }, 'read', aboutDocument(performer, documentType), { version })
  }
}
