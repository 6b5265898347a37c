import { createHash, randomBytes } from 'node:crypto'
import type { LinkLanguage } from '@kyc/contract/consent.ts'
import type { LinkKind } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { endLink } from '../records/end-links.ts'
import { addressBox } from './link-address.ts'
import type { PerformerLinkServices } from './performer-link-services.ts'

interface NewLink {
  readonly performerId: string
  readonly ownerId: string
  readonly createdBy: string
  readonly kind: LinkKind
  readonly language: LinkLanguage
  /** Milliseconds for which the link opens its page. */
  readonly valid: number
  readonly email: string | undefined
}

/**
 * Inserts a link, which ends the former one of its kind, and returns it with its token. Requires the lock of the
 * performer.
 */
export async function insertLink(
  services: PerformerLinkServices,
  tx: Tx,
  { performerId, ownerId, createdBy, kind, language, valid, email }: NewLink,
): Promise<{
  readonly link: { readonly id: string; readonly performer_id: string; readonly owner_id: string }
  readonly token: string
  readonly expiresAt: Date
}> {
  const at = services.clock.now()
  await endLink(tx, performerId, at, kind)
  const token = randomBytes(32).toString('base64url')
  const link = {
    id: newId(),
    performer_id: performerId,
    owner_id: ownerId,
    created_by: createdBy,
    created_at: at,
    expires_at: new Date(at.getTime() + valid),
    kind,
    language,
    token_hash: tokenHash(token),
    mailed: email !== undefined,
  }
  const email_box = email === undefined ? null : await addressBox(services, tx, link, email)
  await tx
    .insertInto('performer_link')
    .values({ ...link, email_box })
    .execute()
  return { link, token, expiresAt: link.expires_at }
}

/** The stored form of a token. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
