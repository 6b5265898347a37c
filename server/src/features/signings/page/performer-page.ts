import type { PageSession } from '@kyc/contract/page-session.ts'
import { mailPageCode } from '../../mails/mail-signing-performer.ts'
import type { LinkPage } from '../../performer-links/link-page.ts'
import type { SigningServices } from '../signing-services.ts'
import { presentPage } from './present-page.ts'

/** The performer's page, which shows its contracts and titles (D104). */
export const performerPage: LinkPage<SigningServices, PageSession> = {
  kind: 'page',
  opened: 'page_opened',
  moved: 'page_moved',
  present: presentPage,
  mailCode: mailPageCode,
  /** The first opening of the page after a contract was sent is the opening of that contract. */
  async onBound({ clock }, tx, { performer_id }) {
    await tx
      .updateTable('signing')
      .set({ opened_at: clock.now() })
      .where('performer_id', '=', performer_id)
      .where('sent_at', 'is not', null)
      .where('opened_at', 'is', null)
      .where('ended_at', 'is', null)
      .execute()
  },
}
