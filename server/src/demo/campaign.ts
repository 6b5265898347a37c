import type { NamedActor } from '../features/access/actor.ts'
import { personalOf } from '../features/access/scope.ts'
import { createCampaign } from '../features/campaigns/create-campaign.ts'
import { sendCampaigns } from '../features/campaigns/send-campaigns.ts'
import { documentsPage } from '../features/performer-links/documents-page.ts'
import { openLink } from '../features/performer-links/open-link.ts'
import type { Mail } from '../platform/mail/mail.ts'
import type { Services } from '../services.ts'
import { demoRequest } from './demo-request.ts'

/** A campaign that runs: one performer has opened the link, the others have not, have no address or nothing to submit. */
export async function createDemoCampaign(services: Services, actor: NamedActor, ip: string): Promise<void> {
  const [found] = await services.db.selectFrom('campaign').select('id').limit(1).execute()
  if (found) return
  const mails: Mail[] = []
  const keep = async (_: unknown, mail: Mail) => void mails.push(mail)
  await createCampaign(services, {
    actor,
    owner: personalOf(actor.id),
    request: demoRequest(ip),
    body: {
      name: '書類の再提出のお願い',
      asks: 'documents',
      language: 'ja',
      selection: { from: 'list' },
      reminderDays: 7,
      reminders: 2,
    },
  })
  await sendCampaigns({ ...services, mails: { ...services.mails, send: keep } })
  const [, token] = /\/p#token=([\w-]{43})/.exec(mails[0]?.text ?? '') ?? []
  if (token)
    await openLink(services, documentsPage, {
      token,
      actor: undefined,
      request: demoRequest('198.51.100.35'),
    })
}
