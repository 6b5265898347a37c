import { decryptBox, encryptBox } from '../../platform/crypto/encrypted-box.ts'
import type { Db } from '../../platform/db/database.ts'
import { Problem } from '../../platform/problem.ts'
import { recordKey } from '../records/destruction/sealed-content.ts'
import type { PerformerLinkServices } from './performer-link-services.ts'

/** Encrypts the address of a link with the key of its performer, so that destroying the key destroys it (D17). */
export async function addressBox(
  services: PerformerLinkServices,
  db: Db,
  link: { readonly id: string; readonly performer_id: string },
  email: string,
): Promise<Buffer> {
  return encryptBox(await recordKey(services, db, link.performer_id), Buffer.from(email), contextOf(link.id))
}

/** The address that the link was mailed to. */
export async function openAddress(
  services: PerformerLinkServices,
  db: Db,
  link: { readonly id: string; readonly performer_id: string; readonly email_box: Buffer },
): Promise<string> {
  const key = await recordKey(services, db, link.performer_id)
  const context = contextOf(link.id)
  const address = services.unreadable.decrypt('secrets', context, () =>
    decryptBox(key, link.email_box, context),
  )
  if (!address) throw new Problem('FILE_UNREADABLE', { fill: { id: link.id } })
  return address.toString()
}

function contextOf(id: string): string {
  return `performer-link:${id}`
}
