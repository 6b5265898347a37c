import type { QueryOf } from '@kyc/contract/endpoint.ts'
import type { listSharedVideos as endpoint, SharedVideoLine } from '@kyc/contract/shares.ts'
import { sql } from 'kysely'
import { countBounded, type PageInfo, pageById } from '../../platform/lists/page.ts'
import type { Actor } from '../access/actor.ts'
import type { Scope } from '../access/scope.ts'
import { shareVisibleTo } from '../access/visible-to.ts'
import type { ShareServices } from './share-services.ts'
import { findShared, type SharedRow } from './shares-repository.ts'

/** The videos that are shared with the scope, newest share first. Lists are not audited. */
export async function listShared(
  { clock, cursors, db }: ShareServices,
  { actor, scope: { organisation } }: { readonly actor: Actor; readonly scope: Scope },
  { organisation: _, ...paging }: QueryOf<typeof endpoint>,
): Promise<{ body: SharedVideoLine[]; page: PageInfo }> {
  const inScope =
    organisation === null ? sql`s.recipient_id IS NOT NULL` : sql`s.recipient_id = ${organisation}::uuid`
  const counted = sql`SELECT FROM live_video_share s WHERE ${shareVisibleTo(actor, 's')} AND ${inScope}`
  const { rows, page } = await pageById(
    cursors,
    ['sharedVideos', organisation],
    paging,
    ({ before, limit }) =>
      findShared(db, actor, {
        at: clock.now(),
        condition: before === undefined ? inScope : sql`${inScope} AND s.id < ${before}::uuid`,
        order: sql`ORDER BY s.id DESC LIMIT ${limit}`,
      }),
    () => countBounded(db, counted),
  )
  return { body: rows.map((row) => ({ ...sharedLine(row), gate: row.gate })), page }
}

/** What identifies a shared video in a list. */
export function sharedLine(row: SharedRow): Omit<SharedVideoLine, 'gate'> {
  return {
    id: row.id,
    title: row.title,
    productNumber: row.product_number,
    owner: row.owner_name,
    recipient: { id: row.recipient_id, name: row.recipient_name },
    channel: row.channel,
    sharedAt: row.created_at.toISOString(),
  }
}
