import type { BodyOf } from '@kyc/contract/endpoint.ts'
import type { investigateLeak as endpoint } from '@kyc/contract/leaks.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { fieldProblem } from '../../../platform/http/requests/input.ts'
import { isId } from '../../../platform/ids.ts'
import type { Actor } from '../../access/actor.ts'
import { aboutSystem } from '../about.ts'
import type { LeakServices } from './leak-investigation.ts'
import { findAccountName } from './leak-repository.ts'

interface Asked {
  readonly actor: Actor
  readonly body: BodyOf<typeof endpoint>
  readonly request: { readonly ip: string | null }
}

/**
 * Begins an investigation of what an account has seen. Its audit entry, with the account, the period and the reason, is
 * the investigation: nothing else is stored, and the account that is investigated does not see it unless it reads the
 * whole log. Returns the id of the entry.
 */
export async function investigateLeak(
  { audit, clock, db }: LeakServices,
  { actor, body: { accountId, from, to, knownOn, reason }, request }: Asked,
): Promise<{ id: string }> {
  const now = clock.now()
  if (!isId(accountId) || (await findAccountName(db, accountId)) === undefined)
    throw fieldProblem('accountId', 'アカウントが見つかりません。')
  if (Date.parse(from) > now.getTime())
    throw fieldProblem('from', '期間の開始は、現在より前の日時を指定してください。')
  // Ends the period now at the latest: later entries would change what the investigation shows.
  const end = new Date(Math.min(Date.parse(to), now.getTime())).toISOString()
  return inTransaction(db, async (tx) => ({
    id: await audit.recordProvable(tx, { actor, request }, 'read', aboutSystem('audit_log'), {
      userId: accountId,
      leakFrom: from,
      leakTo: end,
      leakKnownOn: knownOn,
      leakReason: reason,
    }),
  }))
}
