import type {
  Campaign,
  CampaignItem,
  listCampaigns as endpoint,
  listCampaignItems,
} from '@kyc/contract/campaigns.ts'
import type { QueryOf } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import { sql } from 'kysely'
import { boundedTotal, countBounded, cutPage, type PageInfo, pageById } from '../../platform/lists/page.ts'
import type { Actor } from '../access/actor.ts'
import type { Scope } from '../access/scope.ts'
import { ownedVisibleTo } from '../access/visible-to.ts'
import { countListed } from '../documents/read/listed-records.ts'
import type { CampaignServices } from './campaign-services.ts'
import { type CampaignRow, findCampaigns, findItems } from './campaigns-repository.ts'
import { presentCampaign, presentItem } from './present-campaign.ts'

/** The campaigns of the scope, newest first. */
export async function listCampaigns(
  { clock, cursors, db }: CampaignServices,
  { actor, scope }: { readonly actor: Actor; readonly scope: Scope },
  query: QueryOf<typeof endpoint>,
): Promise<{ body: Campaign[]; page: PageInfo }> {
  const { organisation } = scope
  const inScope = organisation === null ? sql`true` : sql`c.owner_id = ${organisation}::uuid`
  const { rows, page } = await pageById(
    cursors,
    ['campaigns', organisation],
    query,
    ({ before, limit }) => {
      const older = before === undefined ? sql`true` : sql`c.id < ${before}::uuid`
      return findCampaigns(db, actor, sql`${inScope} AND ${older}`, sql`ORDER BY c.id DESC LIMIT ${limit}`)
    },
    () => countBounded(db, sql`SELECT FROM campaign c WHERE ${ownedVisibleTo(actor, 'c')} AND ${inScope}`),
  )
  const now = clock.now()
  return { body: rows.map((row) => presentCampaign(row, now)), page }
}

/** The performers of a campaign; their names count as listed (D120). */
export async function listItems(
  services: CampaignServices,
  { actor, campaign }: { readonly actor: Actor; readonly campaign: CampaignRow },
  { state, limit = limits.page.size, cursor }: QueryOf<typeof listCampaignItems>,
): Promise<{ body: CampaignItem[]; page: PageInfo }> {
  const { cursors, db } = services
  const list = JSON.stringify(['campaign.items', campaign.id, state])
  const after = cursor === undefined ? undefined : cursors.decode(list, cursor)[0]
  const rows = await findItems(db, campaign.id, { state, after, limit: limit + 1 })
  const { shown, next } = cutPage(rows, limit, (last) => cursors.encode(list, [last.performer_id]))
  const { counts } = campaign
  const total = state ? (counts?.[state] ?? 0) : Object.values(counts ?? {}).reduce((sum, n) => sum + n, 0)
  await countListed(
    services,
    actor,
    shown.map(({ performer_id: id }) => ({ id })),
  )
  return { body: shown.map(presentItem), page: { next, ...boundedTotal(total) } }
}
