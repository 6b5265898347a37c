import { inTransaction, type Tx } from '../../platform/db/transaction.ts'
import type { CookieToSet } from '../../platform/http/requests/binding.ts'
import { Problem } from '../../platform/problem.ts'
import { tokenHash } from './insert-link.ts'
import { browserToBind } from './link-cookie.ts'
import type { LinkPage } from './link-page.ts'
import { findByToken, lockLink, type UsableLink } from './link-repository.ts'
import type { PerformerLinkServices } from './performer-link-services.ts'
import { recordLinkAct } from './record-link-act.ts'
import { type LinkCall, refuseReader } from './require-link.ts'

/** A call that names the link by its token. */
export type TokenCall = LinkCall & { readonly token: string }

/** The state of the link for the bound browser, with its cookie. */
export interface OpenedLink<Body> {
  readonly body: Body
  readonly cookies: CookieToSet[]
}

/** Opens the link of a token. The first browser is bound to it; of several concurrent browsers, only one is. */
export async function openLink<Services extends PerformerLinkServices, Body extends object>(
  services: Services,
  page: LinkPage<Services, Body>,
  call: TokenCall,
): Promise<OpenedLink<Body>> {
  const found = await requireToken(services, page, call)
  const { browserKey, cookie } = browserToBind(services, call.request)
  return inTransaction(services.db, async (tx) => {
    const link = found.browser_key
      ? requireSameBrowser(found, browserKey)
      : await bindFirst(services, tx, page, { link: found, browserKey, call })
    return { body: await page.present(services, tx, link), cookies: [cookie] }
  })
}

/** The usable link of a token. */
export async function requireToken(
  services: PerformerLinkServices,
  { kind }: Pick<LinkPage<never, never>, 'kind'>,
  call: TokenCall,
): Promise<UsableLink> {
  const link = await findByToken(services.db, services.clock.now(), kind, tokenHash(call.token))
  if (!link) throw new Problem('PERFORMER_LINK_ENDED')
  await refuseReader(services, call, link.performer_id)
  return link
}

interface Binding {
  readonly link: UsableLink
  readonly browserKey: Buffer
  readonly call: LinkCall
}

async function bindFirst<Services extends PerformerLinkServices, Body extends object>(
  services: Services,
  tx: Tx,
  page: LinkPage<Services, Body>,
  { link, browserKey, call }: Binding,
): Promise<UsableLink> {
  const locked = await lockLink(tx, services.clock.now(), link)
  // Another call may have bound it before the lock.
  if (locked.browser_key) return requireSameBrowser(locked, browserKey)
  return bindBrowser(services, tx, page, { link: locked, browserKey, call, change: page.opened })
}

/** Binds a locked link to the browser, and records it. */
export async function bindBrowser<Services extends PerformerLinkServices, Body extends object>(
  services: Services,
  tx: Tx,
  page: LinkPage<Services, Body>,
  { link, browserKey, call, change }: Binding & { readonly change: LinkPage<Services, Body>['opened'] },
): Promise<UsableLink> {
  const bound = { browser_key: browserKey, opened_at: link.opened_at ?? services.clock.now() }
  await tx
    .updateTable('performer_link')
    .set({ ...bound, code_mac: null, code_expires_at: null })
    .where('id', '=', link.id)
    .execute()
  await recordLinkAct(services, tx, { link, actor: null, ip: call.request.ip }, change)
  await page.onBound?.(services, tx, link)
  return { ...link, ...bound }
}

function requireSameBrowser(link: UsableLink, browserKey: Buffer): UsableLink {
  if (link.browser_key?.equals(browserKey)) return link
  // In another browser, the performer only learns that the submission is complete.
  if (link.done_at) throw new Problem('PERFORMER_LINK_DONE')
  throw new Problem(link.email_box ? 'LINK_CODE_REQUIRED' : 'LINK_OTHER_BROWSER')
}
