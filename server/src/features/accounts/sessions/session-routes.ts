import * as contract from '@kyc/contract/accounts.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { type Binding, bind, type RequestInfo } from '../../../platform/http/requests/binding.ts'
import type { Caller } from '../../../platform/http/requests/caller.ts'
import { deleteCookie } from '../../../platform/http/requests/cookies.ts'
import { Problem } from '../../../platform/problem.ts'
import { findAccount } from '../account-repository.ts'
import type { AccountServices } from '../account-services.ts'
import { presentUser } from '../present-user.ts'
import { recordOwn } from '../record-account.ts'
import { issueAccessToken } from './access-token.ts'
import { issueCsrfToken, sessionCsrfToken } from './csrf.ts'
import { raiseCsrfGeneration } from './session-repository.ts'
import { endSession, keyOf, sessionCookie } from './sessions.ts'

/** The session of the caller and its tokens. */
export function sessionRoutes(services: AccountServices): Binding[] {
  const { accountKeys, checkCompanion, clock, config, db } = services
  const issue = async ({ caller, request }: { caller: Caller | undefined; request: RequestInfo }) => {
    const { csrfToken, cookies } = issueCsrfToken(services, request, caller)
    return { body: { csrfToken }, cookies }
  }
  return [
    bind(contract.sessionInit, issue),
    bind(contract.csrfToken, issue),
    bind(contract.sessionRefresh, async ({ caller, body }) => {
      if (body?.firebaseToken) await checkCompanion(body.firebaseToken, caller.id)
      const csrfGeneration = await raiseCsrfGeneration(db, keyOf(caller.sessionKey))
      if (csrfGeneration === undefined) throw new Problem('UNAUTHENTICATED')
      return { body: { csrfToken: sessionCsrfToken(accountKeys.csrf, { ...caller, csrfGeneration }) } }
    }),
    bind(contract.refresh, async ({ caller }) => ({
      body: { accessToken: issueAccessToken(accountKeys.accessToken, caller.sessionKey, clock.now()) },
    })),
    bind(contract.me, async ({ caller }) => {
      const account = await findAccount(db, caller.id)
      if (!account) throw new Problem('UNAUTHENTICATED')
      return { body: presentUser(account, caller.enrolOnly) }
    }),
    bind(contract.logout, async ({ caller, request }) => {
      await inTransaction(db, async (tx) => {
        // Of two concurrent sign-outs one is recorded.
        const ended = await endSession(tx, caller.sessionKey)
        if (ended) await recordOwn(services, tx, 'logout', caller, request, {})
      })
      return {
        // Not "cookies": that would delete the device cookie of D28.
        headers: { 'clear-site-data': '"cache", "storage"' },
        cookies: [deleteCookie(config, sessionCookie)],
      }
    }),
  ]
}
