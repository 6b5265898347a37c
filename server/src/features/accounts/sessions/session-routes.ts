import * as contract from '@kyc/contract/accounts.ts'
import { type Binding, bind, type RequestInfo } from '../../../platform/http/requests/binding.ts'
import type { Caller } from '../../../platform/http/requests/caller.ts'
import { cookieNames, deletedCookie } from '../../../platform/http/requests/cookies.ts'
import { Problem } from '../../../platform/problem.ts'
import { findAccount } from '../account-repository.ts'
import type { AccountServices } from '../account-services.ts'
import { presentUser } from '../present-user.ts'
import { signInAnswer } from '../sign-in/complete-sign-in.ts'
import { signIn } from '../sign-in/sign-in.ts'
import { signOut } from '../sign-in/sign-out.ts'
import { issueAccessToken } from './access-token.ts'
import { issueCsrfToken, sessionCsrfToken } from './csrf.ts'
import { raiseCsrfGeneration } from './session-repository.ts'
import { keyOf } from './sessions.ts'

export function accountsRoutes(services: AccountServices): Binding[] {
  return [...tokenRoutes(services), ...signInRoutes(services)]
}

function tokenRoutes(services: AccountServices): Binding[] {
  const { db, clock, accountKeys } = services
  const issue = async ({ actor, request }: { actor: Caller | undefined; request: RequestInfo }) => {
    const { csrfToken, cookies } = issueCsrfToken(services, request, actor)
    return { body: { csrfToken }, cookies }
  }
  return [
    bind(contract.sessionInit, issue),
    bind(contract.csrfToken, issue),
    bind(contract.sessionRefresh, async ({ actor, body }) => {
      if (body?.firebaseToken) await services.checkCompanion(body.firebaseToken, actor.id)
      const csrfGeneration = await raiseCsrfGeneration(db, keyOf(actor.sessionKey))
      if (csrfGeneration === undefined) throw new Problem('UNAUTHENTICATED')
      return { body: { csrfToken: sessionCsrfToken(accountKeys.csrf, { ...actor, csrfGeneration }) } }
    }),
    bind(contract.refresh, async ({ actor }) => ({
      body: { accessToken: issueAccessToken(accountKeys.accessToken, actor.sessionKey, clock.now()) },
    })),
  ]
}

function signInRoutes(services: AccountServices): Binding[] {
  const { db } = services
  const names = cookieNames(services.config)
  return [
    bind(contract.login, async ({ actor, body, request }) => {
      const result = await signIn(services, body, request, actor)
      return signInAnswer(services, { request, current: actor }, result)
    }),
    bind(contract.logout, async ({ actor, request }) => {
      await signOut(services, actor, request)
      return {
        // Not "cookies": that would delete the device cookie of D28.
        headers: { 'clear-site-data': '"cache", "storage"' },
        cookies: [deletedCookie(names.session)],
      }
    }),
    bind(contract.me, async ({ actor }) => {
      const account = await findAccount(db, actor.id)
      if (!account) throw new Problem('UNAUTHENTICATED')
      return { body: presentUser(account, actor.enrolOnly) }
    }),
  ]
}
