import type { QueryOf } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { listPartners as endpoint, Partner } from '@kyc/contract/partners.ts'
import { cutPage, type PageInfo } from '../../platform/page.ts'
import { countPartners, findPartners } from './partner-repository.ts'
import type { PartnerServices } from './partner-services.ts'
import { presentPartners } from './present-partner.ts'

const list = 'partners'

export interface PartnerPage extends PageInfo {
  readonly partners: Partner[]
}

/** A page of all partners, newest first (D19). Lists create no audit entry (D38). */
export async function listPartners(
  { db, cursors }: Pick<PartnerServices, 'db' | 'cursors'>,
  { limit = limits.page.size, cursor }: QueryOf<typeof endpoint>,
): Promise<PartnerPage> {
  const before = cursor === undefined ? undefined : cursors.decode(list, cursor)[0]
  const rows = await findPartners(db, { before, limit: limit + 1 })
  const { shown, next } = cutPage(rows, limit, (last) => cursors.encode(list, [last.id]))
  return {
    partners: await presentPartners(db, shown),
    next,
    total: await countPartners(db),
    exact: true,
  }
}
