import type { StoredAppearance } from '@kyc/contract/title-facts.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { isId, type OrganisationId } from '../../../platform/ids.ts'
import { Problem } from '../../../platform/problem.ts'
import { lockBoundLink, type UsableLink } from '../../performer-links/link-repository.ts'
import { appearanceOf } from '../../videos/facts/title-facts.ts'
import type { SigningServices } from '../signing-services.ts'

/** An act of the performer on one of its own titles. */
export interface TitleAct {
  /** The link that the calling browser is bound to. */
  readonly link: UsableLink
  readonly videoId: string
  readonly ip: string | null
}

/** A title of the performer, locked for a change of its own appearance. */
export interface OwnTitle {
  readonly link: UsableLink
  readonly videoId: string
  readonly ownerId: OrganisationId
  readonly facts: StoredAppearance
}

/** Refuses a title in which the performer of the page does not appear. */
export async function requireOwnTitle(
  db: Db,
  { link, videoId }: Pick<TitleAct, 'link' | 'videoId'>,
): Promise<void> {
  const { rows } = isId(videoId)
    ? await sql`SELECT FROM video_performer vp WHERE ${isOwn({ link, videoId })}`.execute(db)
    : { rows: [] }
  if (rows.length === 0) throw new Problem('VIDEO_NOT_FOUND')
}

function isOwn({ link, videoId }: Pick<TitleAct, 'link' | 'videoId'>): RawBuilder<boolean> {
  return sql`(vp.video_id = ${videoId}::uuid AND vp.performer_id = ${link.performer_id}::uuid)`
}

/**
 * Locks a title of the performer, then the record: the order of every change of an appearance (`lockAppearance`). The
 * page works whatever has become of the account that sent the link and of its organisation (D104).
 */
export async function lockOwnTitle(
  { clock }: Pick<SigningServices, 'clock'>,
  tx: Tx,
  { link: found, videoId }: Pick<TitleAct, 'link' | 'videoId'>,
): Promise<OwnTitle> {
  await requireOwnTitle(tx, { link: found, videoId })
  await sql`SELECT FROM video WHERE id = ${videoId}::uuid FOR NO KEY UPDATE`.execute(tx)
  const link = await lockBoundLink(tx, clock.now(), found)
  const { rows } = await sql<{ owner_id: OrganisationId; facts: Partial<StoredAppearance> }>`
    SELECT v.owner_id, vp.facts FROM video_performer vp JOIN video v ON v.id = vp.video_id
    WHERE ${isOwn({ link, videoId })}`.execute(tx)
  const [row] = rows
  if (!row) throw new Problem('VIDEO_NOT_FOUND')
  return { link, videoId, ownerId: row.owner_id, facts: appearanceOf(row.facts) }
}
