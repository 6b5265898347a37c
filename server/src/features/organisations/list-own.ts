import type { OwnOrganisation } from '@kyc/contract/organisations.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Actor } from '../access/actor.ts'
import { membershipOrder } from '../access/scope.ts'

/** The organisations of the actor, the default of lists first, with the reason if one is disabled. */
export async function listOwn(db: Db, actor: Actor): Promise<OwnOrganisation[]> {
  const { rows } = await sql<OwnOrganisation>`
    SELECT o.id, o.name, o.kind, m.role, o.disabled_reason AS "disabledReason"
    FROM membership m JOIN organisation o ON o.id = m.organisation_id
    WHERE m.account_id = ${actor.id} AND m.left_at IS NULL ${membershipOrder}`.execute(db)
  return rows
}
