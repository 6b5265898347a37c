import { dayInJapan } from '@kyc/contract/dates.ts'
import type { Publication } from '@kyc/contract/publications.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { newId } from '../../../platform/ids.ts'

interface PublicationRow {
  readonly id: string
  readonly channel: string
  readonly started_on: string
  readonly ended_on: string | null
  readonly address: string | null
  readonly external_id: string | null
  readonly partner: string | null
  readonly version: number
}

/** The columns that a caller writes. */
export interface PublicationColumns {
  readonly channel_id: string
  readonly started_on: string
  readonly ended_on: string | null
  readonly address: string | null
  readonly external_id: string | null
}

/** The last day of a publication that ends at this time: one that has not begun ends on its first day. */
export function lastDayOf({ started_on }: Pick<PublicationColumns, 'started_on'>, at: Date): string {
  const today = dayInJapan(at)
  return started_on > today ? started_on : today
}

/** Who records a publication: an account, or the server of a partner on whose platform the video is. */
export type Recorder =
  | { readonly created_by: string; readonly partner_id?: undefined }
  | { readonly created_by: null; readonly partner_id: string }

/** The publications of a video, oldest first; their number is limited. */
export async function findPublications(db: Db, videoId: string): Promise<Publication[]> {
  const { rows } = await sql<PublicationRow>`
    SELECT u.id, c.name AS channel, u.started_on, u.ended_on, u.address, u.external_id, p.name AS partner, u.version
    FROM publication u JOIN channel c ON c.id = u.channel_id LEFT JOIN partner p ON p.id = u.partner_id
    WHERE u.video_id = ${videoId}::uuid ORDER BY u.started_on, u.id`.execute(db)
  return rows.map(({ id, channel, started_on, ended_on, address, external_id, partner, version }) => ({
    id,
    channel,
    startedOn: started_on,
    endedOn: ended_on,
    address,
    externalId: external_id,
    partner,
    version,
  }))
}

/** The names of the channels of an organisation. */
export async function findChannelNames(db: Db, ownerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('channel')
    .select('name')
    .where('owner_id', '=', ownerId)
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

/** The channel of an organisation by its name, created if it is new; concurrent calls create one. */
export async function ensureChannel(
  tx: Tx,
  { ownerId, name, at }: { ownerId: string; name: string; at: Date },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO channel (id, owner_id, name, created_at) VALUES (${newId(at)}, ${ownerId}, ${name}, ${at})
    ON CONFLICT (owner_id, name) DO NOTHING RETURNING id`.execute(tx)
  if (rows[0]) return rows[0].id
  const existing = tx
    .selectFrom('channel')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('name', '=', name)
  return (await existing.executeTakeFirstOrThrow()).id
}

export async function insertPublication(
  tx: Tx,
  row: PublicationColumns & { readonly videoId: string; readonly by: Recorder; readonly at: Date },
): Promise<void> {
  const { videoId, by, at, ...columns } = row
  const times = { created_at: at, updated_at: at }
  await tx
    .insertInto('publication')
    .values({ id: newId(at), video_id: videoId, ...by, ...columns, ...times })
    .execute()
}

/** Changes a publication of the locked video. */
export async function updatePublicationRow(
  tx: Tx,
  id: string,
  columns: PublicationColumns & { readonly version: number; readonly updated_at: Date },
): Promise<void> {
  await tx.updateTable('publication').set(columns).where('id', '=', id).execute()
}
