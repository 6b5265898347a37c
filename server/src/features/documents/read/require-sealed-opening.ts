import type { Db } from '../../../platform/db/database.ts'
import { isId } from '../../../platform/ids.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Actor } from '../../access/actor.ts'
import { openUntil } from './give-opening-reason.ts'

/** Permits a superadmin to read a sealed record for which it has given a reason in time. */
export async function requireSealedOpening(db: Db, actor: Actor, id: string): Promise<void> {
  const row = isId(id)
    ? await db
        .selectFrom('performer')
        .select(['sealed_at', 'destroyed_at'])
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined
  if (!row?.sealed_at) throw new Problem('PERFORMER_NOT_FOUND')
  if (row.destroyed_at) throw new Problem('RECORD_DESTROYED')
  if (!(await openUntil(db, actor, id))) throw new Problem('OPENING_REASON_REQUIRED')
}
