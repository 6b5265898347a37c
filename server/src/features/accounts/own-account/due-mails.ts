import { dayInJapan } from '@kyc/contract/dates.ts'
import type { Db } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Actor } from '../../access/actor.ts'
import type { AccountServices } from '../account-services.ts'
import { recordOwn } from '../record-account.ts'

interface DueMails {
  readonly dueMails: boolean
}

export async function dueMailsOf(db: Db, { id }: Actor): Promise<DueMails> {
  const { due_mails } = await db
    .selectFrom('account')
    .select('due_mails')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { dueMails: due_mails }
}

/** Starts or ends the daily mail about what is due, from the next morning on; the same again writes nothing. */
export async function changeDueMails(
  { audit, clock, db }: AccountServices,
  actor: Actor,
  after: DueMails,
  request: RequestInfo,
): Promise<DueMails> {
  return inTransaction(db, async (tx) => {
    const account = await tx
      .selectFrom('account')
      .select('due_mails')
      .where('id', '=', actor.id)
      .where('disabled_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!account) throw new Problem('UNAUTHENTICATED')
    const before: DueMails = { dueMails: account.due_mails }
    if (before.dueMails === after.dueMails) return after
    const at = clock.now()
    await tx
      .updateTable('account')
      .set({ due_mails: after.dueMails, due_mailed_on: dayInJapan(at), updated_at: at })
      .where('id', '=', actor.id)
      .execute()
    await recordOwn({ audit }, tx, 'update', actor, request, { before, after })
    return after
  })
}
