import type { Db } from '../../platform/db/database.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { getVisiblePerformer, requireDocumentType } from './document-repository.ts'

interface AskedFor {
  readonly actor: Actor | undefined
  readonly params: { readonly id: string; readonly type?: string }
}

/**
 * For `bind`: says that there is no such performer, or no such slot, before anything is said about the input (D50).
 */
export function refuseHidden(db: Db): (call: AskedFor) => Promise<void> {
  return async ({ actor, params }) => {
    if (!actor) throw new Problem('PERFORMER_NOT_FOUND')
    await getVisiblePerformer(db, actor, params.id)
    if (params.type !== undefined) requireDocumentType(params.type)
  }
}
