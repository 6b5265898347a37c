import type { QueryOf } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { Delivery, listDeliveries as endpoint } from '@kyc/contract/partners.ts'
import { Problem } from '../../../platform/problem.ts'
import { findPartner, type PartnerRow } from '../partner-repository.ts'
import type { PartnerServices } from '../partner-services.ts'
import { countDeliveries, findDeliveries } from './deliveries-repository.ts'
import { presentDeliveries } from './present-delivery.ts'

export interface DeliveryPage {
  readonly deliveries: Delivery[]
  readonly next: string | null
  readonly total: number
  readonly exact: boolean
}

/** A page of what was sent to a partner, newest first (D35, D19). @throws Problem NOT_FOUND, CURSOR_INVALID */
export async function listDeliveries(
  { db, cursors }: Pick<PartnerServices, 'db' | 'cursors'>,
  partnerId: string,
  { state, limit = limits.page.size, cursor }: QueryOf<typeof endpoint>,
): Promise<DeliveryPage> {
  const partner = await getPartnerRow({ db }, partnerId)
  const filter = { partnerId, state }
  const list = JSON.stringify(['deliveries', partnerId, state])
  const before = cursor === undefined ? undefined : cursors.decode(list, cursor)[0]
  const rows = await findDeliveries(db, filter, { before, limit: limit + 1 })
  const counted = await countDeliveries(db, filter, limits.countBound)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    deliveries: await presentDeliveries(db, partner, shown),
    next: rows.length > limit && last ? cursors.encode(list, [last.id]) : null,
    total: Math.min(counted, limits.countBound),
    exact: counted <= limits.countBound,
  }
}

/** @throws Problem NOT_FOUND */
export async function getPartnerRow({ db }: Pick<PartnerServices, 'db'>, id: string): Promise<PartnerRow> {
  const partner = await findPartner(db, id)
  if (!partner) throw new Problem('NOT_FOUND')
  return partner
}
