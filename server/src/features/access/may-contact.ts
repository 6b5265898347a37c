import { attemptLimits } from '@kyc/contract/attempt-limits.ts'
import { day } from '@kyc/contract/durations.ts'
import { sql } from 'kysely'
import { countOrRefuse } from '../../platform/attempts/attempt-repository.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { Problem } from '../../platform/problem.ts'
import { isReservedName } from './reserved-names.ts'

interface Sender {
  readonly verified: boolean
  /** Null for accounts of the office, which may have a reserved name. */
  readonly name: string | null
  readonly approvedDays: number | null
}

interface Contact {
  /** The account that acts. */
  readonly actor: string
  /** The organisation in whose name it acts. */
  readonly organisation: string
}

type Services = { readonly config: Pick<Config, 'mail'> }

/**
 * Refuses what an organisation may not send to a person outside. Every act that mails such a person at the request of
 * an organisation (a link of a performer, an invitation of a member) calls it first. Counts towards the quota of the
 * organisation.
 */
export async function requireMayContact(services: Services, tx: Tx, contact: Contact): Promise<void> {
  const failures = await requireSender(services, tx, contact)
  const rule = { failures, window: day, duration: day }
  await countOrRefuse(tx, { bucket: `contacts-of:${contact.organisation}`, rule })
}

/**
 * Checks the same as `requireMayContact`, without counting. Returns how many people the organisation may write to in 24
 * hours.
 */
export async function requireSender(
  { config }: Services,
  db: Db,
  { actor, organisation }: Contact,
): Promise<number> {
  const { rows } = await sql<Sender>`
    SELECT a.email_verified AS verified, CASE WHEN a.role = 'user' THEN a.name END AS name, floor(extract(epoch FROM now() - o.approved_at) / 86400)::int AS "approvedDays"
    FROM account a, organisation o WHERE a.id = ${actor} AND o.id = ${organisation}`.execute(db)
  const [sender] = rows
  if (!sender?.verified) throw new Problem('SENDER_UNVERIFIED')
  // Checked here too: a name that the provider gave has passed no check.
  if (sender.name !== null && isReservedName(sender.name, config.mail.from.name))
    throw new Problem('SENDER_NAME')
  if (sender.approvedDays === null) throw new Problem('ORGANISATION_UNAPPROVED')
  return contactsPerDay(sender.approvedDays)
}

/** How many people an organisation may write to in 24 hours: it doubles with each week since its approval. */
export function contactsPerDay(approvedDays: number): number {
  const { first, most } = attemptLimits.contactsPerDay
  const weeks = Math.max(0, Math.floor(approvedDays / 7))
  return Math.min(most, first * 2 ** weeks)
}
