import type { Role } from '@kyc/contract/accounts.ts'
import { addDays, dayInJapan, startOfDayInJapan } from '@kyc/contract/dates.ts'
import { limits } from '@kyc/contract/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { inTransaction, type Tx } from '../../platform/db/transaction.ts'
import { countOf } from '../../platform/lists/page.ts'
import { type Due, mailDue } from '../mails/mail-due.ts'
import type { MailServices } from '../mails/mail-services.ts'
import { mayReceiveMails } from '../mails/send-letter.ts'

/** The largest number of accounts that one query finds. */
const accountsAtOnce = 500

interface Account {
  readonly id: string
  readonly role: Role
}

/**
 * Sends each account that wants the daily mail one a day with the numbers of what is due, and none if nothing is due.
 * Each mail claims its day in its own transaction, so any number of processes may run it.
 */
export async function sendDueMails(services: MailServices & { readonly db: Db }): Promise<void> {
  const now = services.clock.now()
  const today = dayInJapan(now)
  let accounts: Account[] = []
  do {
    accounts = await findAccounts(services.db, today, accounts.at(-1)?.id)
    for (const account of accounts) {
      await inTransaction(services.db, async (tx) => {
        if (!(await claimDay(tx, account.id, today))) return
        await mailDue(services, tx, account.id, { due: await findDue(tx, account, now), today })
      })
    }
  } while (accounts.length === accountsAtOnce)
}

const wantsMail = (today: string) =>
  sql<boolean>`account.due_mails AND (account.due_mailed_on IS NULL OR account.due_mailed_on < ${today}::date) AND ${mayReceiveMails}`

async function findAccounts(db: Db, today: string, after: string | undefined): Promise<Account[]> {
  const { rows } = await sql<Account>`
    SELECT id, role FROM account WHERE ${wantsMail(today)} AND ${after === undefined ? sql`true` : sql`id > ${after}::uuid`}
    ORDER BY id LIMIT ${accountsAtOnce}`.execute(db)
  return rows
}

async function claimDay(tx: Tx, id: string, today: string): Promise<boolean> {
  const { rows } = await sql`
    UPDATE account SET due_mailed_on = ${today} WHERE id = ${id}::uuid AND ${wantsMail(today)} RETURNING id`.execute(
    tx,
  )
  return rows.length > 0
}

/**
 * Members get what is due in their organisations. The office gets the requests of all organisations, and the reviews,
 * which are its own work.
 */
async function findDue(tx: Tx, { id, role }: Account, now: Date): Promise<Due> {
  const today = dayInJapan(now)
  const endOf = (days: number) => startOfDayInJapan(addDays(today, days + 1))
  const isUser = role === 'user'
  const own = (owner: string) =>
    isUser
      ? sql`${sql.ref(owner)} IN (SELECT organisation_id FROM active_membership WHERE account_id = ${id}::uuid)`
      : sql`false`
  const reviews = role === 'admin' || role === 'superadmin' ? sql`true` : sql`false`
  const requests = sql`SELECT FROM takedown t WHERE t.closed_at IS NULL AND ${isUser ? own('t.owner_id') : sql`true`}`
  const documents = sql`FROM performer p WHERE p.sealed_at IS NULL AND ${own('p.owner_id')}
    AND p.expires_on <= ${addDays(today, limits.expiringDays)}::date`
  const titles = sql`FROM video_gate g WHERE ${own('g.owner_id')} AND g.changes_on > ${today}::date
    AND g.changes_on <= ${addDays(today, limits.expiringDays)}::date`
  const signings = sql`FROM signing s WHERE ${own('s.owner_id')} AND s.sent_at IS NOT NULL AND s.signed_at IS NULL
    AND s.ended_at IS NULL AND s.expires_at > ${now}`
  const count = (rows: RawBuilder<unknown>) => countOf(rows, limits.countBound)
  const { rows } = await sql<Due>`
    SELECT ${count(sql`${requests} AND t.due_at <= ${now}`)}::int AS late,
      ${count(sql`${requests} AND t.due_at > ${now} AND t.due_at < ${endOf(0)}`)}::int AS today,
      ${count(sql`${requests} AND t.due_at >= ${endOf(0)} AND t.due_at < ${endOf(1)}`)}::int AS tomorrow,
      ${count(sql`SELECT ${documents}`)}::int AS documents, (SELECT min(p.expires_on) ${documents}) AS "firstDocument",
      ${count(sql`SELECT ${titles}`)}::int AS titles, (SELECT min(g.changes_on) ${titles}) AS "firstTitle",
      ${count(sql`SELECT ${signings}`)}::int AS signings, (SELECT min(s.expires_at) ${signings}) AS "firstSigning",
      ${count(sql`SELECT FROM performer p WHERE p.sealed_at IS NULL AND p.pending_since IS NOT NULL AND ${reviews}`)}::int AS performers,
      ${count(sql`SELECT FROM paper WHERE is_current AND status = 'pending' AND ${reviews}`)}::int AS papers`.execute(
    tx,
  )
  const [due] = rows
  if (!due) throw new Error('a SELECT without FROM has one row')
  return due
}
