import type { ListedOrganisation, Member, organisationStates } from '@kyc/contract/organisation-members.ts'
import type { OrganisationKind } from '@kyc/contract/organisations.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { isId } from '../../platform/ids.ts'
import { countBounded } from '../../platform/lists/page.ts'
import { type Actor, readsAll } from '../access/actor.ts'
import { searchedWords } from '../access/fold-name.ts'

export interface OrganisationRow {
  readonly id: string
  readonly name: string
  readonly kind: OrganisationKind
  readonly disabled_reason: string | null
  readonly version: number
  readonly created_at: Date
  readonly legal_name: string | null
  readonly contact: string | null
  readonly approved_at: Date | null
  readonly cancelled_on: string | null
  readonly signing_wait_days: number
}

/** The organisation if the actor is a member, also of a disabled one, or reads everything. */
export async function findOrganisation(
  db: Db,
  actor: Actor,
  id: string,
): Promise<OrganisationRow | undefined> {
  if (!isId(id)) return undefined
  const { rows } = await sql<OrganisationRow>`
    SELECT o.id, o.name, o.kind, o.disabled_reason, o.version, o.created_at, o.legal_name, o.contact, o.approved_at,
      o.cancelled_on, o.signing_wait_days
    FROM organisation o WHERE o.id = ${id}::uuid AND (${readsAll(actor)} OR EXISTS (SELECT FROM membership m
      WHERE m.organisation_id = o.id AND m.account_id = ${actor.id} AND m.left_at IS NULL))`.execute(db)
  return rows[0]
}

interface MemberRow extends Omit<Member, 'joinedAt'> {
  readonly joinedAt: Date
}

/** Representatives first, then in the order of joining. */
export async function findMembers(db: Db, organisation: string): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    SELECT a.id AS "accountId", a.name, a.email, m.role, m.joined_at AS "joinedAt"
    FROM membership m JOIN account a ON a.id = m.account_id
    WHERE m.organisation_id = ${organisation} AND m.left_at IS NULL
    ORDER BY m.role <> 'representative', m.joined_at, a.id`.execute(db)
  return rows
}

interface ListFilter {
  readonly search?: string | undefined
  readonly kind?: OrganisationKind | undefined
  readonly state?: (typeof organisationStates)[number] | undefined
}

type ListedRow = Omit<ListedOrganisation, 'createdAt' | 'approvedAt'> & {
  readonly createdAt: Date
  readonly approvedAt: Date | null
}

/** Newest first, from below the id `before`: ids are ordered by time. */
export async function findOrganisations(
  db: Db,
  filter: ListFilter,
  page: { before: string | undefined; limit: number },
): Promise<ListedRow[]> {
  const before = page.before === undefined ? sql`true` : sql`o.id < ${page.before}::uuid`
  const { rows } = await sql<ListedRow>`
    SELECT o.id, o.name, o.kind, o.disabled_reason AS "disabledReason", o.created_at AS "createdAt", o.approved_at AS "approvedAt", o.cancelled_on AS "cancelledOn",
      (SELECT count(*) FROM membership m WHERE m.organisation_id = o.id AND m.left_at IS NULL) AS members
    FROM organisation o WHERE ${before} AND ${matches(filter)} ORDER BY o.id DESC LIMIT ${page.limit}`.execute(
    db,
  )
  return rows
}

/** The number of matching organisations, up to the bound of D19. */
export function countOrganisations(db: Db, filter: ListFilter): Promise<number> {
  return countBounded(db, sql`SELECT FROM organisation o WHERE ${matches(filter)}`)
}

const ofState = {
  active: sql<boolean>`o.disabled_at IS NULL`,
  unapproved: sql<boolean>`(o.approved_at IS NULL AND o.disabled_at IS NULL)`,
  cancelled: sql<boolean>`(o.cancelled_on IS NOT NULL AND o.disabled_at IS NULL)`,
  disabled: sql<boolean>`o.disabled_at IS NOT NULL`,
} as const

/** Requires every word of the search in the folded text. The grams are only for the index. */
function matches({ search = '', kind, state }: ListFilter): RawBuilder<boolean> {
  const conditions = searchedWords(search).map(
    ({ text, grams }) =>
      sql`text_grams(o.search_text) @> ${grams}::text[] AND strpos(o.search_text, ${text}) > 0`,
  )
  if (kind) conditions.push(sql`o.kind = ${kind}`)
  if (state) conditions.push(ofState[state])
  return sql<boolean>`(${conditions.length > 0 ? sql.join(conditions, sql` AND `) : sql`true`})`
}
