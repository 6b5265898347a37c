import * as cancellation from '@kyc/contract/organisation-cancellation.ts'
import * as contract from '@kyc/contract/organisation-members.ts'
import { listOwnOrganisations } from '@kyc/contract/organisations.ts'
import { type Binding, bind, type RequestInfo } from '../../platform/http/requests/binding.ts'
import { asAccountId } from '../../platform/ids.ts'
import type { Actor } from '../access/actor.ts'
import { acceptMembership } from './accept-membership.ts'
import type { OrganisationAct } from './act-on-organisation.ts'
import { approveOrganisation } from './approve-organisation.ts'
import { cancelOrganisation, withdrawCancellation } from './cancel-organisation.ts'
import { changeMemberRole } from './change-member-role.ts'
import { declineMembership } from './decline-membership.ts'
import { getOrganisation } from './get-organisation.ts'
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
  return [
    bind(listOwnOrganisations, async ({ actor }) => ({ body: await listOwn(services.db, actor) })),
    bind(contract.listOwnInvitations, async ({ actor }) => ({
      body: await listOwnInvitations(services, actor),
    })),
    bind(contract.acceptMembership, async (call) => ({
      body: await acceptMembership(services, actOf(call)),
    })),
    bind(contract.declineMembership, async (call) => {
      await declineMembership(services, actOf(call))
      return {}
    }),
  ]
}

function memberRoutes(services: OrganisationServices): Binding[] {
  return [
    bind(contract.getOrganisation, async ({ actor, params }) => ({
      body: await getOrganisation(services.db, actor, params.id),
    })),
    bind(contract.updateOrganisation, async (call) => ({
      body: await updateOrganisation(services, actOf(call), call.body),
    })),
    bind(contract.inviteMember, ({ caller, params, body, request }) =>
      inviteMember(services, { caller, id: params.id, body, request }),
    ),
    bind(contract.revokeMembershipInvitation, async (call) => {
      await revokeInvitation(services, actOf(call), call.params.invitationId)
      return {}
    }),
    bind(contract.changeMemberRole, async (call) => ({
      body: await changeMemberRole(services, actOf(call), {
        accountId: asAccountId(call.params.accountId),
        role: call.body.role,
      }),
    })),
    bind(contract.removeMember, async (call) => {
      await removeMember(services, actOf(call), asAccountId(call.params.accountId))
      return {}
    }),
    bind(contract.handOverOrganisation, async (call) => ({
      body: await handOverOrganisation(services, actOf(call), asAccountId(call.body.accountId)),
    })),
  ]
}

function officeRoutes(services: OrganisationServices): Binding[] {
  return [
    bind(contract.listOrganisations, ({ query }) => listOrganisations(services, query)),
    bind(contract.approveOrganisation, async (call) => ({
      body: await approveOrganisation(services, actOf(call), call.body.version),
    })),
    bind(cancellation.cancelOrganisation, async (call) => ({
      body: await cancelOrganisation(services, actOf(call), call.body.cancelledOn),
    })),
    bind(cancellation.withdrawCancellation, async (call) => ({
      body: await withdrawCancellation(services, actOf(call)),
    })),
    bind(contract.disableOrganisation, async (call) => ({
      body: await setOrganisationDisabled(services, actOf(call), call.body.reason),
    })),
    bind(contract.enableOrganisation, async (call) => ({
      body: await setOrganisationDisabled(services, actOf(call), null),
    })),
  ]
}

function actOf({ actor, params, request }: { actor: Actor; params: { id: string }; request: RequestInfo }) {
  return { actor, id: params.id, ip: request.ip } satisfies OrganisationAct
}
