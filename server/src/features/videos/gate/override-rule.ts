import type { BodyOf } from '@kyc/contract/endpoint.ts'
import { rules } from '@kyc/contract/law-rules.ts'
import type { overrideRule as endpoint, Readiness } from '@kyc/contract/readiness.ts'
import { sql } from 'kysely'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import { fieldProblem } from '../../../platform/http/requests/input.ts'
import { fingerprintOf, sentKeyOf } from '../../../platform/idempotency/idempotency-key.ts'
import { replyOnce } from '../../../platform/idempotency/reply-once.ts'
import { isId, newId } from '../../../platform/ids.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Actor } from '../../access/actor.ts'
import { requireSecondPerson } from '../../access/second-person.ts'
import { aboutVideo } from '../../audit/about.ts'
import { readFactsOf } from '../facts/facts-repository.ts'
import type { VideoServices } from '../video-services.ts'
import { lockVideo, touchVideo } from '../videos-repository.ts'
import { isOpen } from './override-is-open.ts'
import { readReadiness } from './read-readiness.ts'
import { refreshGate } from './refresh-gate.ts'

interface OnVideo {
  readonly actor: Actor
  readonly id: string
  readonly ip: string | null
}

const route = 'videos.override'

/** Overrides a rule of class C until a day, or requests the override of one of class B. One of class A is refused to every account. */
export function overrideRule(
  services: VideoServices,
  act: OnVideo & { readonly body: BodyOf<typeof endpoint>; readonly request: RequestInfo },
): Promise<{ body: Readiness; headers: Record<string, string> }> {
  const { actor, id, body, request } = act
  const key = sentKeyOf({ scope: actor.id, route, request })
  const fingerprint = fingerprintOf([route, id, JSON.stringify(body)])
  return replyOnce(services, { key, fingerprint, status: 200 }, (tx) =>
    onLockedVideo(services, tx, act, async (owner, at) => {
      const { performerId = null, channelId = null, opinion = null, until = null, rule, reason } = body
      refuseClass(body)
      await refuseUnknown(tx, id, { performerId, channelId })
      await sql`INSERT INTO gate_override
        (id, video_id, rule, performer_id, channel_id, reason, opinion, until_on, requested_by, requested_at)
        VALUES (${newId(at)}, ${id}, ${rule}, ${performerId}, ${channelId}, ${reason},
          ${rules[rule].class === 'B' ? opinion : null}, ${until}, ${actor.id}, ${at})`.execute(tx)
      await record(services, tx, act, owner, { override: 'requested', rule, reason, until })
    }),
  )
}

/** Confirms the override that another superadmin has requested. */
export function confirmOverride(
  services: VideoServices,
  act: OnVideo & { readonly overrideId: string },
): Promise<Readiness> {
  return inTransaction(services.db, (tx) =>
    onLockedVideo(services, tx, act, async (owner, at) => {
      const row = await findOpen(tx, act)
      if (row.confirmed_by !== null || row.opinion === null) return
      await requireSecondPerson(services.config, tx, act.actor, row)
      await sql`UPDATE gate_override SET confirmed_by = ${act.actor.id}, confirmed_at = ${at} WHERE id = ${row.id}`.execute(
        tx,
      )
      await record(services, tx, act, owner, { override: 'confirmed', rule: row.rule })
    }),
  )
}

/** Withdraws a request, or ends an override. */
export function endOverride(
  services: VideoServices,
  act: OnVideo & { readonly overrideId: string },
): Promise<Readiness> {
  return inTransaction(services.db, (tx) =>
    onLockedVideo(services, tx, act, async (owner, at) => {
      const row = await findOpen(tx, act)
      await sql`UPDATE gate_override SET ended_at = ${at} WHERE id = ${row.id}`.execute(tx)
      await record(services, tx, act, owner, { override: 'ended', rule: row.rule })
    }),
  )
}

async function onLockedVideo(
  services: VideoServices,
  tx: Tx,
  { actor, id }: OnVideo,
  act: (owner: string, at: Date) => Promise<void>,
): Promise<Readiness> {
  const video = await lockVideo(tx, actor, id)
  if (!video) throw new Problem('VIDEO_NOT_FOUND')
  await act(video.owner_id, services.clock.now())
  await refreshGate(services, tx, id)
  return readReadiness(services, tx, { actor, id })
}

async function record(
  services: VideoServices,
  tx: Tx,
  { actor, id, ip }: OnVideo,
  owner: string,
  details: Parameters<VideoServices['audit']['record']>[4],
): Promise<void> {
  await touchVideo(services, tx, id)
  await services.audit.record(tx, { actor, ip }, 'update', aboutVideo(id, owner), details)
}

/** What the class of the rule requires (D105). */
function refuseClass({ rule, opinion, until }: BodyOf<typeof endpoint>): void {
  const of = rules[rule].class
  if (of === 'A') throw new Problem('RULE_NEVER_OVERRIDDEN')
  if (of === 'B' && !opinion) throw fieldProblem('opinion', '法的な見解と、その保管場所を入力してください。')
  if (of === 'C' && !until) throw fieldProblem('until', '最終日を入力してください。')
}

async function refuseUnknown(
  tx: Tx,
  id: string,
  { performerId, channelId }: { performerId: string | null; channelId: string | null },
): Promise<void> {
  const { appearances, channels } = await readFactsOf(tx, id)
  if (performerId !== null && !appearances.some((each) => each.performerId === performerId))
    throw new Problem('PERFORMER_NOT_FOUND', { field: 'performerId' })
  if (channelId !== null && !channels.some((each) => each.id === channelId))
    throw new Problem('CHANNEL_NOT_FOUND', { field: 'channelId' })
}

interface OpenOverride {
  readonly id: string
  readonly rule: string
  readonly opinion: string | null
  readonly requested_by: string
  readonly requested_at: Date
  readonly confirmed_by: string | null
}

async function findOpen(
  tx: Tx,
  { id, overrideId }: { id: string; overrideId: string },
): Promise<OpenOverride> {
  if (!isId(overrideId)) throw new Problem('NOT_FOUND')
  const { rows } = await sql<OpenOverride>`SELECT id, rule, opinion, requested_by, requested_at, confirmed_by
    FROM gate_override o WHERE id = ${overrideId}::uuid AND video_id = ${id}::uuid AND ended_at IS NULL AND ${isOpen}`.execute(
    tx,
  )
  if (!rows[0]) throw new Problem('NOT_FOUND')
  return rows[0]
}
