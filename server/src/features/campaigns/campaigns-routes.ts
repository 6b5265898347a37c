import * as contract from '@kyc/contract/campaigns.ts'
import { type Binding, bind, type OnRecord } from '../../platform/http/requests/binding.ts'
import { type ListCall, ownerForNew, scopeOf } from '../access/scope.ts'
import type { CampaignServices } from './campaign-services.ts'
import { getCampaignRow } from './campaigns-repository.ts'
import { checkCampaign } from './check-campaign.ts'
import { createCampaign } from './create-campaign.ts'
import { listCampaigns, listItems } from './list-campaigns.ts'
import { presentCampaign } from './present-campaign.ts'
import { stopCampaign } from './stop-campaign.ts'

/** Campaigns (D111). */
export function campaignRoutes(services: CampaignServices): Binding[] {
  const { clock, db } = services
  const campaign = ({ actor, params }: OnRecord) => getCampaignRow(db, actor, params.id)
  const owner = ({ actor, sent }: ListCall) => ownerForNew(db, actor, sent('organisation'))
  return [
    bind(contract.checkCampaign, owner, async ({ actor, found, body }) => ({
      body: await checkCampaign(services, { actor, owner: found, body }),
    })),
    bind(contract.createCampaign, owner, ({ actor, found, body, request }) =>
      createCampaign(services, { actor, owner: found, body, request }),
    ),
    bind(contract.listCampaigns, scopeOf(db), ({ actor, found: scope, query }) =>
      listCampaigns(services, { actor, scope }, query),
    ),
    bind(contract.getCampaign, campaign, async ({ found }) => ({
      body: presentCampaign(found, clock.now()),
    })),
    bind(contract.listCampaignItems, campaign, ({ actor, found, query }) =>
      listItems(services, { actor, campaign: found }, query),
    ),
    bind(contract.stopCampaign, campaign, async ({ actor, params, body, request }) => ({
      body: await stopCampaign(services, { actor, request, ...params, ...body }),
    })),
  ]
}
