import type { Db } from '../../platform/db/database.ts'
import type { OrganisationId } from '../../platform/ids.ts'
import { Problem } from '../../platform/problem.ts'

/** The unique index of external ids within an owner, and the field that contains them. */
interface ExternalId {
  readonly index: string
  readonly field: string
}

export const performerExternalId: ExternalId = { index: 'performer_external', field: 'external_id' }

/**
 * Converts a violation of the unique index into a problem; only the index detects concurrent duplicates
 * (D19). Rethrows any other error.
 */
export async function withUniqueExternalId<T>(
  { index, field }: ExternalId,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const taken = error instanceof Error && 'constraint' in error && error.constraint === index
    throw taken ? new Problem('EXTERNAL_ID_TAKEN', { field, cause: error }) : error
  }
}

/** EXTERNAL_ID_TAKEN if another performer of the owner has the id now; a hint before costly work, not a guarantee. */
export async function takenExternalId(
  db: Db,
  ownerId: OrganisationId,
  externalId: string | null,
): Promise<Problem[]> {
  if (externalId === null) return []
  const row = await db
    .selectFrom('performer')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('external_id', '=', externalId)
    .where('sealed_at', 'is', null)
    .executeTakeFirst()
  return row ? [new Problem('EXTERNAL_ID_TAKEN', { field: performerExternalId.field })] : []
}
