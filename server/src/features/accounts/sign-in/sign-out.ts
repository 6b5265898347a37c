import { inTransaction } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import type { Actor } from '../../access/actor.ts'
import type { AccountServices } from '../account-services.ts'
import { endSession } from '../sessions/sessions.ts'

/** Ends the session on the server (D27). Of two sign-outs at a time one leaves the entry. */
export async function signOut(
  { db, audit }: Pick<AccountServices, 'db' | 'audit'>,
  actor: Actor,
  request: Pick<RequestInfo, 'ip'>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await endSession(tx, actor.sessionKey))) return
    await audit.record(tx, {
      actor: actor.id,
      action: 'logout',
      resourceType: 'user',
      resourceId: actor.id,
      owner: actor.id,
      ip: request.ip,
      details: {},
    })
  })
}
