import type { Delivery, listDeliveries as endpoint } from '@kyc/contract/deliveries.ts'
import type { QueryOf } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import { boundedTotal, cutPage, type PageInfo } from '../../../platform/page.ts'
import { getPartner } from '../partner-repository.ts'
import type { PartnerServices } from '../partner-services.ts'
import { countDeliveries, findDeliveries } from './deliveries-repository.ts'
import { presentDeliveries } from './present-delivery.ts'

export interface DeliveryPage extends PageInfo {
  readonly deliveries: Delivery[]
}

/**
 * A page of the deliveries to a partner, newest first (D35, D19).
 * @throws Problem NOT_FOUND, CURSOR_INVALID
 */
export async function listDeliveries(
  { db, cursors }: Pick<PartnerServices, 'db' | 'cursors'>,
  partnerId: string,
  { state, limit = limits.page.size, cursor }: QueryOf<typeof endpoint>,
): Promise<DeliveryPage> {
  const partner = await getPartner(db, partnerId)
  const filter = { partnerId, state }
  const list = JSON.stringify(['deliveries', partnerId, state])
  const before = cursor === undefined ? undefined : cursors.decode(list, cursor)[0]
  const rows = await findDeliveries(db, filter, { before, limit: limit + 1 })
  const count = await countDeliveries(db, filter, limits.countBound)
  const { shown, next } = cutPage(rows, limit, (last) => cursors.encode(list, [last.id]))
  return {
    deliveries: await presentDeliveries(db, partner, shown),
    next,
    ...boundedTotal(count),
  }
}
