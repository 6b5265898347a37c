import type { RecordMailTime } from '@kyc/contract/account.ts'
import type { MemberRole } from '@kyc/contract/organisations.ts'
import { sql } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import type { Letter } from './letter.ts'
import type { MailServices } from './mail-services.ts'
import { linkTo, mayReceiveMails, sendLetter } from './send-letter.ts'

/** What happened to a performer. */
export interface RecordEvent {
  readonly performerId: string
  readonly registeredBy: string
  readonly kind: Tables['digest_event']['kind']
}

interface Member {
  readonly account_id: string
  readonly role: MemberRole
  readonly record_mails: RecordMailTime
}

/**
 * Mails events about records of an organisation to its members, in `tx`. The account that registered a record
 * receives its events at once; if it has left or may not receive mails, every 代表 does. The other members choose: at
 * once, in the daily mail, or never. Each member receives an event once. `compose` writes the letter about some of
 * the events, all for one member.
 */
export async function sendToMembers<Event extends RecordEvent>(
  services: MailServices,
  tx: Tx,
  { organisation, events }: { readonly organisation: string; readonly events: readonly Event[] },
  compose: (events: readonly Event[]) => Letter,
): Promise<void> {
  const members = await membersOf(tx, organisation)
  const first = new Map(events.map((event) => [event, firstRecipients(members, event)]))
  const isFirst = (member: Member, event: Event) => first.get(event)?.includes(member) === true
  for (const member of members) {
    const now = events.filter((event) => isFirst(member, event) || member.record_mails === 'immediately')
    if (now.length === 0) continue
    const onlyFirst = now.every((event) => isFirst(member, event))
    const letter = onlyFirst ? compose(now) : withWayOut(services, compose(now))
    await sendLetter(services, tx, member.account_id, letter)
  }
  const daily = members.filter(({ record_mails }) => record_mails === 'daily')
  for (const event of events) {
    const later = daily.filter((member) => !isFirst(member, event)).map(({ account_id }) => account_id)
    if (later.length > 0) await saveForDigest(tx, later, event, services.clock.now())
  }
}

async function saveForDigest(
  tx: Tx,
  accountIds: readonly string[],
  { performerId, kind }: RecordEvent,
  at: Date,
): Promise<void> {
  await sql`INSERT INTO digest_event (account_id, id, performer_id, kind, at)
    SELECT account_id, ${newId(at)}, ${performerId}, ${kind}, ${at}
    FROM unnest(${accountIds}::uuid[]) account_id`.execute(tx)
}

/** The members of an organisation in use who may receive mails. */
async function membersOf(tx: Tx, organisation: string): Promise<Member[]> {
  const { rows } = await sql<Member>`
    SELECT m.account_id, m.role, account.record_mails
    FROM active_membership m JOIN account ON account.id = m.account_id
    WHERE m.organisation_id = ${organisation} AND ${mayReceiveMails} ORDER BY m.account_id`.execute(tx)
  return rows
}

function firstRecipients(members: readonly Member[], { registeredBy }: RecordEvent): readonly Member[] {
  const registrar = members.find(({ account_id }) => account_id === registeredBy)
  return registrar ? [registrar] : members.filter(({ role }) => role === 'representative')
}

/** The letter with a link to the setting for such mails, because another member registered the record. */
function withWayOut(services: MailServices, letter: Letter): Letter {
  const why =
    'ほかのメンバーが登録した記録も含まれます。受け取り方は、アカウントの「お知らせメール」で変更できます。'
  const link = { link: linkTo(services, '/account'), label: '受け取り方を変更する' }
  return { ...letter, parts: [...letter.parts, why, link] }
}
