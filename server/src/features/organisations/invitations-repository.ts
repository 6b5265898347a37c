import type { MemberRole, OrganisationKind } from '@kyc/contract/organisations.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { isId } from '../../platform/ids.ts'
import type { Actor } from '../access/actor.ts'
import { authorStillMay, inviteMembersOf } from '../access/delegated-rights.ts'

export interface InvitationRow {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: MemberRole
  readonly invited_at: Date
  readonly expires_at: Date
}

export interface OwnInvitationRow {
  readonly organisation_id: string
  readonly organisation_name: string
  readonly kind: OrganisationKind
  readonly role: MemberRole
  readonly invited_by: string
  readonly expires_at: Date
}

interface TakenInvitation {
  readonly role: MemberRole
  readonly email: string
  /** The name of the account. */
  readonly name: string
}

const columns = ['id', 'email', 'name', 'role', 'invited_at', 'expires_at'] as const

/** D118: an invitation `i` works only while its author may still invite for the organisation. */
const isAuthorised = authorStillMay('i.invited_by', inviteMembersOf('i.organisation_id'))

/**
 * The invitations, newest first, also expired ones, because another invitation of the same address renews them. An
 * invitation whose author may no longer invite counts as expired.
 */
export async function findInvitations(db: Db, organisation: string): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    SELECT i.id, i.email, i.name, i.role, i.invited_at,
      CASE WHEN ${isAuthorised} THEN i.expires_at ELSE least(i.expires_at, i.invited_at) END AS expires_at
    FROM organisation_invitation i WHERE i.organisation_id = ${organisation}::uuid ORDER BY i.invited_at DESC, i.id`.execute(
    db,
  )
  return rows
}

/** Adds the invitation, or renews that of the same address. */
export function upsertInvitation(
  tx: Tx,
  {
    organisation,
    emailKey,
    by,
    ...row
  }: InvitationRow & { organisation: string; emailKey: string; by: string },
): Promise<InvitationRow> {
  const changes = { ...row, invited_by: by }
  return tx
    .insertInto('organisation_invitation')
    .values({ ...changes, organisation_id: organisation, email_key: emailKey })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'email_key']).doUpdateSet(changes))
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Deletes an invitation of the organisation; undefined if there is none with this id. */
export async function deleteInvitation(
  tx: Tx,
  organisation: string,
  id: string,
): Promise<InvitationRow | undefined> {
  if (!isId(id)) return undefined
  return tx
    .deleteFrom('organisation_invitation')
    .where('organisation_id', '=', organisation)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
}

/** The valid invitations of the actor, the newest first. */
export async function findOwnInvitations(db: Db, actor: Actor, at: Date): Promise<OwnInvitationRow[]> {
  const { rows } = await sql<OwnInvitationRow>`
    SELECT o.id AS organisation_id, o.name AS organisation_name, o.kind, i.role, by.name AS invited_by, i.expires_at
    FROM ${ownInvitations(actor, at)} JOIN organisation o ON o.id = i.organisation_id
      JOIN account by ON by.id = i.invited_by
    ORDER BY i.invited_at DESC, i.id`.execute(db)
  return rows
}

/** Deletes a valid invitation of the actor; undefined if there is none. */
export async function takeInvitation(
  tx: Tx,
  actor: Actor,
  organisation: string,
  at: Date,
): Promise<TakenInvitation | undefined> {
  const { rows } = await sql<TakenInvitation>`
    DELETE FROM organisation_invitation WHERE id = (SELECT i.id FROM ${ownInvitations(actor, at)}
      WHERE i.organisation_id = ${organisation}::uuid)
    RETURNING role, email, (SELECT name FROM account WHERE id = ${actor.id}) AS name`.execute(tx)
  return rows[0]
}

/**
 * The invitations `i` of the verified address of the account: an unverified account has not shown that the mail was for
 * it (D56). An invitation ends with the right of its author.
 */
function ownInvitations(actor: Actor, at: Date): RawBuilder<unknown> {
  return sql`organisation_invitation i JOIN account self ON self.email_key = i.email_key AND self.id = ${actor.id}
    AND self.email_verified AND self.disabled_at IS NULL AND i.expires_at > ${at} AND ${isAuthorised}`
}
