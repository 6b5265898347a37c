import { skipReasons } from '@kyc/contract/campaign-vocabulary.ts'
import type { CampaignCheck, checkCampaign as endpoint } from '@kyc/contract/campaigns.ts'
import type { BodyOf } from '@kyc/contract/endpoint.ts'
import type { OrganisationId } from '../../platform/ids.ts'
import type { Actor } from '../access/actor.ts'
import { requireSender } from '../access/may-contact.ts'
import type { CampaignServices } from './campaign-services.ts'
import { selectPerformers } from './select-performers.ts'

/** Counts whom a campaign would ask, and whom it would skip for which reason. */
export async function checkCampaign(
  services: CampaignServices,
  {
    actor,
    owner,
    body,
  }: { readonly actor: Actor; readonly owner: OrganisationId; readonly body: BodyOf<typeof endpoint> },
): Promise<CampaignCheck> {
  const { db } = services
  const perDay = await requireSender(services, db, { actor: actor.id, organisation: owner })
  const obstacles = [
    ...(await selectPerformers(services, db, { ...body, owner, namesFor: actor.id })).values(),
  ]
  const count = (wanted: (typeof obstacles)[number]) => obstacles.filter((each) => each === wanted).length
  return {
    asked: count(null),
    skipped: skipReasons.map((reason) => ({ reason, count: count(reason) })).filter((each) => each.count > 0),
    perDay,
  }
}
