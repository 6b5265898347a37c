import type { QueryOf } from '@kyc/contract/endpoint.ts'
import type { listOrganisations as endpoint, ListedOrganisation } from '@kyc/contract/organisation-members.ts'
import { type PageInfo, pageById } from '../../platform/lists/page.ts'
import type { OrganisationServices } from './organisation-services.ts'
import { countOrganisations, findOrganisations } from './organisations-repository.ts'

/** A page of all organisations, for admins. */
export async function listOrganisations(
  { cursors, db }: OrganisationServices,
  { search, kind, state, ...paging }: QueryOf<typeof endpoint>,
): Promise<{ body: ListedOrganisation[]; page: PageInfo }> {
  const filter = { search, kind, state }
  const { rows, page } = await pageById(
    cursors,
    ['organisations', search, kind, state],
    paging,
    (bounds) => findOrganisations(db, filter, bounds),
    () => countOrganisations(db, filter),
  )
  const body = rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    approvedAt: row.approvedAt?.toISOString() ?? null,
  }))
  return { body, page }
}
