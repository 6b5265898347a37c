import type { PerformerDetails } from '@kyc/contract/performers.ts'
import type { Db } from '../../platform/db/database.ts'
import { foldName } from '../../platform/fold-name.ts'

/** Bounds the work if very many performers have one date of birth. */
const mostCompared = 200

interface SamePersonRow {
  readonly id: string
  readonly owner_id: string
  readonly name: string
}

/**
 * The performers with the date of birth, and with the same name in kanji or roman letters (D18): of `owner`, or of all
 * owners.
 */
export async function findSamePerson(
  db: Db,
  owner: string | null,
  details: Partial<PerformerDetails>,
): Promise<SamePersonRow[]> {
  const { date_of_birth: birth } = details
  if (!birth) return []
  const rows = await db
    .selectFrom('performer')
    .select(['id', 'owner_id', 'last_name', 'first_name', 'last_name_roman', 'first_name_roman'])
    .where('date_of_birth', '=', birth)
    .where('sealed_at', 'is', null)
    // Selects the index of one owner or that of all.
    .$if(owner !== null, (query) => query.where('owner_id', '=', owner))
    .$if(owner === null, (query) => query.where('version', '>', 0))
    .orderBy('id')
    .limit(mostCompared)
    .execute()
  const written = foldedName(details.lastName, details.firstName)
  const roman = foldedName(details.lastNameRoman, details.firstNameRoman)
  return rows
    .filter(
      (row) =>
        (written !== undefined && written === foldedName(row.last_name, row.first_name)) ||
        (roman !== undefined && roman === foldedName(row.last_name_roman, row.first_name_roman)),
    )
    .map((row) => ({ id: row.id, owner_id: row.owner_id, name: `${row.last_name} ${row.first_name}` }))
}

/** Undefined unless both names are present. */
function foldedName(last: string | undefined, first: string | undefined): string | undefined {
  return last && first ? `${foldName(last)} ${foldName(first)}` : undefined
}
