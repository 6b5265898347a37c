import type { Delivery, listDeliveries as endpoint } from '@kyc/contract/deliveries.ts'
import type { QueryOf } from '@kyc/contract/endpoint.ts'
import { type PageInfo, pageById } from '../../../platform/lists/page.ts'
import type { PartnerRow } from '../partner-repository.ts'
import type { PartnerServices } from '../partner-services.ts'
import { countDeliveries, findDeliveries } from './deliveries-repository.ts'
import { presentDeliveries } from './present-delivery.ts'

/** A page of the deliveries to a partner, newest first. */
export async function listDeliveries(
  { db, cursors }: PartnerServices,
  partner: PartnerRow,
  { state, ...paging }: QueryOf<typeof endpoint>,
): Promise<{ body: Delivery[]; page: PageInfo }> {
  const { id: partnerId } = partner
  const filter = { partnerId, state }
  const { rows, page } = await pageById(
    cursors,
    ['deliveries', partnerId, state],
    paging,
    (bounds) => findDeliveries(db, filter, bounds),
    () => countDeliveries(db, filter),
  )
  return { body: await presentDeliveries(db, partner, rows), page }
}
