import type { BodyOf } from '@kyc/contract/endpoint.ts'
import type { chooseIdKind as endpoint, LinkSession } from '@kyc/contract/performer-links.ts'
import { inTransaction, type Tx } from '../../platform/db/transaction.ts'
import { Problem } from '../../platform/problem.ts'
import { idBackClosed } from '../documents/close-id-back.ts'
import { checkDetails } from '../performers/performer-details.ts'
import { currentDocuments } from '../records/record-documents.ts'
import { editByLink } from './edit-by-link.ts'
import { lockBoundLink, type UsableLink } from './link-repository.ts'
import type { PerformerLinkServices } from './performer-link-services.ts'
import { presentSession } from './present-link.ts'
import { recordLinkAct } from './record-link-act.ts'
import { requireConsent } from './require-link.ts'

/**
 * Sets the kind of ID like an edit of the owner: locked after the first decision, and never closing a stored back (D14).
 */
export async function chooseIdKind(
  services: PerformerLinkServices,
  call: { readonly link: UsableLink; readonly body: BodyOf<typeof endpoint>; readonly ip: string | null },
): Promise<LinkSession> {
  return inTransaction(services.db, async (tx) => {
    const link = await lockBoundLink(tx, services.clock.now(), call.link)
    requireConsent(link)
    const { idKind } = checkDetails(call.body, services.clock.now())
    if (!idKind) throw new Error('the contract requires a kind')
    if (link.ever_decided) throw new Problem('DETAILS_LOCKED', { field: 'idKind' })
    if (idBackClosed(idKind)) await refuseStoredBack(tx, link)
    if (idKind !== link.id_kind) {
      await editByLink(services, tx, { link, field: 'idKind', columns: { id_kind: idKind } })
      await recordLinkAct(services, tx, { link, actor: null, ip: call.ip }, undefined, {
        before: { idKind: link.id_kind },
        after: { idKind },
      })
    }
    await tx.updateTable('performer_link').set({ id_kind_chosen: true }).where('id', '=', link.id).execute()
    return presentSession(services, tx, { ...link, id_kind: idKind, id_kind_chosen: true })
  })
}

async function refuseStoredBack(tx: Tx, { performer_id }: UsableLink): Promise<void> {
  const current = await currentDocuments(tx, performer_id)
  if (current.some(({ type }) => type === 'idBack')) throw new Problem('ID_BACK_STORED', { field: 'idKind' })
}
