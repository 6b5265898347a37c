import type { CheckedLine, ImportCheck, ImportLine } from '@kyc/contract/performer-imports.ts'
import type { PerformerDetails } from '@kyc/contract/performers.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { OrganisationId } from '../../../platform/ids.ts'
import { registrationsLeft } from '../../documents/intake/charge-quota.ts'
import { findSameName, findSamePerson } from '../find-same-person.ts'
import type { PerformerServices } from '../performer-services.ts'
import { checkLines } from './check-lines.ts'

/** The dry run of an import into `owner`: what would become of each line. */
export async function checkImport(
  services: PerformerServices,
  owner: OrganisationId,
  lines: readonly ImportLine[],
): Promise<ImportCheck> {
  const { db } = services
  const checked: CheckedLine[] = []
  for (const { details, ...line } of await checkLines(services, db, owner, lines)) {
    const same = line.state === 'new' ? await findSame(db, owner, details) : []
    checked.push({ ...line, same: same.map(({ id, name }) => ({ id, name })) })
  }
  return { lines: checked, registrationsLeft: await registrationsLeft(services, db, owner) }
}

/** Who may be the person of a line: without a date of birth and an external id, only the names are compared. */
function findSame(db: Db, owner: OrganisationId, details: Partial<PerformerDetails>) {
  if (details.date_of_birth) return findSamePerson(db, owner, details)
  return details.external_id ? [] : findSameName(db, owner, details)
}
