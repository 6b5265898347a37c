import { roleLabels } from '@kyc/contract/role-labels.ts'
import { sql } from 'kysely'
import type { FieldChange } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { Problem } from '../../platform/problem.ts'
import { type Actor, isAdmin } from '../access/actor.ts'
import { isColleague } from '../access/visible-to.ts'

/**
 * Refuses an act whose author has not seen these changes of details, by field. `about` begins the message where no field shows it.
 */
export async function refuseLaterChanges<Field extends string>(
  tx: Tx,
  actor: Actor,
  later: readonly (readonly [field: Field, change: FieldChange])[],
  about: (field: Field) => string = () => '',
): Promise<void> {
  if (later.length === 0) return
  const authors = await tx
    .selectFrom('account')
    .select(['id', 'name'])
    .select(isColleague(actor, sql`account.id`).as('colleague'))
    .where('id', 'in', [...new Set(later.map(([, { by }]) => by))])
    .execute()
  const nameOf = (id: string) => {
    const author = authors.find((each) => each.id === id)
    return author && (isAdmin(actor) || author.colleague) ? `${author.name}さん` : roleLabels.admin
  }
  const errors = later.map(([field, { by }]) => ({
    field,
    message: `${about(field)}${by === actor.id ? 'ご自身' : nameOf(by)}が変更しました。`,
  }))
  throw new Problem('CONFLICT', { errors })
}
