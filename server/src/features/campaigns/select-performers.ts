import type { CampaignAsk, SkipReason } from '@kyc/contract/campaign-vocabulary.ts'
import { campaignLimits } from '@kyc/contract/campaign-vocabulary.ts'
import type { createCampaign } from '@kyc/contract/campaigns.ts'
import type { BodyOf } from '@kyc/contract/endpoint.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { fieldProblem } from '../../platform/http/requests/input.ts'
import type { AccountId, OrganisationId } from '../../platform/ids.ts'
import { isListed } from '../performers/search/find-page.ts'
import { filterOf } from '../performers/search/list-performers.ts'
import { performersToBlock } from '../videos/gate/rehearse.ts'
import type { CampaignServices } from './campaign-services.ts'
import { findObstacles } from './find-obstacles.ts'

interface Selected {
  readonly owner: OrganisationId
  readonly namesFor: AccountId
  readonly asks: CampaignAsk
  readonly selection: BodyOf<typeof createCampaign>['selection']
}

const { performers: most } = campaignLimits

/** The performers of the organisation that are selected, each with what prevents asking it now, or null. */
export async function selectPerformers(
  { clock }: Pick<CampaignServices, 'clock'>,
  db: Db,
  { owner, namesFor, asks, selection }: Selected,
): Promise<Map<string, SkipReason | null>> {
  const now = clock.now()
  const scope = { organisation: owner, namesFor }
  const ids =
    selection.from === 'rehearsal'
      ? await performersToBlock(db, scope, selection)
      : await findListed(db, isListed(scope, filterOf(selection, now)))
  if (ids.length > most)
    throw fieldProblem('selection', `一度に依頼できるのは${most}名までです。一覧を絞り込んでください。`)
  return findObstacles(db, { asks, owner, ids, now, campaign: null })
}

/** The ids of the listed performers. If they are too many for a campaign, returns one more than it may have. */
async function findListed(db: Db, condition: ReturnType<typeof isListed>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT p.id FROM performer p WHERE ${condition} ORDER BY p.id LIMIT ${most + 1}`.execute(db)
  return rows.map(({ id }) => id)
}
