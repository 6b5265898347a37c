import type { Role, User } from '@kyc/contract/accounts.ts'
import type { ManagedUser } from '@kyc/contract/users.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { countBounded } from '../../../platform/lists/page.ts'
import { searchedWords } from '../../access/fold-name.ts'
import { membershipOrder } from '../../access/scope.ts'
import { isAuthorised, isInvited } from '../links/one-time-links.ts'
import { isOpenRequest } from './superadmin-request-repository.ts'

/** An account as shown to admins. */
export interface ManagedRow {
  readonly id: string
  readonly email: string | null
  readonly email_verified: boolean
  readonly email_key: string
  readonly name: string
  readonly role: Role
  readonly role_managed: boolean
  readonly provider: User['provider']
  readonly disabled: boolean
  readonly invited: boolean
  readonly second_factor: boolean
  readonly created_at: Date
  readonly last_sign_in_at: Date | null
  readonly invitation_expires_at: Date | null
  readonly organisations: ManagedUser['organisations']
  /** The open request to make it a superadmin. */
  readonly superadmin_request: { by: string | null; name: string | null; at: string; until: string } | null
}

interface UserFilter {
  readonly search?: string | undefined
  readonly role?: Role | undefined
  /** Only members of this organisation. */
  readonly organisation: string | null
}

const columns = sql`a.id, a.email, a.email_key, a.email_verified, a.name, a.role, a.role_managed, a.provider,
  a.disabled_at IS NOT NULL AS disabled, ${isInvited('a')} AS invited, a.created_at, a.last_sign_in_at,
  (EXISTS (SELECT FROM totp WHERE account_id = a.id AND confirmed_at IS NOT NULL)
    OR EXISTS (SELECT FROM passkey WHERE account_id = a.id)) AS second_factor,
  (SELECT max(CASE WHEN ${isAuthorised} THEN expires_at ELSE least(expires_at, t.created_at) END) FROM one_time_token t
    WHERE t.account_id = a.id AND t.purpose = 'invitation' AND t.used_at IS NULL) AS invitation_expires_at,
  ARRAY(SELECT jsonb_build_object('id', o.id, 'name', o.name, 'role', m.role)
    FROM membership m JOIN organisation o ON o.id = m.organisation_id
    WHERE m.account_id = a.id AND m.left_at IS NULL ${membershipOrder}) AS organisations,
  (SELECT jsonb_build_object('by', r.requested_by, 'name', by.name, 'at', r.requested_at, 'until', r.expires_at)
    FROM superadmin_request r LEFT JOIN account by ON by.id = r.requested_by
    WHERE r.account_id = a.id AND ${isOpenRequest}) AS superadmin_request`

/** Newest first, from below the id `before`: ids are ordered by time. */
export async function findUsers(
  db: Db,
  filter: UserFilter,
  page: { before: string | undefined; limit: number },
): Promise<ManagedRow[]> {
  const before = page.before === undefined ? sql`true` : sql`a.id < ${page.before}::uuid`
  const { rows } = await sql<ManagedRow>`
    SELECT ${columns} FROM account a
    WHERE ${before} AND ${matches(filter)} ORDER BY a.id DESC LIMIT ${page.limit}`.execute(db)
  return rows
}

/** The number of matching accounts, up to the bound of D19. */
export function countUsers(db: Db, filter: UserFilter): Promise<number> {
  return countBounded(db, sql`SELECT FROM account a WHERE ${matches(filter)}`)
}

export async function findUser(db: Db, id: string): Promise<ManagedRow | undefined> {
  const { rows } = await sql<ManagedRow>`SELECT ${columns} FROM account a WHERE a.id = ${id}::uuid`.execute(
    db,
  )
  return rows[0]
}

/** Requires every word of the search in the folded name or address. The grams are only for the index. */
function matches({ search = '', role, organisation }: UserFilter): RawBuilder<boolean> {
  const conditions = searchedWords(search).map(
    ({ text, grams }) =>
      sql`text_grams(a.search_text) @> ${grams}::text[] AND strpos(a.search_text, ${text}) > 0`,
  )
  if (role) conditions.push(sql`a.role = ${role}`)
  if (organisation !== null)
    conditions.push(sql`EXISTS (SELECT FROM membership m
      WHERE m.organisation_id = ${organisation} AND m.account_id = a.id AND m.left_at IS NULL)`)
  return sql<boolean>`(${conditions.length > 0 ? sql.join(conditions, sql` AND `) : sql`true`})`
}
