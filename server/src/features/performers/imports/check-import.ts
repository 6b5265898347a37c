import type { CheckedLine, ImportCheck, ImportLine } from '@kyc/contract/performer-imports.ts'
import type { OrganisationId } from '../../../platform/ids.ts'
import { registrationsLeft } from '../../documents/intake/charge-quota.ts'
import { findSamePerson } from '../find-same-person.ts'
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
    const same = line.state === 'new' ? await findSamePerson(db, owner, details) : []
    checked.push({ ...line, same: same.map(({ id, name }) => ({ id, name })) })
  }
  return { lines: checked, registrationsLeft: await registrationsLeft(services, db, owner) }
}
