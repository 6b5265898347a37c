import type { QueryOf } from '@kyc/contract/endpoint.ts'
import type { listPacks as endpoint, Pack } from '@kyc/contract/packs.ts'
import { type RawBuilder, sql } from 'kysely'
import { isId } from '../../platform/ids.ts'
import { countBounded, type PageInfo, pageById } from '../../platform/lists/page.ts'
import type { Actor } from '../access/actor.ts'
import type { Scope } from '../access/scope.ts'
import { ownedVisibleTo } from '../access/visible-to.ts'
import type { PackServices } from './pack-services.ts'
import { findPacks } from './packs-repository.ts'
import { presentPack } from './present-pack.ts'

/** The packs in the scope, newest first, or those with a title or about a performer. Lists are not audited. */
export async function listPacks(
  { cursors, db }: PackServices,
  { actor, scope }: { readonly actor: Actor; readonly scope: Scope },
  { video, performer, organisation: _, ...paging }: QueryOf<typeof endpoint>,
): Promise<{ body: Pack[]; page: PageInfo }> {
  const { organisation } = scope
  const inScope = organisation === null ? sql`true` : sql`k.owner_id = ${organisation}::uuid`
  const wanted = sql`${inScope} AND ${withVideo(video)} AND ${ofPerformer(performer)}`
  const counted = sql`SELECT FROM pack k WHERE ${ownedVisibleTo(actor, 'k')} AND ${wanted}`
  const { rows, page } = await pageById(
    cursors,
    ['packs', organisation, video, performer],
    paging,
    ({ before, limit }) =>
      findPacks(
        db,
        actor,
        before === undefined ? wanted : sql`${wanted} AND k.id < ${before}::uuid`,
        sql`ORDER BY k.id DESC LIMIT ${limit}`,
      ),
    () => countBounded(db, counted),
  )
  return { body: rows.map(presentPack), page }
}

function withVideo(video: string | undefined): RawBuilder<unknown> {
  if (video === undefined) return sql`true`
  if (!isId(video)) return sql`false`
  return sql`k.id IN (SELECT pack_id FROM pack_video WHERE video_id = ${video}::uuid)`
}

function ofPerformer(performer: string | undefined): RawBuilder<unknown> {
  if (performer === undefined) return sql`true`
  return isId(performer) ? sql`k.performer_id = ${performer}::uuid` : sql`false`
}
