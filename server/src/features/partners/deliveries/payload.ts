import { openBox, sealBox } from '../../../platform/crypto/sealed-box.ts'
import type { KeptAuthResult } from '../id-token.ts'
import type { PartnerServices } from '../partner-services.ts'

type KeyServices = Pick<PartnerServices, 'partnerKeys'>

/** What waits for its delivery is personal: the database holds it encrypted, bound to the delivery. */
export function sealPayload({ partnerKeys }: KeyServices, id: string, payload: KeptAuthResult): Buffer {
  return sealBox(partnerKeys.payload, Buffer.from(JSON.stringify(payload)), contextOf(id))
}

/** @throws BoxDamaged */
export function openPayload({ partnerKeys }: KeyServices, id: string, box: Buffer): KeptAuthResult {
  // Sealed boxes are ours alone: what opens is what was sealed.
  return JSON.parse(openBox(partnerKeys.payload, box, contextOf(id)).toString()) as KeptAuthResult
}

function contextOf(id: string): string {
  return `delivery:${id}`
}
