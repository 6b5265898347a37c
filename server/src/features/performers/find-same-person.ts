import type { PerformerDetails } from '@kyc/contract/performers.ts'
import { NIL } from 'uuid'
import type { Db } from '../../platform/db/database.ts'
import type { OrganisationId } from '../../platform/ids.ts'
import { foldName, sortName } from '../access/fold-name.ts'

/** The rows of one query; a date of birth that very many performers have takes several. */
const batch = 200

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
  owner: OrganisationId | null,
  details: Partial<PerformerDetails>,
): Promise<SamePersonRow[]> {
  const { date_of_birth: birth } = details
  if (!birth) return []
  const written = foldedName(details.lastName, details.firstName)
  const roman = foldedName(details.lastNameRoman, details.firstNameRoman)
  const same: SamePersonRow[] = []
  for (let last: string = NIL; ; ) {
    const rows = await findBorn(db, owner, birth, last)
    for (const row of rows) {
      const isSame =
        (written !== undefined && written === foldedName(row.last_name, row.first_name)) ||
        (roman !== undefined && roman === foldedName(row.last_name_roman, row.first_name_roman))
      if (isSame)
        same.push({ id: row.id, owner_id: row.owner_id, name: `${row.last_name} ${row.first_name}` })
    }
    const end = rows.at(-1)
    if (!end || rows.length < batch) return same
    last = end.id
  }
}

/**
 * The performers of `owner` with the same name in kanji and roman letters, at most ten: for a line without a date of
 * birth, which nothing else distinguishes.
 */
export async function findSameName(
  db: Db,
  owner: OrganisationId,
  details: Partial<PerformerDetails>,
): Promise<SamePersonRow[]> {
  const { lastNameRoman = '', firstNameRoman = '' } = details
  const rows = await db
    .selectFrom('performer')
    .select(['id', 'owner_id', 'last_name', 'first_name'])
    .where('owner_id', '=', owner)
    .where('sort_name', '=', sortName(lastNameRoman, firstNameRoman))
    .where('sealed_at', 'is', null)
    .orderBy('id')
    .limit(10)
    .execute()
  const written = foldedName(details.lastName, details.firstName)
  return rows
    .filter((row) => written === foldedName(row.last_name, row.first_name))
    .map((row) => ({ id: row.id, owner_id: row.owner_id, name: `${row.last_name} ${row.first_name}` }))
}

/**
 * The next performers with the date of birth after `last`. All of them are compared: a limit could leave out the same
 * person.
 */
function findBorn(db: Db, owner: OrganisationId | null, birth: string, last: string) {
  return (
    db
      .selectFrom('performer')
      .select(['id', 'owner_id', 'last_name', 'first_name', 'last_name_roman', 'first_name_roman'])
      .where('date_of_birth', '=', birth)
      .where('id', '>', last)
      .where('sealed_at', 'is', null)
      // Selects the index of one owner or that of all.
      .$if(owner !== null, (query) => query.where('owner_id', '=', owner))
      .$if(owner === null, (query) => query.where('version', '>', 0))
      .orderBy('id')
      .limit(batch)
      .execute()
  )
}

/** Undefined unless both names are present. */
function foldedName(last: string | undefined, first: string | undefined): string | undefined {
  return last && first ? `${foldName(last)} ${foldName(first)}` : undefined
}
