import type { QueryOf } from '@kyc/contract/endpoint.ts'
import type { listPartners as endpoint, Partner } from '@kyc/contract/partners.ts'
import { type PageInfo, pageById } from '../../platform/lists/page.ts'
import { countPartners, findPartners } from './partner-repository.ts'
import type { PartnerServices } from './partner-services.ts'
import { presentPartners } from './present-partner.ts'

/** A page of all partners, newest first. Lists create no audit entry. */
export async function listPartners(
  { db, cursors }: PartnerServices,
  query: QueryOf<typeof endpoint>,
): Promise<{ body: Partner[]; page: PageInfo }> {
  const { rows, page } = await pageById(
    cursors,
    ['partners'],
    query,
    (bounds) => findPartners(db, bounds),
    () => countPartners(db),
  )
  return { body: await presentPartners(db, rows), page }
}
