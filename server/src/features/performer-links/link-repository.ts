import type { Role } from '@kyc/contract/accounts.ts'
import type { LinkLanguage } from '@kyc/contract/consent.ts'
import type { IdKind } from '@kyc/contract/document-vocabulary.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { LinkKind, Tables } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { isId } from '../../platform/ids.ts'
import { Problem } from '../../platform/problem.ts'
import { authorStillMay, sendLinksFor } from '../access/delegated-rights.ts'

export type LinkColumns = Selectable<Tables['performer_link']>
export type ConsentRow = Pick<
  Selectable<Tables['performer_consent']>,
  'at' | 'version' | 'language' | 'wording'
> &
  Pick<LinkColumns, 'mailed'>

/** A link that may be used, with its record. */
export interface UsableLink extends LinkColumns {
  readonly organisation_name: string
  readonly id_kind: IdKind | null
  readonly ever_decided: boolean
  /** Of the record. */
  readonly record_version: number
  readonly sender_role: Role
  readonly consent_version: string | null
  readonly consent_language: LinkLanguage | null
  readonly consent_at: Date | null
}

/**
 * The links of `kind` among those of `condition` that may be used at `now`; `owner_id` is the present owner of the
 * record. A link to submit documents acts with the right of the account that sent it: it works only while the account
 * may edit the record and the organisation is approved (D115, D118), the case is open (D78), and the record has the
 * same owner. A link to the page of the performer acts with its own right (D104).
 */
export async function findUsableLinks(
  db: Db,
  now: Date,
  kind: LinkKind,
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown> = sql``,
): Promise<UsableLink[]> {
  const { rows } = await sql<UsableLink>`
    SELECT l.*, p.owner_id, o.name AS organisation_name, p.id_kind, p.ever_decided, p.version AS record_version,
      sender.role AS sender_role,
      c.version AS consent_version, c.language AS consent_language, c.at AS consent_at
    FROM performer_link l
    JOIN performer p ON p.id = l.performer_id AND p.sealed_at IS NULL
    JOIN organisation o ON o.id = p.owner_id
    JOIN account sender ON sender.id = l.created_by
    LEFT JOIN performer_consent c ON c.link_id = l.id
    WHERE l.kind = ${kind} AND ${rightsOf[kind]} AND l.revoked_at IS NULL AND l.expires_at > ${now}
      AND ${condition} ${order}`.execute(db)
  return rows
}

/** The further conditions of each kind: a link to submit documents acts with the right of the account that sent it. */
const rightsOf: Readonly<Record<LinkKind, RawBuilder<boolean>>> = {
  documents: sql`(p.owner_id = l.owner_id AND p.case_closed IS NULL AND o.disabled_at IS NULL
    AND ${authorStillMay('l.created_by', sendLinksFor('l.owner_id'))})`,
  page: sql`true`,
}

export async function findByToken(
  db: Db,
  now: Date,
  kind: LinkKind,
  hash: Buffer,
): Promise<UsableLink | undefined> {
  const [link] = await findUsableLinks(db, now, kind, sql`l.token_hash = ${hash}`)
  return link
}

/** The link of the kind with this id that is bound to the browser; without an id, the one that it opened last. */
export async function findByBrowser(
  db: Db,
  now: Date,
  kind: LinkKind,
  browserKey: Buffer,
  id?: string,
): Promise<UsableLink | undefined> {
  if (id !== undefined && !isId(id)) return undefined
  const wanted = id === undefined ? sql`true` : sql`l.id = ${id}::uuid`
  const [link] = await findUsableLinks(
    db,
    now,
    kind,
    sql`l.browser_key = ${browserKey} AND ${wanted}`,
    sql`ORDER BY l.opened_at DESC, l.id DESC LIMIT 1`,
  )
  return link
}

/**
 * Locks the performer, like every change of a record, and reads the link again: until the transaction ends, no other
 * call revokes it, binds it to a browser or changes the record.
 */
export async function lockLink(
  tx: Tx,
  now: Date,
  { id, performer_id, kind }: Pick<UsableLink, 'id' | 'performer_id' | 'kind'>,
): Promise<UsableLink> {
  await tx.selectFrom('performer').select('id').where('id', '=', performer_id).forUpdate().execute()
  const [link] = await findUsableLinks(tx, now, kind, sql`l.id = ${id}`)
  if (!link) throw new Problem('PERFORMER_LINK_ENDED')
  return link
}

/** Like `lockLink`, for a call of the browser that `found` is bound to. */
export async function lockBoundLink(tx: Tx, now: Date, found: UsableLink): Promise<UsableLink> {
  const link = await lockLink(tx, now, found)
  if (!found.browser_key || !link.browser_key?.equals(found.browser_key))
    throw new Problem('PERFORMER_LINK_ENDED')
  return link
}

/** The links of a performer of this kind, whatever their state, newest first. */
export function findLinks(db: Db, performerId: string, kind: LinkKind): Promise<LinkColumns[]> {
  return db
    .selectFrom('performer_link')
    .selectAll()
    .where('performer_id', '=', performerId)
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .execute()
}

/** The consents of a performer, newest first. */
export function findConsents(db: Db, performerId: string): Promise<ConsentRow[]> {
  return db
    .selectFrom('performer_consent as c')
    .innerJoin('performer_link as l', 'l.id', 'c.link_id')
    .select(['c.at', 'c.version', 'c.language', 'c.wording', 'l.mailed'])
    .where('c.performer_id', '=', performerId)
    .orderBy('c.id', 'desc')
    .execute()
}

/**
 * Deletes the addresses and codes of links whose time is over; that of a page stays until another link replaces it
 * (D104).
 */
export async function forgetLinkAddresses(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('performer_link')
    .set({ email_box: null, code_mac: null, code_expires_at: null })
    .where('expires_at', '<=', now)
    .where('kind', '=', 'documents')
    .where('email_box', 'is not', null)
    .execute()
}
