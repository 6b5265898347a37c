import type { BodyOf, ReplyOf } from '@kyc/contract/endpoint.ts'
import type { checkPerformer as endpoint, PerformerDetails, SamePerformer } from '@kyc/contract/performers.ts'
import type { Db } from '../../platform/db/database.ts'
import { foldName } from '../../platform/fold-name.ts'
import { throwAll } from '../../platform/problem.ts'
import { detailFaults, storedDetails } from './performer-details.ts'
import type { PerformerServices } from './performer-services.ts'
import { takenExternalId } from './unique-external-id.ts'

/**
 * Checks the fields of a registration before its files are sent, and finds performers of the organisation `owner` that may be the
 * same person. A hint: the registration itself checks everything again.
 * @throws Problem INVALID_INPUT, ID_KIND_UNSUPPORTED, EXTERNAL_ID_TAKEN, all at once
 */
export async function checkPerformer(
  { db, clock }: Pick<PerformerServices, 'db' | 'clock'>,
  owner: string,
  fields: BodyOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const details = storedDetails(fields)
  const taken = await takenExternalId(db, owner, details.external_id ?? null)
  throwAll([...detailFaults(fields, clock.now()), ...taken])
  return { same: await findSame(db, owner, details) }
}

/** Bounds the work if an owner has very many performers with one date of birth. */
const mostCompared = 200

/** The performers of `ownerId` with the date of birth, and with the same name in kanji or roman letters (D18). */
export async function findSame(
  db: Db,
  ownerId: string,
  details: Partial<PerformerDetails>,
): Promise<SamePerformer[]> {
  const { date_of_birth: birth } = details
  if (!birth) return []
  const rows = await db
    .selectFrom('performer')
    .select(['id', 'last_name', 'first_name', 'last_name_roman', 'first_name_roman'])
    .where('owner_id', '=', ownerId)
    .where('date_of_birth', '=', birth)
    .where('sealed_at', 'is', null)
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
    .map((row) => ({ id: row.id, name: `${row.last_name} ${row.first_name}` }))
}

/** Undefined unless both names are present. */
function foldedName(last: string | undefined, first: string | undefined): string | undefined {
  return last && first ? `${foldName(last)} ${foldName(first)}` : undefined
}
