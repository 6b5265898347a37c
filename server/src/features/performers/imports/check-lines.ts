import { isDeepStrictEqual } from 'node:util'
import { allFields } from '@kyc/contract/performer-fields.ts'
import type { CheckedLine, ImportLine } from '@kyc/contract/performer-imports.ts'
import type { PerformerDetails } from '@kyc/contract/performers.ts'
import { sql } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { OrganisationId } from '../../../platform/ids.ts'
import { errorsOf } from '../../../platform/problem.ts'
import { detailsOf, performerColumns } from '../../records/performer-row.ts'
import { checkRegistration } from '../check-registration.ts'

/** A checked line, and what it would register. */
export interface LineCheck extends Omit<CheckedLine, 'same'> {
  readonly details: PerformerDetails
}

/** Checks each line of an import like a registration without files, and compares it with the record of its external id. */
export async function checkLines(
  { clock }: { readonly clock: Clock },
  db: Db,
  owner: OrganisationId,
  lines: readonly ImportLine[],
): Promise<LineCheck[]> {
  const now = clock.now()
  const checked = lines.map((line) => {
    const cells = Object.entries(line).flatMap(([field, text]) => (text ? [[field, text] as const] : []))
    const fields = Object.fromEntries(cells)
    const { faults, details } = checkRegistration({ fields, files: [], refused: [] }, now, { draft: true })
    return { details, errors: faults.flatMap(errorsOf).flatMap(ofField) }
  })
  const ids = checked.flatMap(({ details }) => details.external_id ?? [])
  const existing = await findByExternalIds(db, owner, ids)
  return checked.map(({ details, errors }) => {
    const id = details.external_id
    const repeated = id !== null && ids.indexOf(id) !== ids.lastIndexOf(id)
    const all = repeated ? [...errors, { field: 'external_id' as const, message: repeatedMessage }] : errors
    if (all.length > 0) return { state: 'invalid', errors: all, differs: [], performerId: null, details }
    const found = id === null ? undefined : existing.get(id)
    if (!found) return { state: 'new', errors: [], differs: [], performerId: null, details }
    const differs = allFields.filter(
      (field) => details[field] !== null && !isDeepStrictEqual(details[field], found.details[field]),
    )
    const state = differs.length > 0 ? 'differs' : 'existing'
    return { state, errors: [], differs, performerId: found.id, details }
  })
}

const repeatedMessage = '同じ外部IDの行がほかにもあります。'

/** All parts of a line are fields of performers. */
function ofField({ field, message }: { field: string; message: string }) {
  const known = allFields.find((each) => each === field)
  return known ? [{ field: known, message }] : []
}

interface Existing {
  readonly id: string
  readonly details: PerformerDetails
}

/** The unsealed records of `owner` with these external ids. */
async function findByExternalIds(
  db: Db,
  owner: OrganisationId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Existing>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Parameters<typeof detailsOf>[0] & { id: string; external_id: string }>`
    SELECT ${performerColumns} FROM performer p
    WHERE p.owner_id = ${owner} AND p.external_id = ANY (${[...ids]}::text[]) AND p.sealed_at IS NULL`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.external_id, { id: row.id, details: detailsOf(row) }]))
}
