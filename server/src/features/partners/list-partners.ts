import type { QueryOf } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { listPartners as endpoint, Partner } from '@kyc/contract/partners.ts'
import { countPartners, findPartners } from './partner-repository.ts'
import type { PartnerServices } from './partner-services.ts'
import { presentPartners } from './present-partner.ts'

const list = 'partners'

export interface PartnerPage {
  readonly partners: Partner[]
  readonly next: string | null
  readonly total: number
  readonly exact: boolean
}

/** A page of all partners, newest first (D19). Lists leave no entry (D38). */
export async function listPartners(
  { db, cursors }: Pick<PartnerServices, 'db' | 'cursors'>,
  { limit = limits.page.size, cursor }: QueryOf<typeof endpoint>,
): Promise<PartnerPage> {
  const before = cursor === undefined ? undefined : cursors.decode(list, cursor)[0]
  const rows = await findPartners(db, { before, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    partners: await presentPartners(db, shown),
    next: rows.length > limit && last ? cursors.encode(list, [last.id]) : null,
    total: await countPartners(db),
    exact: true,
  }
}
