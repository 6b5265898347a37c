import type { Campaign, createCampaign as endpoint } from '@kyc/contract/campaigns.ts'
import type { BodyOf } from '@kyc/contract/endpoint.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { RequestInfo } from '../../platform/http/requests/binding.ts'
import { fieldProblem } from '../../platform/http/requests/input.ts'
import { identityOf } from '../../platform/idempotency/idempotency-key.ts'
import { replyOnce } from '../../platform/idempotency/reply-once.ts'
import { newId, type OrganisationId } from '../../platform/ids.ts'
import type { Actor } from '../access/actor.ts'
import { requireSender } from '../access/may-contact.ts'
import { holdMembership } from '../access/scope.ts'
import { aboutOrganisation } from '../audit/about.ts'
import type { CampaignServices } from './campaign-services.ts'
import { getCampaignRow, insertCampaign } from './campaigns-repository.ts'
import { presentCampaign } from './present-campaign.ts'
import { selectPerformers } from './select-performers.ts'

interface Start {
  readonly actor: Actor
  readonly owner: OrganisationId
  readonly body: BodyOf<typeof endpoint>
  readonly request: RequestInfo
}

/**
 * Starts a campaign of an organisation that the actor belongs to. `sendCampaigns` sends its mails later, within the
 * limits of the organisation. A repeated call starts no second campaign.
 */
export async function createCampaign(
  services: CampaignServices,
  start: Start,
): Promise<{ body: Campaign; headers: Record<string, string> }> {
  const { actor, owner, body, request } = start
  const identity = identityOf({ scope: actor.id, route: 'campaigns.create', request }, [
    owner,
    JSON.stringify(body),
  ])
  const { body: campaign, headers } = await replyOnce(services, { ...identity, status: 201 }, (tx) =>
    insert(services, tx, start),
  )
  return { body: campaign, headers: { ...headers, location: `/api/campaigns/${campaign.id}` } }
}

async function insert(
  services: CampaignServices,
  tx: Tx,
  { actor, owner, body, request }: Start,
): Promise<Campaign> {
  await holdMembership(tx, actor, owner)
  await requireSender(services, tx, { actor: actor.id, organisation: owner })
  const performers = await selectPerformers(services, tx, { ...body, owner, namesFor: actor.id })
  const asked = [...performers.values()].filter((reason) => reason === null).length
  if (asked === 0) throw fieldProblem('selection', '依頼できる出演者がいません。対象を確認してください。')
  const at = services.clock.now()
  const id = newId()
  const { name, asks, language, reminderDays, reminders } = body
  const campaign = {
    id,
    ownerId: owner,
    name,
    asks,
    language,
    createdBy: actor.id,
    at,
    reminderDays,
    reminders,
  }
  await insertCampaign(tx, campaign, performers)
  await services.audit.record(tx, { actor, request }, 'update', aboutOrganisation(owner), {
    change: 'campaign_created',
    campaign: name,
    performers: asked,
  })
  return presentCampaign(await getCampaignRow(tx, actor, id), at)
}
