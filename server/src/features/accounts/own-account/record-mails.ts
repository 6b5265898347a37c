import type { RecordMailTime } from '@kyc/contract/account.ts'
import type { Db } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Actor } from '../../access/actor.ts'
import type { AccountServices } from '../account-services.ts'
import { recordOwn } from '../record-account.ts'

interface RecordMails {
  readonly recordMails: RecordMailTime
}

export async function recordMailsOf(db: Db, { id }: Actor): Promise<RecordMails> {
  const { record_mails } = await db
    .selectFrom('account')
    .select('record_mails')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { recordMails: record_mails }
}

/** Changes when the actor receives mails about records of others; the same time again writes nothing. */
export async function changeRecordMails(
  { audit, clock, db }: AccountServices,
  actor: Actor,
  after: RecordMails,
  request: RequestInfo,
): Promise<RecordMails> {
  return inTransaction(db, async (tx) => {
    const account = await tx
      .selectFrom('account')
      .select('record_mails')
      .where('id', '=', actor.id)
      .where('disabled_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!account) throw new Problem('UNAUTHENTICATED')
    const before: RecordMails = { recordMails: account.record_mails }
    if (before.recordMails === after.recordMails) return after
    await tx
      .updateTable('account')
      .set({ record_mails: after.recordMails, updated_at: clock.now() })
      .where('id', '=', actor.id)
      .execute()
    await recordOwn({ audit }, tx, 'update', actor, request, { before, after })
    return after
  })
}
