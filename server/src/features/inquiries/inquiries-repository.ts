import type { InquiryState } from '@kyc/contract/contact.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { isId } from '../../platform/ids.ts'
import { countBounded } from '../../platform/lists/page.ts'
import { Problem } from '../../platform/problem.ts'

export interface InquiryRow {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly subject: string
  readonly message: string
  readonly created_at: Date
  readonly answered_at: Date | null
  /** Name of the account that marked the inquiry as answered. */
  readonly answered_by: string | null
}

type NewInquiry = Omit<InquiryRow, 'answered_at' | 'answered_by'>

export async function insertInquiry(tx: Tx, inquiry: NewInquiry): Promise<void> {
  await tx.insertInto('inquiry').values(inquiry).execute()
}

function inquiries(db: Db) {
  return db
    .selectFrom('inquiry')
    .leftJoin('account', 'account.id', 'inquiry.answered_by')
    .select(['inquiry.id', 'inquiry.name', 'inquiry.email', 'inquiry.subject', 'inquiry.message'])
    .select(['inquiry.created_at', 'inquiry.answered_at', 'account.name as answered_by'])
}

/** Newest first, from below the id `before`: ids are ordered by time. */
export function findInquiries(
  db: Db,
  state: InquiryState | undefined,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<InquiryRow[]> {
  return inquiries(db)
    .$if(state !== undefined, (query) =>
      query.where('answered_at', state === 'answered' ? 'is not' : 'is', null),
    )
    .$if(before !== undefined, (query) => query.where('inquiry.id', '<', before ?? ''))
    .orderBy('inquiry.id', 'desc')
    .limit(limit)
    .execute()
}

/** The number of inquiries, up to the bound of D19. */
export function countInquiries(db: Db, state: InquiryState | undefined): Promise<number> {
  const inState = {
    open: sql`WHERE answered_at IS NULL`,
    answered: sql`WHERE answered_at IS NOT NULL`,
  }
  return countBounded(db, sql`SELECT FROM inquiry ${state ? inState[state] : sql``}`)
}

export async function getInquiry(db: Db, id: string): Promise<InquiryRow> {
  const inquiry = isId(id) ? await inquiries(db).where('inquiry.id', '=', id).executeTakeFirst() : undefined
  if (!inquiry) throw new Problem('NOT_FOUND')
  return inquiry
}

/** Locks the inquiry until the end of the transaction. */
export async function lockInquiry(tx: Tx, id: string): Promise<Pick<InquiryRow, 'answered_at'>> {
  const query = tx.selectFrom('inquiry').select('answered_at').where('id', '=', id).forNoKeyUpdate()
  const inquiry = isId(id) ? await query.executeTakeFirst() : undefined
  if (!inquiry) throw new Problem('NOT_FOUND')
  return inquiry
}

export async function updateAnswered(
  tx: Tx,
  id: string,
  answered: { at: Date; by: string } | null,
): Promise<void> {
  await tx
    .updateTable('inquiry')
    .set({ answered_at: answered?.at ?? null, answered_by: answered?.by ?? null })
    .where('id', '=', id)
    .execute()
}

/** Deletes at most `batch` inquiries answered before `before` and returns their ids; skips locked rows. */
export async function deleteAnsweredBefore(tx: Tx, before: Date, batch: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    DELETE FROM inquiry WHERE id IN
      (SELECT id FROM inquiry WHERE answered_at < ${before} ORDER BY answered_at LIMIT ${batch}
       FOR UPDATE SKIP LOCKED)
    RETURNING id`.execute(tx)
  return rows.map(({ id }) => id)
}
