import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { attemptLimits } from '@kyc/contract/attempt-limits.ts'
import { day } from '@kyc/contract/durations.ts'
import { recordLimits } from '@kyc/contract/record-limits.ts'
import { countOrRefuse, deleteBucket } from '../../platform/attempts/attempt-repository.ts'
import { deriveKey } from '../../platform/crypto/derive-key.ts'
import type { Db } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Problem } from '../../platform/problem.ts'
import { mailLinkCode } from '../mails/mail-performer-link.ts'
import { openPerformerKey } from '../records/performer-keys.ts'
import { openAddress } from './link-address.ts'
import { browserToBind } from './link-cookie.ts'
import { lockLink, type UsableLink } from './link-repository.ts'
import { bindBrowser, type OpenedLink, requireToken } from './open-link.ts'
import type { PerformerLinkServices } from './performer-link-services.ts'
import { presentSession } from './present-link.ts'
import { type LinkCall, refuseDone } from './require-link.ts'

type TokenCall = LinkCall & { readonly token: string }

const { links } = attemptLimits

/** Mails a code to the address that received the link; it replaces the former code. */
export async function requestCode(services: PerformerLinkServices, call: TokenCall): Promise<void> {
  const found = await requireToken(services, call)
  await inTransaction(services.db, async (tx) => {
    const now = services.clock.now()
    const link = await lockLink(tx, now, found)
    refuseDone(link)
    const { email_box } = link
    if (!email_box) throw new Problem('LINK_OTHER_BROWSER')
    const rule = { failures: links.codeMails, window: day, duration: day }
    await countOrRefuse(tx, { bucket: `link-code-mails:${link.id}`, rule })
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    await tx
      .updateTable('performer_link')
      .set({
        code_mac: await macOf(services, tx, link, code),
        code_expires_at: new Date(now.getTime() + recordLimits.performerLink.code),
      })
      .where('id', '=', link.id)
      .execute()
    const email = await openAddress(services, tx, { ...link, email_box })
    await mailLinkCode(services, tx, { performerId: link.performer_id, email, language: link.language, code })
  })
}

/**
 * Binds the browser to the link in place of the former one. Each attempt counts until the code is right; a link allows few
 * wrong ones, whatever the number of codes.
 */
export async function confirmCode(
  services: PerformerLinkServices,
  call: TokenCall & { readonly code: string },
): Promise<OpenedLink> {
  const found = await requireToken(services, call)
  const bucket = `link-codes:${found.id}`
  const span = recordLimits.performerLink.valid
  // Committed before the check, so that parallel guesses cannot exceed the limit.
  await countOrRefuse(services.db, {
    bucket,
    rule: { failures: links.wrongCodes, window: span, duration: span },
  })
  const { browserKey, cookie } = browserToBind(services, call.request)
  return inTransaction(services.db, async (tx) => {
    const link = await lockLink(tx, services.clock.now(), found)
    refuseDone(link)
    if (!(await isRight(services, tx, link, call.code))) throw new Problem('SECOND_FACTOR_INVALID')
    const bound = await bindBrowser(services, tx, { link, browserKey, call }, 'link_moved')
    await deleteBucket(tx, bucket)
    return { body: await presentSession(services, tx, bound), cookies: [cookie] }
  })
}

async function isRight(
  services: PerformerLinkServices,
  db: Db,
  link: UsableLink,
  code: string,
): Promise<boolean> {
  const { code_mac, code_expires_at } = link
  if (!code_mac || !code_expires_at || code_expires_at <= services.clock.now()) return false
  const digits = code.normalize('NFKC').replaceAll(/[\s-]/g, '')
  return timingSafeEqual(code_mac, await macOf(services, db, link, digits))
}

/** Under a key of the performer: six digits could be guessed from a plain hash. */
async function macOf(
  services: PerformerLinkServices,
  db: Db,
  { id, performer_id }: UsableLink,
  code: string,
): Promise<Buffer> {
  const { key } = await openPerformerKey(services, db, performer_id)
  return createHmac('sha256', deriveKey(key, 'link-code')).update(`${id} ${code}`).digest()
}
