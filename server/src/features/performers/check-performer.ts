import type { BodyOf, ReplyOf } from '@kyc/contract/endpoint.ts'
import type { checkPerformer as endpoint } from '@kyc/contract/performer-check.ts'
import type { OrganisationId } from '../../platform/ids.ts'
import { throwAll } from '../../platform/problem.ts'
import { findSamePerson } from './find-same-person.ts'
import { detailFaults, storedDetails } from './performer-details.ts'
import type { PerformerServices } from './performer-services.ts'
import { takenExternalId } from './unique-external-id.ts'

/**
 * Checks the fields of a registration before its files are sent, and finds performers of the organisation `owner` that may be the
 * same person. A hint: the registration itself checks everything again.
 */
export async function checkPerformer(
  { db, clock }: Pick<PerformerServices, 'db' | 'clock'>,
  owner: OrganisationId,
  fields: BodyOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const details = storedDetails(fields)
  const taken = await takenExternalId(db, owner, details.external_id ?? null)
  throwAll([...detailFaults(fields, clock.now()), ...taken])
  const same = await findSamePerson(db, owner, details)
  return { same: same.map(({ id, name }) => ({ id, name })) }
}
