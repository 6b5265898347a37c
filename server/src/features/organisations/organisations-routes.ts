import * as cancellation from '@kyc/contract/organisation-cancellation.ts'
import * as contract from '@kyc/contract/organisation-members.ts'
import { listOwnOrganisations } from '@kyc/contract/organisations.ts'
import { type Binding, bind, type OnRecord, type RequestInfo } from '../../platform/http/requests/binding.ts'
import { asAccountId } from '../../platform/ids.ts'
import type { Actor } from '../access/actor.ts'
import { acceptMembership } from './accept-membership.ts'
import type { OrganisationAct } from './act-on-organisation.ts'
import { approveOrganisation } from './approve-organisation.ts'
import { cancelOrganisation, withdrawCancellation } from './cancel-organisation.ts'
import { changeMemberRole } from './change-member-role.ts'
import { declineMembership, requireOwnInvitation } from './decline-membership.ts'
import { getOrganisation, getVisibleOrganisation } from './get-organisation.ts'
import { handOverOrganisation } from './hand-over-organisation.ts'
import { inviteMember } from './invite-member.ts'
import { listOrganisations } from './list-organisations.ts'
import { listOwn } from './list-own.ts'
import { listOwnInvitations } from './list-own-invitations.ts'
import type { OrganisationServices } from './organisation-services.ts'
import { removeMember } from './remove-member.ts'
import { revokeInvitation } from './revoke-invitation.ts'
import { setOrganisationDisabled } from './set-organisation-disabled.ts'
import { updateOrganisation } from './update-organisation.ts'

export function organisationRoutes(services: OrganisationServices): Binding[] {
  return [...ownRoutes(services), ...memberRoutes(services), ...officeRoutes(services)]
}

function ownRoutes(services: OrganisationServices): Binding[] {
  const ownInvitation = ({ actor, params }: OnRecord) => requireOwnInvitation(services, actor, params.id)
  return [
    bind(listOwnOrganisations, async ({ actor }) => ({ body: await listOwn(services.db, actor) })),
    bind(contract.listOwnInvitations, async ({ actor }) => ({
      body: await listOwnInvitations(services, actor),
    })),
    bind(contract.acceptMembership, ownInvitation, async (call) => ({
      body: await acceptMembership(services, actOf(call)),
    })),
    bind(contract.declineMembership, ownInvitation, async (call) => {
      await declineMembership(services, actOf(call))
      return {}
    }),
  ]
}

function memberRoutes(services: OrganisationServices): Binding[] {
  const organisation = organisationOf(services)
  return [
    bind(contract.getOrganisation, async ({ actor, params }) => ({
      body: await getOrganisation(services.db, actor, params.id),
    })),
    bind(contract.updateOrganisation, organisation, async (call) => ({
      body: await updateOrganisation(services, actOf(call), call.body),
    })),
    bind(contract.inviteMember, organisation, ({ caller, params, body, request }) =>
      inviteMember(services, { caller, id: params.id, body, request }),
    ),
    bind(contract.revokeMembershipInvitation, organisation, async (call) => {
      await revokeInvitation(services, actOf(call), call.params.invitationId)
      return {}
    }),
    bind(contract.changeMemberRole, organisation, async (call) => ({
      body: await changeMemberRole(services, actOf(call), {
        accountId: asAccountId(call.params.accountId),
        role: call.body.role,
      }),
    })),
    bind(contract.removeMember, organisation, async (call) => {
      await removeMember(services, actOf(call), asAccountId(call.params.accountId))
      return {}
    }),
    bind(contract.handOverOrganisation, organisation, async (call) => ({
      body: await handOverOrganisation(services, actOf(call), asAccountId(call.body.accountId)),
    })),
  ]
}

function officeRoutes(services: OrganisationServices): Binding[] {
  const organisation = organisationOf(services)
  return [
    bind(contract.listOrganisations, ({ query }) => listOrganisations(services, query)),
    bind(contract.approveOrganisation, organisation, async (call) => ({
      body: await approveOrganisation(services, actOf(call), call.body.version),
    })),
    bind(cancellation.cancelOrganisation, organisation, async (call) => ({
      body: await cancelOrganisation(services, actOf(call), call.body.cancelledOn),
    })),
    bind(cancellation.withdrawCancellation, organisation, async (call) => ({
      body: await withdrawCancellation(services, actOf(call)),
    })),
    bind(contract.disableOrganisation, organisation, async (call) => ({
      body: await setOrganisationDisabled(services, actOf(call), call.body.reason),
    })),
    bind(contract.enableOrganisation, organisation, async (call) => ({
      body: await setOrganisationDisabled(services, actOf(call), null),
    })),
  ]
}

/** Finds the organisation of a call. */
export function organisationOf({ db }: OrganisationServices) {
  return ({ actor, params }: OnRecord) => getVisibleOrganisation(db, actor, params.id)
}

function actOf({ actor, params, request }: { actor: Actor; params: { id: string }; request: RequestInfo }) {
  return { actor, id: params.id, ip: request.ip } satisfies OrganisationAct
}
