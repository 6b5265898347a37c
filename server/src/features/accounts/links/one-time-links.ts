import { createHash, randomBytes } from 'node:crypto'
import { limits } from '@kyc/contract/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import { deleteBucket } from '../../../platform/attempts/attempt-repository.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { Problem } from '../../../platform/problem.ts'
import { authorStillMay, inviteWithRole } from '../../access/delegated-rights.ts'

/** The purpose of a link in a mail. Each is valid once, and only its SHA-256 is stored. */
type LinkPurpose = 'invitation' | 'password_reset' | 'email_verification'

interface IssuedLink {
  /** The secret; it is only part of the mail. */
  readonly token: string
  readonly expiresAt: Date
}

export interface LinkAccount {
  readonly id: string
  /** Not null: no link is valid for an account without an address. */
  readonly email: string
  readonly email_key: string
  readonly name: string
}

const lifetimes: Readonly<Record<LinkPurpose, number>> = {
  invitation: limits.invitation,
  password_reset: limits.passwordReset,
  email_verification: limits.emailVerification,
}

/**
 * `by` is the account that invites: an invitation works only while that account may invite (D118). Null on the command
 * line.
 */
export function issueInvitation(tx: Tx, accountId: string, by: string | null): Promise<IssuedLink> {
  return insertLink(tx, 'invitation', accountId, by)
}

/** A link that the account itself may request. */
export function issueLink(
  tx: Tx,
  purpose: Exclude<LinkPurpose, 'invitation'>,
  accountId: string,
): Promise<IssuedLink> {
  return insertLink(tx, purpose, accountId, null)
}

async function insertLink(
  tx: Tx,
  purpose: LinkPurpose,
  accountId: string,
  by: string | null,
): Promise<IssuedLink> {
  const token = randomBytes(32).toString('base64url')
  const { expires_at } = await tx
    .insertInto('one_time_token')
    .values({
      hash: hashOf(token),
      purpose,
      account_id: accountId,
      data: '{}',
      issued_by: by,
      expires_at: sql<Date>`now() + make_interval(secs => ${lifetimes[purpose] / 1000})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { token, expiresAt: expires_at }
}

/** The account of a valid link; `byOffice` unless an account of an organisation has issued it. */
export async function findLink(
  db: Db,
  purpose: LinkPurpose,
  token: string,
): Promise<(LinkAccount & { readonly byOffice: boolean }) | undefined> {
  const { rows } = await sql<LinkAccount & { readonly byOffice: boolean }>`
    SELECT a.id, a.email, a.email_key, a.name,
      NOT EXISTS (SELECT FROM account i WHERE i.id = t.issued_by AND i.role = 'user') AS "byOffice"
    FROM one_time_token t JOIN account a ON a.id = t.account_id
    WHERE t.hash = ${hashOf(token)} AND t.purpose = ${purpose} AND t.used_at IS NULL AND t.expires_at > now()
      AND ${mayUse(purpose)} AND ${isAuthorised}`.execute(db)
  return rows[0]
}

/**
 * Consumes the link: of concurrent calls one succeeds. Locks the account first, like every act that ends
 * links, until the end of the transaction.
 */
export async function consumeLink(tx: Tx, purpose: LinkPurpose, token: string): Promise<LinkAccount> {
  const found = await findLink(tx, purpose, token)
  if (!found) throw new Problem('LINK_INVALID')
  const { rows } = await sql<LinkAccount>`
    SELECT a.id, a.email, a.email_key, a.name FROM account a
    WHERE a.id = ${found.id} AND ${mayUse(purpose)} FOR NO KEY UPDATE`.execute(tx)
  const used = await tx
    .updateTable('one_time_token')
    .set({ used_at: sql<Date>`now()` })
    .where('hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('account_id')
    .executeTakeFirst()
  if (!rows[0] || !used) throw new Problem('LINK_INVALID')
  return rows[0]
}

/**
 * Ends the links of an account. Called when a password is set, and when the account is disabled, invited
 * again or gets another address.
 */
export async function endLinks(tx: Tx, accountId: string, purpose?: LinkPurpose): Promise<void> {
  const links = tx
    .deleteFrom('one_time_token')
    .where('account_id', '=', accountId)
    .where('purpose', 'in', purpose ? [purpose] : ['invitation', 'password_reset', 'email_verification'])
  await links.execute()
  if (purpose !== 'invitation') await deleteBucket(tx, resetMailBucket(accountId))
}

/** The bucket that counts password-reset mails whose links are still valid. */
export function resetMailBucket(accountId: string): string {
  return `reset-mail:${accountId}`
}

/** The condition on a link `t` of an account `a`: its author may still invite with the present role of the account. */
export const isAuthorised = sql<boolean>`(t.issued_by IS NULL OR ${authorStillMay('t.issued_by', inviteWithRole('a.role'))})`

/** Makes the account that changed the role of an invited account the author of its invitation. */
export async function adoptInvitation(tx: Tx, accountId: string, by: string): Promise<void> {
  await tx
    .updateTable('one_time_token')
    .set({ issued_by: by })
    .where('account_id', '=', accountId)
    .where('purpose', '=', 'invitation')
    .where('issued_by', 'is not', null)
    .execute()
}

/** Keeps unused invitations that expired, because the list of users shows them. */
export async function deleteExpiredLinks(db: Db): Promise<void> {
  await db
    .deleteFrom('one_time_token')
    .where('expires_at', '<=', sql<Date>`now()`)
    .where((where) => where.or([where('purpose', '!=', 'invitation'), where('used_at', 'is not', null)]))
    .execute()
}

/** The condition for an account that was invited and has never signed in. */
export function isInvited(account: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${account}.${name}`)
  return sql<boolean>`(${column('provider')} = 'legacy' AND ${column('password_hash')} IS NULL
    AND ${column('last_sign_in_at')} IS NULL)`
}

/** Whether the account is invited, and no invitation of it works: they have expired, or their authors may not invite any more. */
export async function hasEndedInvitation(db: Db, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM account a WHERE a.id = ${accountId} AND ${isInvited('a')}
      AND NOT EXISTS (SELECT FROM one_time_token t WHERE t.account_id = a.id AND t.purpose = 'invitation'
        AND t.used_at IS NULL AND t.expires_at > now() AND ${isAuthorised})`.execute(db)
  return rows.length > 0
}

/** The condition on accounts (`a`) for a valid link: not disabled, and the link is still needed. */
function mayUse(purpose: LinkPurpose): RawBuilder<boolean> {
  const state = {
    invitation: isInvited('a'),
    password_reset: sql`a.password_hash IS NOT NULL`,
    email_verification: sql`NOT a.email_verified AND a.email IS NOT NULL`,
  }[purpose]
  return sql<boolean>`(a.disabled_at IS NULL AND ${state})`
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
