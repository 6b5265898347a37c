import { inTransaction } from '../../platform/db/transaction.ts'
import type { Actor } from '../access/actor.ts'
import { endLink } from '../records/end-links.ts'
import { lockRecord } from '../records/performers-repository.ts'
import type { PerformerLinkServices } from './performer-link-services.ts'
import { recordLinkAct } from './record-link-act.ts'

/** Ends the link of a performer. An upload in progress is refused at its end. */
export async function revokeLink(
  services: PerformerLinkServices,
  { actor, performerId, ip }: { actor: Actor; performerId: string; ip: string | null },
): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    const { id: performer_id, owner_id } = await lockRecord(tx, actor, performerId)
    const id = await endLink(tx, performer_id, services.clock.now())
    if (id === undefined) return
    const link = { id, performer_id, owner_id }
    await recordLinkAct(services, tx, { link, actor: actor.id, ip }, 'link_revoked')
  })
}
