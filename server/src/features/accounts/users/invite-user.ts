import type { BodyOf } from '@kyc/contract/endpoint.ts'
import type { inviteUser as endpoint, ManagedUser } from '@kyc/contract/users.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import type { Caller } from '../../../platform/http/requests/caller.ts'
import {
  fingerprintOf,
  type IdempotencyKey,
  identityOf,
} from '../../../platform/idempotency/idempotency-key.ts'
import { type OnceReply, replyOnce } from '../../../platform/idempotency/reply-once.ts'
import { Problem } from '../../../platform/problem.ts'
import { mailInvitation } from '../../mails/mail-invitation.ts'
import { mailSuperadmin } from '../../mails/mail-second-person.ts'
import type { AccountServices } from '../account-services.ts'
import { createAccount } from '../create-account.ts'
import { endLinks, issueInvitation } from '../links/one-time-links.ts'
import { recordAccount } from '../record-account.ts'
import { changeUser, type UserAct } from './act-on-user.ts'
import { getUser } from './list-users.ts'
import { mayInvite } from './may-manage.ts'
import { needsConfirmation, requestSuperadmin } from './superadmin-request.ts'

interface Invite {
  readonly caller: Caller
  readonly body: BodyOf<typeof endpoint>
  readonly request: RequestInfo
}

const route = 'users.invite'

/**
 * Creates an account without a password and mails a link to choose one. A repeated call returns the same
 * reply and sends no further mail (D20).
 */
export async function inviteUser(
  services: AccountServices,
  { caller, body, request }: Invite,
): Promise<{ body: ManagedUser; headers: Record<string, string> }> {
  if (!mayInvite(caller, body.role)) throw new Problem('FORBIDDEN')
  if (body.role !== 'user' && !caller.recentlyAuthenticated) throw new Problem('STEP_UP_REQUIRED')
  const identity = identityOf({ scope: caller.id, route, request }, [body.email, body.name, body.role])
  const invited = await replyOnce(services, { ...identity, status: 201 }, async (tx) => {
    // Until another superadmin confirms, the account has the lowest role.
    const requested = await needsConfirmation(services, tx, body.role, [caller.id])
    const role = requested ? 'user' : body.role
    const created = {
      ...body,
      role,
      password: null,
      approved: true,
      actor: caller.id,
      ip: request.ip,
    } as const
    const { id } = await createAccount(services, created, tx)
    if (requested) {
      await requestSuperadmin(services, tx, caller.id, id)
      const origin = { actor: caller.id, ip: request.ip }
      await recordAccount(services, tx, 'update', id, origin, { change: 'superadmin_requested' })
    } else if (role === 'superadmin') {
      await mailSuperadmin(services, tx, { event: 'added', accountId: id, actor: caller.id })
    }
    await sendInvitation(services, tx, id, { id: caller.id, name: caller.name })
    return getUser(services, tx, caller, id)
  })
  return { body: invited.body, headers: { ...invited.headers, location: `/api/users/${invited.body.id}` } }
}

/** Sends a new invitation; the earlier link ends. A repeated call sends no further mail. */
export function resendInvitation(
  services: AccountServices,
  act: UserAct,
  { key, invitedBy }: { readonly key: IdempotencyKey | undefined; readonly invitedBy: string },
): Promise<OnceReply<ManagedUser>> {
  const once = { key, fingerprint: fingerprintOf([act.id]), status: 200 } as const
  return replyOnce(services, once, (tx) =>
    changeUser(services, tx, act, async (_, user) => {
      if (user.disabled || !user.invited) throw new Problem('CONFLICT')
      await sendInvitation(services, tx, user.id, { id: act.actor.id, name: invitedBy })
      return { mail: '招待' }
    }),
  )
}

async function sendInvitation(
  services: AccountServices,
  tx: Tx,
  accountId: string,
  by: { readonly id: string; readonly name: string },
): Promise<void> {
  await endLinks(tx, accountId)
  const link = await issueInvitation(tx, accountId, by.id)
  await mailInvitation(services, tx, { accountId, ...link, invitedBy: by.name })
}
