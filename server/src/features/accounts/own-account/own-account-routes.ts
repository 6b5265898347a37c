import * as contract from '@kyc/contract/account.ts'
import { stepUp as stepUpContract } from '@kyc/contract/sign-in.ts'
import {
  type Binding,
  bind,
  type CookieToSet,
  type RequestInfo,
} from '../../../platform/http/requests/binding.ts'
import type { Actor } from '../../access/actor.ts'
import type { AccountServices } from '../account-services.ts'
import { cookie, cookieNames } from '../sessions/cookies.ts'
import { sessionCsrfToken } from '../sessions/csrf.ts'
import type { OpenedSession } from '../sessions/sessions.ts'
import { deviceCookie } from '../sign-in/device-cookie.ts'
import { accountSecurity } from './account-security.ts'
import type { AddedFactor } from './add-factor.ts'
import { addPasskey, newPasskeyOptions, stepUpOptions } from './add-passkey.ts'
import { confirmTotp, startTotp } from './add-totp.ts'
import { changePassword } from './change-password.ts'
import { removePasskey, removeTotp } from './remove-factor.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'
import { endOtherSessions, endOwnSession, sessionsOf } from './sessions-of.ts'
import { stepUp } from './step-up.ts'
import { updateProfile } from './update-profile.ts'
import { confirmEmailVerification, requestEmailVerification } from './verify-email.ts'

/** A person's own account (D31). */
export function ownAccountRoutes(services: AccountServices): Binding[] {
  return [...profileRoutes(services), ...sessionRoutes(services), ...factorRoutes(services)]
}

function profileRoutes(services: AccountServices): Binding[] {
  return [
    bind(contract.updateProfile, async ({ actor, body, request }) => ({
      body: await updateProfile(services, actor, body, request),
    })),
    bind(contract.requestEmailVerification, async ({ actor, request }) => ({
      body: await requestEmailVerification(services, actor, request),
    })),
    bind(contract.confirmEmailVerification, async ({ actor, body, request }) => ({
      body: await confirmEmailVerification(services, actor, body.token, request),
    })),
    bind(contract.changePassword, async (call) => {
      const { session, deviceGeneration } = await changePassword(
        services,
        call.actor,
        call.body,
        call.request,
      )
      const { body, cookies } = renewed(services, session)
      return { body, cookies: [...cookies, stillKnown(services, call, deviceGeneration)] }
    }),
    bind(contract.accountSecurity, async ({ actor }) => ({ body: await accountSecurity(services, actor) })),
    bind(stepUpContract, async ({ actor, body, request }) =>
      renewed(services, await stepUp(services, actor, body, request)),
    ),
    bind(contract.stepUpOptions, async ({ actor }) => ({ body: await stepUpOptions(services, actor) })),
  ]
}

function sessionRoutes(services: AccountServices): Binding[] {
  return [
    bind(contract.listOwnSessions, async ({ actor }) => ({
      body: await sessionsOf(services.db, actor.id, actor.sessionKey),
    })),
    bind(contract.endOwnSession, async ({ actor, params, request }) => {
      await endOwnSession(services, actor, params.id, request)
      return {}
    }),
    bind(contract.endOtherSessions, async ({ actor, request }) => {
      await endOtherSessions(services, actor, request)
      return {}
    }),
  ]
}

function factorRoutes(services: AccountServices): Binding[] {
  return [
    bind(contract.startTotp, async ({ actor }) => ({ body: await startTotp(services, actor) })),
    bind(contract.confirmTotp, async (call) =>
      added(services, call, await confirmTotp(services, call.actor, call.body.code, call.request)),
    ),
    bind(contract.removeTotp, async (call) => {
      const deviceGeneration = await removeTotp(services, call.actor, call.request)
      return { cookies: [stillKnown(services, call, deviceGeneration)] }
    }),
    bind(contract.passkeyOptions, async ({ actor }) => ({ body: await newPasskeyOptions(services, actor) })),
    bind(contract.addPasskey, async (call) =>
      added(services, call, await addPasskey(services, call.actor, call.body, call.request)),
    ),
    bind(contract.removePasskey, async (call) => {
      const deviceGeneration = await removePasskey(services, call.actor, call.params.id, call.request)
      return { cookies: [stillKnown(services, call, deviceGeneration)] }
    }),
    bind(contract.renewRecoveryCodes, async ({ actor, request }) => ({
      body: { recoveryCodes: await renewRecoveryCodes(services, actor, request) },
    })),
  ]
}

interface Renewed {
  readonly body: { readonly csrfToken: string }
  readonly cookies: readonly CookieToSet[]
}

/** The session's new id, and the token that goes with it. */
function renewed({ accountKeys, config }: AccountServices, session: OpenedSession): Renewed {
  return {
    body: { csrfToken: sessionCsrfToken(accountKeys.csrf, session) },
    cookies: [cookie(cookieNames(config).session, session.cookieValue)],
  }
}

function added(services: AccountServices, call: OwnCall, added: AddedFactor) {
  const { recoveryCodes, session, deviceGeneration } = added
  const { body, cookies } = renewed(services, session)
  const device = stillKnown(services, call, deviceGeneration)
  return { body: { ...body, recoveryCodes }, cookies: [...cookies, device] }
}

interface OwnCall {
  readonly actor: Actor
  readonly request: RequestInfo
}

/** The browser in which a person changes the password or a factor stays known; all others do not (D28). */
function stillKnown(services: AccountServices, { actor, request }: OwnCall, generation: number): CookieToSet {
  return deviceCookie(services, request, { id: actor.id, device_generation: generation })
}
