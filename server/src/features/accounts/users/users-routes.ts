import * as contract from '@kyc/contract/users.ts'
import { type Binding, bind, type RequestInfo } from '../../../platform/http/requests/binding.ts'
import { sentKeyOf } from '../../../platform/idempotency/idempotency-key.ts'
import type { Actor } from '../../access/actor.ts'
import type { UserAct } from './act-on-user.ts'
import { changeRole } from './change-role.ts'
import { disableUser, enableUser } from './disable-user.ts'
import { inviteUser, resendInvitation } from './invite-user.ts'
import { getUser, listUsers, type UserServices } from './list-users.ts'
import { resetSecondFactor } from './reset-second-factor.ts'
import { sendPasswordReset } from './send-password-reset.ts'
import { unlockUser } from './unlock-user.ts'
import { endUserSessions, listUserSessions } from './user-sessions.ts'

/** Accounts of others (D5). */
export function usersRoutes(services: UserServices): Binding[] {
  return [...readRoutes(services), ...actRoutes(services)]
}

function readRoutes(services: UserServices): Binding[] {
  return [
    bind(contract.listUsers, async ({ actor, query }) => {
      const { users, ...page } = await listUsers(services, actor, query)
      return { body: users, page }
    }),
    bind(contract.getUser, async ({ actor, params }) => ({
      body: await getUser(services, actor, params.id),
    })),
    bind(contract.listUserSessions, async ({ actor, params }) => ({
      body: await listUserSessions(services, actor, params.id),
    })),
  ]
}

function actRoutes(services: UserServices): Binding[] {
  const plain = [
    [contract.disableUser, disableUser],
    [contract.enableUser, enableUser],
    [contract.unlockUser, unlockUser],
    [contract.sendPasswordReset, sendPasswordReset],
    [contract.resetSecondFactor, resetSecondFactor],
  ] as const
  return [
    bind(contract.inviteUser, (call) => inviteUser(services, call)),
    bind(contract.resendInvitation, (call) => {
      const { actor, request } = call
      const key = sentKeyOf({ scope: actor.id, route: contract.resendInvitation.name, request })
      return resendInvitation(services, { ...actOf(call), key })
    }),
    ...plain.map(([endpoint, run]) =>
      bind(endpoint, async (call) => ({ body: await run(services, actOf(call)) })),
    ),
    bind(contract.changeRole, async (call) => ({
      body: await changeRole(services, actOf(call), call.body.role),
    })),
    bind(contract.endUserSessions, async (call) => {
      await endUserSessions(services, actOf(call))
      return {}
    }),
  ]
}

function actOf({ actor, params, request }: { actor: Actor; params: { id: string }; request: RequestInfo }) {
  return { actor, id: params.id, ip: request.ip } satisfies UserAct
}
