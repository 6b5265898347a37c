import { attemptLimits } from '@kyc/contract/attempt-limits.ts'
import { day } from '@kyc/contract/durations.ts'
import { recordLimits } from '@kyc/contract/record-limits.ts'
import { countOrRefuse, deleteBucket } from '../../platform/attempts/attempt-repository.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Problem } from '../../platform/problem.ts'
import { openAddress } from './link-address.ts'
import { browserToBind } from './link-cookie.ts'
import type { LinkPage } from './link-page.ts'
import { lockLink } from './link-repository.ts'
import { isMailedCode, macOfCode, newCode } from './mailed-code.ts'
import { bindBrowser, type OpenedLink, requireToken, type TokenCall } from './open-link.ts'
import type { PerformerLinkServices } from './performer-link-services.ts'
import { refuseDone } from './require-link.ts'

const { links } = attemptLimits

/** Mails a code to the address that received the link; it replaces the former code. */
export async function requestCode<Services extends PerformerLinkServices, Body extends object>(
  services: Services,
  page: LinkPage<Services, Body>,
  call: TokenCall,
): Promise<void> {
  const found = await requireToken(services, page, call)
  await inTransaction(services.db, async (tx) => {
    const now = services.clock.now()
    const link = await lockLink(tx, now, found)
    refuseDone(link)
    const { email_box } = link
    if (!email_box) throw new Problem('LINK_OTHER_BROWSER')
    const rule = { failures: links.codeMails, window: day, duration: day }
    await countOrRefuse(tx, { bucket: `link-code-mails:${link.id}`, rule })
    const code = newCode()
    await tx
      .updateTable('performer_link')
      .set({
        code_mac: await macOfCode(services, tx, link, code),
        code_expires_at: new Date(now.getTime() + recordLimits.performerLink.code),
      })
      .where('id', '=', link.id)
      .execute()
    const email = await openAddress(services, tx, { ...link, email_box })
    await page.mailCode(services, tx, {
      performerId: link.performer_id,
      email,
      language: link.language,
      code,
    })
  })
}

/**
 * Binds the browser to the link in place of the former one. Each attempt counts until the code is right; a link allows few
 * wrong ones, whatever the number of codes.
 */
export async function confirmCode<Services extends PerformerLinkServices, Body extends object>(
  services: Services,
  page: LinkPage<Services, Body>,
  call: TokenCall & { readonly code: string },
): Promise<OpenedLink<Body>> {
  const found = await requireToken(services, page, call)
  const bucket = `link-codes:${found.id}`
  const span = found.expires_at.getTime() - found.created_at.getTime()
  // Committed before the check, so that parallel guesses cannot exceed the limit.
  await countOrRefuse(services.db, {
    bucket,
    rule: { failures: links.wrongCodes, window: span, duration: span },
  })
  const { browserKey, cookie } = browserToBind(services, call.request)
  return inTransaction(services.db, async (tx) => {
    const link = await lockLink(tx, services.clock.now(), found)
    refuseDone(link)
    if (!(await isMailedCode(services, tx, link, call.code))) throw new Problem('SECOND_FACTOR_INVALID')
    const bound = await bindBrowser(services, tx, page, { link, browserKey, call, change: page.moved })
    await deleteBucket(tx, bucket)
    return { body: await page.present(services, tx, bound), cookies: [cookie] }
  })
}
