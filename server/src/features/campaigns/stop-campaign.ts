import type { Campaign } from '@kyc/contract/campaigns.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { RequestInfo } from '../../platform/http/requests/binding.ts'
import type { Actor } from '../access/actor.ts'
import { requireEditable } from '../access/visible-to.ts'
import { aboutOrganisation } from '../audit/about.ts'
import { recordLinkAct } from '../performer-links/record-link-act.ts'
import { endLinksWithId } from '../records/end-links.ts'
import type { CampaignServices } from './campaign-services.ts'
import { getCampaignRow, lockPerformersOf, stopItems } from './campaigns-repository.ts'
import { presentCampaign } from './present-campaign.ts'

interface Stop {
  readonly actor: Actor
  readonly id: string
  readonly revokeLinks: boolean
  readonly request: RequestInfo
}

/**
 * Ends the mails of a campaign, reminders included. With `revokeLinks`, also revokes its open links to submit
 * documents. The page of a performer does not belong to a campaign and stays (D104).
 */
export async function stopCampaign(
  services: CampaignServices,
  { actor, id, revokeLinks, request }: Stop,
): Promise<Campaign> {
  return inTransaction(services.db, async (tx) => {
    const { owner_id, name, may_edit } = await getCampaignRow(tx, actor, id)
    requireEditable({ may_edit })
    const at = services.clock.now()
    await lockPerformersOf(tx, id)
    const links = await stopItems(tx, { campaignId: id, by: actor.id, at })
    if (links !== undefined) {
      const revoked = revokeLinks ? await endLinksWithId(tx, links, at) : []
      for (const link of revoked)
        await recordLinkAct(services, tx, { link, actor: actor.id, ip: request.ip }, 'link_revoked')
      await services.audit.record(tx, { actor, request }, 'update', aboutOrganisation(owner_id), {
        change: 'campaign_stopped',
        campaign: name,
      })
    }
    return presentCampaign(await getCampaignRow(tx, actor, id), at)
  })
}
