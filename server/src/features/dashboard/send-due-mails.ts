import type { Role } from '@kyc/contract/accounts.ts'
import { addDays, dateInWords, dayInJapan, startOfDayInJapan } from '@kyc/contract/dates.ts'
import { limits } from '@kyc/contract/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { inTransaction, type Tx } from '../../platform/db/transaction.ts'
import { countOf } from '../../platform/lists/page.ts'
import type { Letter, LetterPart } from '../mails/letter.ts'
import type { MailServices } from '../mails/mail-services.ts'
import { linkTo, mayReceiveMails, sendLetter } from '../mails/send-letter.ts'

/** The largest number of accounts that one query finds. */
const accountsAtOnce = 500

/** What is due for an account. Counts stop at `limits.countBound`. */
interface Due {
  readonly late: number
  readonly today: number
  readonly tomorrow: number
  readonly documents: number
  readonly firstDocument: string | null
  readonly titles: number
  readonly firstTitle: string | null
  readonly signings: number
  readonly firstSigning: Date | null
  readonly performers: number
  readonly papers: number
}

interface Account {
  readonly id: string
  readonly role: Role
}

/**
 * Sends each account that wants it one mail a day with the numbers of what is due, and none if nothing is. Each mail claims its day in
 * its own transaction, so any number of processes may run it.
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
        const parts = partsOf(services, await findDue(tx, account, now), today)
        if (parts.length > 0) await sendLetter(services, tx, account.id, letterOf(services, parts))
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

/** Members see what is due in their organisations; the office the requests of all and the reviews, which are its own work. */
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

/** Numbers and days only: a mail names no person and no title. */
function partsOf(services: MailServices, due: Due, today: string): LetterPart[] {
  const first = (day: string | null) =>
    day ? `（最も近い期限：${day < today ? '期限切れあり' : dateInWords(day)}）` : ''
  const sections = [
    {
      facts: [
        ['期限を過ぎた申し出', due.late, '件'],
        ['今日が期限の申し出', due.today, '件'],
        ['明日が期限の申し出', due.tomorrow, '件'],
      ],
      link: ['公開停止の申し出を開く', '/takedowns'],
    },
    {
      facts: [['審査待ちの出演者', due.performers, '名']],
      link: ['審査を開く', '/review'],
    },
    {
      facts: [['審査待ちの契約書と説明書面', due.papers, '件']],
      link: ['契約書の審査を開く', '/review/papers'],
    },
    {
      facts: [
        ['書類の期限が切れた、または30日以内に切れる出演者', due.documents, '名', first(due.firstDocument)],
      ],
      link: ['該当する出演者を開く', '/performers?expiring=true'],
    },
    {
      facts: [
        ['同意や契約の期限などで、30日以内に公開の判定が変わる動画', due.titles, '件', first(due.firstTitle)],
      ],
      link: ['ダッシュボードを開く', '/dashboard'],
    },
    {
      facts: [
        [
          '署名を待っている契約書',
          due.signings,
          '件',
          first(due.firstSigning && dayInJapan(due.firstSigning)),
        ],
      ],
      link: ['動画を開く', '/videos'],
    },
  ] as const
  return sections.flatMap(({ facts, link: [label, path] }) => {
    const shown = facts.filter(([, count]) => count > 0)
    if (shown.length === 0) return []
    return [
      {
        facts: shown.map(
          ([name, count, unit, more = '']) => [name, `${numberText(count)}${unit}${more}`] as const,
        ),
      },
      { link: linkTo(services, path), label },
    ]
  })
}

function numberText(count: number): string {
  return `${count.toLocaleString('ja-JP')}${count >= limits.countBound ? '以上の' : ''}`
}

function letterOf(services: MailServices, parts: readonly LetterPart[]): Letter {
  return {
    subject: '今日の期限のまとめ',
    parts: [
      '期限のあるものと、対応を待っているものをまとめました。',
      ...parts,
      'このメールは、アカウントで「期限のまとめメール」を受け取ることにした方に、毎朝お送りしています。対応が必要なものがない日は届きません。',
      { link: linkTo(services, '/account'), label: '受け取りをやめる・設定を変更する' },
    ],
  }
}
