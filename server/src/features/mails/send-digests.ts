import { dayInJapan, startOfDayInJapan } from '@kyc/contract/dates.ts'
import { hour } from '@kyc/contract/durations.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { inTransaction, type Tx } from '../../platform/db/transaction.ts'
import type { Letter } from './letter.ts'
import type { MailServices } from './mail-services.ts'
import { linkTo, mayReceiveMails, sendLetter } from './send-letter.ts'

/** The hour in Japan at which a daily mail ends; later events are in the next one. */
export const digestHour = 8

/** The largest number of accounts that one query finds. */
const accountsAtOnce = 500

interface Count {
  readonly organisationId: string
  readonly organisationName: string
  readonly kind: Tables['digest_event']['kind']
  readonly performers: number
}

/**
 * Sends each account one mail with the events until the last digest hour. Each mail deletes its events in its
 * own transaction, so any number of processes may run it, at any time after that hour.
 */
export async function sendDigests(services: MailServices & { readonly db: Db }): Promise<void> {
  const now = services.clock.now()
  const today = startOfDayInJapan(dayInJapan(now)).getTime() + digestHour * hour
  const until = new Date(today <= now.getTime() ? today : today - 24 * hour)
  let accounts: string[] = []
  do {
    accounts = await accountsWithEvents(services.db, until, accounts.at(-1))
    for (const accountId of accounts) {
      await inTransaction(services.db, (tx) => sendDigest(services, tx, accountId, until))
    }
  } while (accounts.length === accountsAtOnce)
}

async function accountsWithEvents(db: Db, until: Date, after: string | undefined): Promise<string[]> {
  let query = db.selectFrom('digest_event').select('account_id').distinct().where('at', '<', until)
  if (after !== undefined) query = query.where('account_id', '>', after)
  const rows = await query.orderBy('account_id').limit(accountsAtOnce).execute()
  return rows.map(({ account_id }) => account_id)
}

async function sendDigest(services: MailServices, tx: Tx, accountId: string, until: Date): Promise<void> {
  const counts = await takeEvents(tx, accountId, until)
  if (counts.length > 0) await sendLetter(services, tx, accountId, letterOf(services, counts))
}

/**
 * Deletes the events of an account, and counts those of records that it may still see and wants mails about. Of
 * several events of one kind, a performer counts once.
 */
async function takeEvents(tx: Tx, accountId: string, until: Date): Promise<Count[]> {
  const { rows } = await sql<Count>`
    WITH taken AS (
      DELETE FROM digest_event WHERE account_id = ${accountId} AND at < ${until} RETURNING performer_id, kind)
    SELECT o.id AS "organisationId", o.name AS "organisationName", taken.kind,
      count(DISTINCT p.id)::int AS performers
    FROM taken
    JOIN performer p ON p.id = taken.performer_id AND p.sealed_at IS NULL
    JOIN active_membership m ON m.organisation_id = p.owner_id AND m.account_id = ${accountId}
    JOIN organisation o ON o.id = m.organisation_id
    JOIN account ON account.id = m.account_id AND account.record_mails <> 'off' AND ${mayReceiveMails}
    GROUP BY o.id, taken.kind ORDER BY o.name, o.id, taken.kind`.execute(tx)
  return rows
}

const labels = {
  rejected: '書類が差し戻された出演者',
  approved: '承認された出演者',
  revised: '書類の判断が変更された出演者',
  reopened: '審査が再開された出演者',
  expiring: '書類の有効期限が近い出演者',
} as const satisfies Record<Count['kind'], string>

function letterOf(services: MailServices, counts: readonly Count[]): Letter {
  const byOrganisation = Map.groupBy(counts, ({ organisationId }) => organisationId)
  return {
    subject: '出演者についての1日のお知らせ',
    parts: [
      'ほかのメンバーが登録した出演者について、前回のお知らせからの動きをまとめました。',
      ...[...byOrganisation].flatMap((group) => partsOf(services, group)),
      '受け取り方は、アカウントの「お知らせメール」で変更できます。',
      { link: linkTo(services, '/account'), label: '受け取り方を変更する' },
    ],
  }
}

/** The numbers of one organisation. Names of performers stay in the product. */
function partsOf(
  services: MailServices,
  [organisation, counts]: [string, readonly Count[]],
): Letter['parts'] {
  const numbers = counts.map(({ kind, performers }) => [labels[kind], `${performers}名`] as const)
  const list = linkTo(services, `/performers?sort=-updatedAt&organisation=${organisation}`)
  return [
    { facts: [['組織', counts[0]?.organisationName ?? ''], ...numbers] },
    { link: list, label: '出演者一覧を開く' },
  ]
}
