import type { BodyOf } from '@kyc/contract/endpoint.ts'
import type { createTakedown as endpoint, Takedown } from '@kyc/contract/takedowns.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { RequestInfo } from '../../platform/http/requests/binding.ts'
import { fieldProblem } from '../../platform/http/requests/input.ts'
import { identityOf } from '../../platform/idempotency/idempotency-key.ts'
import { replyOnce } from '../../platform/idempotency/reply-once.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { requireEditable } from '../access/visible-to.ts'
import { readFactsOf } from '../videos/facts/facts-repository.ts'
import { findVideoForEdit, lockVideo } from '../videos/videos-repository.ts'
import { presentTakedown } from './present-takedown.ts'
import { receiveTakedown } from './receive-takedown.ts'
import type { TakedownServices } from './takedown-services.ts'
import { getTakedownRow } from './takedowns-repository.ts'

interface Entered {
  readonly actor: Actor
  readonly body: BodyOf<typeof endpoint>
  readonly request: RequestInfo
}

/**
 * Enters a request that arrived by mail, letter or message, and stops its title; a repeated call enters no second one
 * (D108).
 */
export async function createTakedown(
  services: TakedownServices,
  entered: Entered,
): Promise<{ body: Takedown; headers: Record<string, string> }> {
  const { actor, body, request } = entered
  // Runs before a saved reply is returned: a former member gets no reply.
  const video = await findVideoForEdit(services.db, actor, body.videoId)
  if (!video) throw new Problem('VIDEO_NOT_FOUND')
  requireEditable(video)
  const identity = identityOf({ scope: actor.id, route: 'takedowns.create', request }, [JSON.stringify(body)])
  const { body: takedown, headers } = await replyOnce(
    services,
    { ...identity, status: 201, ...(body.performerId ? { about: body.performerId } : {}) },
    (tx) => enter(services, tx, entered),
  )
  return { body: takedown, headers: { ...headers, location: `/api/takedowns/${takedown.id}` } }
}

async function enter(
  services: TakedownServices,
  tx: Tx,
  { actor, body, request }: Entered,
): Promise<Takedown> {
  const video = await lockVideo(tx, actor, body.videoId)
  if (!video) throw new Problem('VIDEO_NOT_FOUND')
  const performerId = body.performerId || null
  if (performerId !== null) await requireInVideo(tx, body.videoId, performerId)
  const receivedAt = body.receivedAt ? new Date(body.receivedAt) : services.clock.now()
  if (receivedAt > services.clock.now())
    throw fieldProblem('receivedAt', '受け取った日時は、現在より前にしてください。')
  const text = body.channel ? `${body.channel}\n${body.text}` : body.text
  const { id } = await receiveTakedown(
    services,
    tx,
    {
      ...{ kind: body.kind, way: 'hand', state: 'held', performerId, receivedAt },
      video: { id: body.videoId, ownerId: video.owner_id },
      notice: { text, contact: null },
      sentOn: body.sentOn || null,
      enteredBy: actor.id,
    },
    { origin: { actor, request } },
  )
  return presentTakedown(services, tx, actor, await getTakedownRow(tx, actor, id))
}

/** @throws Problem PERFORMER_NOT_FOUND for a performer who is not in the title, or whose record is sealed */
export async function requireInVideo(tx: Tx, videoId: string, performerId: string): Promise<void> {
  const { appearances } = await readFactsOf(tx, videoId)
  if (!appearances.some((each) => each.performerId === performerId && each.name !== null))
    throw new Problem('PERFORMER_NOT_FOUND', { field: 'performerId' })
}
