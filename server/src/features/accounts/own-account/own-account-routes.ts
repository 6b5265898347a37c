import * as contract from '@kyc/contract/account.ts'
import { changeDueMails as changeEndpoint, getDueMails } from '@kyc/contract/due-mails.ts'
import { stepUp as stepUpContract } from '@kyc/contract/sign-in.ts'
import {
  type Binding,
  bind,
  type CookieToSet,
  type OnRecord,
  type RequestInfo,
} from '../../../platform/http/requests/binding.ts'
import { setCookie } from '../../../platform/http/requests/cookies.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Actor } from '../../access/actor.ts'
import type { AccountServices } from '../account-services.ts'
import { confirmEmailVerification, requestEmailVerification } from '../links/verify-email.ts'
import { listPasskeys } from '../second-factor/passkey-repository.ts'
import { sessionCsrfToken } from '../sessions/csrf.ts'
import { type OpenedSession, sessionCookie } from '../sessions/sessions.ts'
import { deviceCookie } from '../sign-in/device-cookie.ts'
import { accountSecurity } from './account-security.ts'
import type { AddedFactor } from './add-factor.ts'
import { addPasskey, newPasskeyOptions, stepUpOptions } from './add-passkey.ts'
import { confirmTotp, startTotp } from './add-totp.ts'
import { changePassword } from './change-password.ts'
import { changeDueMails, dueMailsOf } from './due-mails.ts'
import { changeRecordMails, recordMailsOf } from './record-mails.ts'
import { removePasskey, removeTotp } from './remove-factor.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'
import { endOtherSessions, endOwnSession, sessionsOf } from './sessions-of.ts'
import { stepUp } from './step-up.ts'
import { updateProfile } from './update-profile.ts'

/** The caller's own account. */
export function ownAccountRoutes(services: AccountServices): Binding[] {
  return [...profileRoutes(services), ...sessionRoutes(services), ...factorRoutes(services)]
}

function profileRoutes(services: AccountServices): Binding[] {
  return [
    bind(contract.updateProfile, async ({ caller, body, request }) => ({
      body: await updateProfile(services, caller, body, request),
    })),
    bind(contract.getRecordMails, async ({ actor }) => ({ body: await recordMailsOf(services.db, actor) })),
    bind(getDueMails, async ({ actor }) => ({ body: await dueMailsOf(services.db, actor) })),
    bind(changeEndpoint, async ({ actor, body, request }) => ({
      body: await changeDueMails(services, actor, body, request),
    })),
    bind(contract.changeRecordMails, async ({ actor, body, request }) => ({
      body: await changeRecordMails(services, actor, body, request),
    })),
    bind(contract.requestEmailVerification, async ({ actor, request }) => ({
      body: await requestEmailVerification(services, actor, request),
    })),
    bind(contract.confirmEmailVerification, async ({ caller, body, request }) => ({
      body: await confirmEmailVerification(services, caller, body.token, request),
    })),
    bind(contract.changePassword, async (call) => {
      const { caller, request } = call
      const { session, deviceGeneration } = await changePassword(services, caller, call.body, request)
      const { body, cookies } = renewed(services, session)
      return { body, cookies: [...cookies, renewedDevice(services, call, deviceGeneration)] }
    }),
    bind(contract.accountSecurity, async ({ actor }) => ({ body: await accountSecurity(services, actor) })),
    bind(stepUpContract, async ({ caller, body, request }) =>
      renewed(services, await stepUp(services, caller, body, request)),
    ),
    bind(contract.stepUpOptions, async ({ caller }) => ({ body: await stepUpOptions(services, caller) })),
  ]
}

function sessionRoutes(services: AccountServices): Binding[] {
  const session = async ({ actor, params }: OnRecord) =>
    requireOwn(await sessionsOf(services.db, actor.id), params.id)
  return [
    bind(contract.listOwnSessions, async ({ caller }) => ({
      body: await sessionsOf(services.db, caller.id, caller.sessionKey),
    })),
    bind(contract.endOwnSession, session, async ({ caller, params, request }) => {
      await endOwnSession(services, caller, params.id, request)
      return {}
    }),
    bind(contract.endOtherSessions, async ({ caller, request }) => {
      await endOtherSessions(services, caller, request)
      return {}
    }),
  ]
}

function factorRoutes(services: AccountServices): Binding[] {
  const passkey = async ({ actor, params }: OnRecord) =>
    requireOwn(await listPasskeys(services.db, actor.id), params.id)
  return [
    bind(contract.startTotp, async ({ caller }) => ({ body: await startTotp(services, caller) })),
    bind(contract.confirmTotp, async (call) =>
      added(services, call, await confirmTotp(services, call.caller, call.body.code, call.request)),
    ),
    bind(contract.removeTotp, async (call) => {
      const deviceGeneration = await removeTotp(services, call.actor, call.request)
      return { cookies: [renewedDevice(services, call, deviceGeneration)] }
    }),
    bind(contract.passkeyOptions, async ({ caller }) => ({
      body: await newPasskeyOptions(services, caller),
    })),
    bind(contract.addPasskey, async (call) =>
      added(services, call, await addPasskey(services, call.caller, call.body, call.request)),
    ),
    bind(contract.removePasskey, passkey, async (call) => {
      const deviceGeneration = await removePasskey(services, call.actor, call.params.id, call.request)
      return { cookies: [renewedDevice(services, call, deviceGeneration)] }
    }),
    bind(contract.renewRecoveryCodes, async ({ actor, request }) => ({
      body: { recoveryCodes: await renewRecoveryCodes(services, actor, request) },
    })),
  ]
}

function requireOwn(own: readonly { readonly id: string }[], id: string): void {
  if (!own.some((each) => each.id === id)) throw new Problem('NOT_FOUND')
}

interface Renewed {
  readonly body: { readonly csrfToken: string }
  readonly cookies: readonly CookieToSet[]
}

/** The session's new cookie and CSRF token. */
function renewed({ accountKeys, config }: AccountServices, session: OpenedSession): Renewed {
  return {
    body: { csrfToken: sessionCsrfToken(accountKeys.csrf, session) },
    cookies: [setCookie(config, sessionCookie, session.cookieValue)],
  }
}

function added(services: AccountServices, call: OwnCall, added: AddedFactor) {
  const { recoveryCodes, session, deviceGeneration } = added
  const { body, cookies } = renewed(services, session)
  const device = renewedDevice(services, call, deviceGeneration)
  return { body: { ...body, recoveryCodes }, cookies: [...cookies, device] }
}

interface OwnCall {
  readonly actor: Actor
  readonly request: RequestInfo
}

/** Keeps this browser a device of the account after a change that ends all other devices. */
function renewedDevice(
  services: AccountServices,
  { actor, request }: OwnCall,
  generation: number,
): CookieToSet {
  return deviceCookie(services, request, { id: actor.id, device_generation: generation })
}
