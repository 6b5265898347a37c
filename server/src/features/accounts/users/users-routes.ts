import * as contract from '@kyc/contract/users.ts'
import {
  type Binding,
  bind,
  type OnRecord,
  type RequestInfo,
} from '../../../platform/http/requests/binding.ts'
import { sentKeyOf } from '../../../platform/idempotency/idempotency-key.ts'
import type { Actor } from '../../access/actor.ts'
import { scopeOf } from '../../access/scope.ts'
import type { AccountServices } from '../account-services.ts'
import type { UserAct } from './act-on-user.ts'
import {
  changeRole,
  disableUser,
  enableUser,
  endUserSessions,
  resetSecondFactor,
  sendPasswordReset,
  unlockUser,
} from './change-user.ts'
import { inviteUser, resendInvitation } from './invite-user.ts'
import { getUser, listUserSessions, listUsers } from './list-users.ts'
import { confirmSuperadmin, refuseSuperadmin } from './superadmin-request.ts'

/** The management of accounts by admins. */
export function usersRoutes(services: AccountServices): Binding[] {
  return [...readRoutes(services), ...actRoutes(services)]
}

function readRoutes(services: AccountServices): Binding[] {
  return [
    bind(contract.listUsers, scopeOf(services.db), ({ actor, found: scope, query }) =>
      listUsers(services, { ...actor, scope }, query),
    ),
    bind(contract.getUser, async ({ actor, params }) => ({
      body: await getUser(services, services.db, actor, params.id),
    })),
    bind(contract.listUserSessions, async ({ actor, params }) => ({
      body: await listUserSessions(services, actor, params.id),
    })),
  ]
}

function actRoutes(services: AccountServices): Binding[] {
  const account = ({ actor, params }: OnRecord) => getUser(services, services.db, actor, params.id)
  const plain = [
    [contract.disableUser, disableUser],
    [contract.enableUser, enableUser],
    [contract.unlockUser, unlockUser],
    [contract.sendPasswordReset, sendPasswordReset],
    [contract.resetSecondFactor, resetSecondFactor],
    [contract.confirmSuperadmin, confirmSuperadmin],
    [contract.refuseSuperadmin, refuseSuperadmin],
  ] as const
  return [
    bind(contract.inviteUser, (call) => inviteUser(services, call)),
    bind(contract.resendInvitation, account, (call) => {
      const { caller, request } = call
      const key = sentKeyOf({ scope: caller.id, route: contract.resendInvitation.name, request })
      return resendInvitation(services, actOf(call), { key, invitedBy: caller.name })
    }),
    ...plain.map(([endpoint, run]) =>
      bind(endpoint, account, async (call) => ({ body: await run(services, actOf(call)) })),
    ),
    bind(contract.changeRole, account, async (call) => ({
      body: await changeRole(services, actOf(call), call.body.role),
    })),
    bind(contract.endUserSessions, account, async (call) => {
      await endUserSessions(services, actOf(call))
      return {}
    }),
  ]
}

function actOf({ actor, params, request }: { actor: Actor; params: { id: string }; request: RequestInfo }) {
  return { actor, id: params.id, ip: request.ip } satisfies UserAct
}
