import { randomBytes } from 'node:crypto'
import { clockInJapan } from '@kyc/contract/dates.ts'
import type { BodyOf, ReplyOf } from '@kyc/contract/endpoint.ts'
import { packLimits } from '@kyc/contract/pack-vocabulary.ts'
import type { createPack as endpoint } from '@kyc/contract/packs.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { RequestInfo } from '../../platform/http/requests/binding.ts'
import { hashCookie } from '../../platform/http/requests/cookies.ts'
import { fieldProblem } from '../../platform/http/requests/input.ts'
import { fingerprintOf, sentKeyOf } from '../../platform/idempotency/idempotency-key.ts'
import { replyOnce } from '../../platform/idempotency/reply-once.ts'
import { isId, newId } from '../../platform/ids.ts'
import { Problem } from '../../platform/problem.ts'
import { type Actor, isSuperadmin } from '../access/actor.ts'
import { mayEdit, requireEditable, videoVisibleTo } from '../access/visible-to.ts'
import { aboutDocument, aboutPack, aboutPaper } from '../audit/about.ts'
import { alertOfExport } from '../documents/read/record-view.ts'
import { linkTo } from '../mails/send-letter.ts'
import { getRecord } from '../records/performers-repository.ts'
import { findPackedFiles } from './find-packed-files.ts'
import type { PackServices } from './pack-services.ts'
import { countOpen, getPackRow, insertPack } from './packs-repository.ts'
import { presentPack } from './present-pack.ts'

interface Creation {
  readonly actor: Actor
  readonly body: BodyOf<typeof endpoint>
  readonly request: RequestInfo
}

type Created = ReplyOf<typeof endpoint>

const route = 'packs.create'

/**
 * Creates a pack, whose file a job makes. Records an entry for each document in it, as for a download. The reply has
 * the link for the recipients; a repeated call with the same key returns the same link (D20).
 */
export async function createPack(
  services: PackServices,
  creation: Creation,
): Promise<{ body: Created; headers: Record<string, string> }> {
  const { actor, body, request } = creation
  const { shape, unmaskReason } = body
  if ((unmaskReason || shape === 'person') && !isSuperadmin(actor)) throw new Problem('FORBIDDEN')
  if (shape === 'person' && !unmaskReason)
    throw fieldProblem('unmaskReason', 'マスクしない理由を入力してください。')
  // Runs before a saved reply is returned: a former member gets no reply.
  await findOwner(services.db, actor, body)
  const key = sentKeyOf({ scope: actor.id, route, request })
  const { body: created, headers } = await replyOnce(
    services,
    {
      key,
      fingerprint: fingerprintOf([route, JSON.stringify(body)]),
      status: 201,
      ...(body.performerId ? { about: body.performerId } : {}),
    },
    (tx) => create(services, tx, creation),
  )
  return { body: created, headers: { ...headers } }
}

async function create(services: PackServices, tx: Tx, { actor, body, request }: Creation): Promise<Created> {
  const { shape, unmaskReason } = body
  const performerId = body.performerId || null
  const ownerId = await findOwner(tx, actor, body)
  await sql`SELECT FROM organisation WHERE id = ${ownerId}::uuid FOR NO KEY UPDATE`.execute(tx)
  if ((await countOpen(tx, ownerId)) >= packLimits.open) throw new Problem('PACK_LIMIT')
  const content =
    performerId === null ? await lockTitles(tx, body.videoIds ?? []) : await lockPerson(tx, performerId)
  const at = services.clock.now()
  const token = randomBytes(32).toString('base64url')
  const pack = {
    ...{ id: newId(), ownerId, shape, performerId, ...content },
    ...{ unmasked: !!unmaskReason, createdBy: actor.id, createdAt: at },
    ...{ expiresAt: new Date(at.getTime() + packLimits.valid), tokenHash: hashCookie(token) },
  }
  await insertPack(tx, pack)
  const origin = { actor, request }
  await services.audit.record(tx, origin, 'create', aboutPack(pack.id, ownerId), {
    packShape: shape,
    packVideos: content.videoIds,
    performers: content.performerIds.length,
    endDate: clockInJapan(pack.expiresAt),
    ...(unmaskReason ? { unmasked: true, reason: unmaskReason } : {}),
  })
  const files = await findPackedFiles(tx, pack)
  for (const { version, type, performer_id: id } of files.documents)
    await services.audit.record(tx, origin, 'download', aboutDocument({ id, owner_id: ownerId }, type), {
      version,
      pack: pack.id,
    })
  for (const { version, type, performer_id: id, video_id: videoId } of files.papers)
    await services.audit.record(
      tx,
      origin,
      'download',
      aboutPaper({ id, owner_id: ownerId }, { type, videoId }),
      {
        version,
        pack: pack.id,
      },
    )
  await alertOfExport(services, tx, actor, content.performerIds.length)
  return {
    pack: presentPack(await getPackRow(tx, actor, pack.id)),
    url: linkTo(services, '/packs', token).href,
  }
}

/** Returns the organisation that owns all named records. The actor must be allowed to change its records. */
async function findOwner(
  db: Db,
  actor: Actor,
  { videoIds = [], performerId }: Creation['body'],
): Promise<string> {
  if (performerId) {
    const record = await getRecord(db, actor, performerId)
    requireEditable(record)
    return record.owner_id
  }
  const { rows } = await sql<{ owner_id: string; may_edit: boolean }>`
    SELECT v.owner_id, ${mayEdit(actor, sql`v.owner_id`)} AS may_edit FROM video v
    WHERE v.id = ANY(${videoIds.filter(isId)}::uuid[]) AND ${videoVisibleTo(actor, 'v')}`.execute(db)
  const [first] = rows
  if (!first || rows.length < new Set(videoIds).size)
    throw new Problem('VIDEO_NOT_FOUND', { field: 'videoIds' })
  requireEditable(first)
  if (rows.some(({ owner_id }) => owner_id !== first.owner_id))
    throw fieldProblem('videoIds', '同じ組織の動画を選択してください。')
  return first.owner_id
}

interface Content {
  readonly videoIds: readonly string[]
  readonly performerIds: readonly string[]
}

/**
 * Locks the records: a concurrent move or deletion either waits and then ends this pack, or has removed the record
 * before.
 */
async function lockTitles(tx: Tx, videoIds: readonly string[]): Promise<Content> {
  await sql`SELECT FROM video WHERE id = ANY(${videoIds}::uuid[]) ORDER BY id FOR SHARE`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    SELECT p.id FROM performer p WHERE p.sealed_at IS NULL AND p.id IN (
      SELECT performer_id FROM video_performer WHERE video_id = ANY(${videoIds}::uuid[]))
    ORDER BY p.id FOR SHARE OF p`.execute(tx)
  return { videoIds: [...new Set(videoIds)], performerIds: rows.map(({ id }) => id) }
}

async function lockPerson(tx: Tx, performerId: string): Promise<Content> {
  const { rows } = await sql<{ id: string }>`
    SELECT v.id FROM video v WHERE v.id IN (SELECT video_id FROM video_performer WHERE performer_id = ${performerId}::uuid)
    ORDER BY v.id FOR SHARE`.execute(tx)
  const { rows: open } = await sql`
    SELECT FROM performer WHERE id = ${performerId}::uuid AND sealed_at IS NULL FOR SHARE`.execute(tx)
  if (open.length === 0) throw new Problem('PERFORMER_NOT_FOUND', { field: 'performerId' })
  return { videoIds: rows.map(({ id }) => id), performerIds: [performerId] }
}
