import { inTransaction } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import type { Caller } from '../../../platform/http/requests/caller.ts'
import type { AccountServices } from '../account-services.ts'
import { recordOwn } from '../record-account.ts'
import { endSession } from './sessions.ts'

/** Ends the session on the server (D27). Of two concurrent sign-outs one is recorded. */
export async function signOut(
  services: Pick<AccountServices, 'audit' | 'db'>,
  caller: Caller,
  request: Pick<RequestInfo, 'ip'>,
): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    if (await endSession(tx, caller.sessionKey)) await recordOwn(services, tx, 'logout', caller, request, {})
  })
}
