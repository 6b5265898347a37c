import type { LinkSession } from '@kyc/contract/performer-links.ts'
import { inTransaction, type Tx } from '../../platform/db/transaction.ts'
import type { CookieToSet } from '../../platform/http/requests/binding.ts'
import { Problem } from '../../platform/problem.ts'
import { tokenHash } from './create-link.ts'
import { browserToBind } from './link-cookie.ts'
import { findByToken, lockLink, type UsableLink } from './link-repository.ts'
import type { PerformerLinkServices } from './performer-link-services.ts'
import { presentSession } from './present-link.ts'
import { recordLinkAct } from './record-link-act.ts'
import { type LinkCall, refuseReader } from './require-link.ts'

/** The state of the link for the bound browser, with its cookie. */
export interface OpenedLink {
  readonly body: LinkSession
  readonly cookies: CookieToSet[]
}

/** Opens the link of a token. The first browser is bound to it; of concurrent ones one is. */
export async function openLink(
  services: PerformerLinkServices,
  call: LinkCall & { readonly token: string },
): Promise<OpenedLink> {
  const found = await requireToken(services, call)
  const { browserKey, cookie } = browserToBind(services, call.request)
  return inTransaction(services.db, async (tx) => {
    const link = found.browser_key
      ? requireSameBrowser(found, browserKey)
      : await bindFirst(services, tx, { link: found, browserKey, call })
    return { body: await presentSession(services, tx, link), cookies: [cookie] }
  })
}

/** The usable link of a token. */
export async function requireToken(
  services: PerformerLinkServices,
  call: LinkCall & { readonly token: string },
): Promise<UsableLink> {
  const link = await findByToken(services.db, services.clock.now(), tokenHash(call.token))
  if (!link) throw new Problem('PERFORMER_LINK_ENDED')
  await refuseReader(services, call, link.performer_id)
  return link
}

interface Binding {
  readonly link: UsableLink
  readonly browserKey: Buffer
  readonly call: LinkCall
}

async function bindFirst(
  services: PerformerLinkServices,
  tx: Tx,
  { link, browserKey, call }: Binding,
): Promise<UsableLink> {
  const locked = await lockLink(tx, services.clock.now(), link)
  // Another call may have bound it before the lock.
  if (locked.browser_key) return requireSameBrowser(locked, browserKey)
  return bindBrowser(services, tx, { link: locked, browserKey, call }, 'link_opened')
}

/** Binds a locked link to the browser, and records it. */
export async function bindBrowser(
  services: PerformerLinkServices,
  tx: Tx,
  { link, browserKey, call }: Binding,
  change: 'link_opened' | 'link_moved',
): Promise<UsableLink> {
  const bound = { browser_key: browserKey, opened_at: link.opened_at ?? services.clock.now() }
  await tx
    .updateTable('performer_link')
    .set({ ...bound, code_mac: null, code_expires_at: null })
    .where('id', '=', link.id)
    .execute()
  await recordLinkAct(services, tx, { link, actor: null, ip: call.request.ip }, change)
  return { ...link, ...bound }
}

function requireSameBrowser(link: UsableLink, browserKey: Buffer): UsableLink {
  if (link.browser_key?.equals(browserKey)) return link
  // Another browser of the performer shows nothing of the submission but that it is complete.
  if (link.done_at) throw new Problem('PERFORMER_LINK_DONE')
  throw new Problem(link.email_box ? 'LINK_CODE_REQUIRED' : 'LINK_OTHER_BROWSER')
}
