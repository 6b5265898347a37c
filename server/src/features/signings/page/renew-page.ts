import { attemptLimits } from '@kyc/contract/attempt-limits.ts'
import { day } from '@kyc/contract/durations.ts'
import { countOrRefuse } from '../../../platform/attempts/attempt-repository.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { mailPageLink } from '../../mails/mail-signing-performer.ts'
import { tokenHash } from '../../performer-links/insert-link.ts'
import { openAddress } from '../../performer-links/link-address.ts'
import type { SigningServices } from '../signing-services.ts'
import { insertPageLink, nameOutside } from './page-link.ts'

/**
 * Mails a new link to the stored address, if the token is that of a link that has expired and was not replaced. The reply is the
 * same for every token.
 */
export async function renewPage(services: SigningServices, token: string): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    const found = await tx
      .selectFrom('performer_link')
      .select(['id', 'performer_id'])
      .where('token_hash', '=', tokenHash(token))
      .where('kind', '=', 'page')
      .executeTakeFirst()
    if (!found) return
    const performer = await tx
      .selectFrom('performer')
      .select('owner_id')
      .where('id', '=', found.performer_id)
      .where('sealed_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    const link = await tx
      .selectFrom('performer_link')
      .select(['id', 'performer_id', 'email_box', 'language', 'created_by'])
      .where('id', '=', found.id)
      .where('revoked_at', 'is', null)
      .where('expires_at', '<=', services.clock.now())
      .executeTakeFirst()
    if (!performer || !link?.email_box) return
    const rule = { failures: attemptLimits.links.codeMails, window: day, duration: day }
    await countOrRefuse(tx, { bucket: `page-renewals:${link.performer_id}`, rule })
    const email = await openAddress(services, tx, { ...link, email_box: link.email_box })
    const renewed = await insertPageLink(services, tx, {
      performerId: link.performer_id,
      ownerId: performer.owner_id,
      createdBy: link.created_by,
      language: link.language,
      email,
    })
    const organisation = await nameOutside(tx, performer.owner_id, link.language)
    await mailPageLink(services, tx, { ...renewed, organisation })
  })
}
