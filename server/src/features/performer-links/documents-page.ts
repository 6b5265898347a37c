import type { LinkSession } from '@kyc/contract/performer-links.ts'
import { mailLinkCode } from '../mails/mail-performer-link.ts'
import type { LinkPage } from './link-page.ts'
import type { PerformerLinkServices } from './performer-link-services.ts'
import { presentSession } from './present-link.ts'

/** The page on which a performer submits documents (D66). */
export const documentsPage: LinkPage<PerformerLinkServices, LinkSession> = {
  kind: 'documents',
  opened: 'link_opened',
  moved: 'link_moved',
  present: presentSession,
  mailCode: mailLinkCode,
}
