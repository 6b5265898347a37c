import type { RecordKind } from '@kyc/contract/endpoint.ts'
import type { Actor } from './features/access/actor.ts'
import { sessionsOf } from './features/accounts/own-account/sessions-of.ts'
import { listPasskeys } from './features/accounts/second-factor/passkey-repository.ts'
import { getUser } from './features/accounts/users/list-users.ts'
import { requireDocumentType } from './features/documents/document-repository.ts'
import { getInquiry } from './features/inquiries/inquiries-repository.ts'
import { requireOwnInvitation } from './features/organisations/decline-membership.ts'
import { getVisibleOrganisation } from './features/organisations/get-organisation.ts'
import { getTransfer } from './features/organisations/transfers/transfer-repository.ts'
import { getDelivery } from './features/partners/deliveries/deliveries-repository.ts'
import { getPartner } from './features/partners/partner-repository.ts'
import { requireLink } from './features/performer-links/require-link.ts'
import { getSealedRow } from './features/performers/sealed/sealed-repository.ts'
import { getRecord } from './features/records/performers-repository.ts'
import { getRequest } from './features/subjects/requests-repository.ts'
import { getVideoOwner } from './features/videos/get-video.ts'
import type { AssertVisible } from './platform/http/requests/binding.ts'
import { Problem } from './platform/problem.ts'
import type { Services } from './services.ts'

interface Path {
  readonly id: string
  readonly type: string
  readonly deliveryId: string
}

/** Reads each kind of declarable record; throws a 404 if the caller may not see it (D50). */
const lookups: Record<
  Exclude<RecordKind, 'performerLink'>,
  (services: Services, actor: Actor, path: Path) => Promise<unknown>
> = {
  performer: ({ db }, actor, { id }) => getRecord(db, actor, id),
  document: async ({ db }, actor, { id, type }) => {
    await getRecord(db, actor, id)
    requireDocumentType(type)
  },
  sealedPerformer: ({ db, clock }, _, { id }) => getSealedRow(db, clock.now(), id),
  sealedDocument: async ({ db, clock }, _, { id, type }) => {
    await getSealedRow(db, clock.now(), id)
    requireDocumentType(type)
  },
  video: ({ db }, actor, { id }) => getVideoOwner(db, actor, id),
  partner: ({ db }, _, { id }) => getPartner(db, id),
  delivery: ({ db }, _, { id, deliveryId }) => getDelivery(db, id, deliveryId),
  account: (services, actor, { id }) => getUser(services, services.db, actor, id),
  inquiry: ({ db }, _, { id }) => getInquiry(db, id),
  transfer: ({ db, clock }, _, { id }) => getTransfer(db, clock.now(), id),
  subjectRequest: ({ db }, _, { id }) => getRequest(db, id),
  organisation: ({ db }, actor, { id }) => getVisibleOrganisation(db, actor, id),
  ownInvitation: (services, actor, { id }) => requireOwnInvitation(services, actor, id),
  ownSession: async ({ db }, actor, { id }) => requireOwn(await sessionsOf(db, actor.id), id),
  ownPasskey: async ({ db }, actor, { id }) => requireOwn(await listPasskeys(db, actor.id), id),
}

function requireOwn(own: readonly { readonly id: string }[], id: string): void {
  if (!own.some((each) => each.id === id)) throw new Problem('NOT_FOUND')
}

export function createAssertVisible(services: Services): AssertVisible {
  return async (record, caller, params, request) => {
    if (record === 'performerLink') await requireLink(services, { actor: caller, request }, params.id)
    else if (caller) await lookups[record](services, caller, params as unknown as Path) // the declared path contains these parameters
  }
}
