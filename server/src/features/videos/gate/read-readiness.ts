import { dayInJapan } from '@kyc/contract/dates.ts'
import { rulesVersion } from '@kyc/contract/law-rules.ts'
import type { Override, Readiness } from '@kyc/contract/readiness.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Actor } from '../../access/actor.ts'
import { namesFor, shownName } from '../../access/visible-to.ts'
import { readFactsOf } from '../facts/facts-repository.ts'
import type { VideoServices } from '../video-services.ts'
import { isOpen } from './override-is-open.ts'
import { answersOn, stateOf } from './refresh-gate.ts'

type Services = Pick<VideoServices, 'clock'>

/** The answer for a visible video on `day`, by default today, computed from its facts as they are now. */
export async function readReadiness(
  { clock }: Services,
  db: Db,
  { actor, id, day = dayInJapan(clock.now()) }: { actor: Actor; id: string; day?: string | undefined },
): Promise<Readiness> {
  const row = await readFactsOf(db, id)
  const answers = answersOn(row, day)
  return {
    day,
    rulesVersion,
    state: stateOf(answers),
    answers: answers.map(({ channel, blockers, overridden, changesOn }) => ({
      channel,
      blockers: blockers.map(copy),
      overridden: overridden.map(copy),
      changesOn,
    })),
    under20: [...(answers[0]?.under20 ?? [])],
    performers: row.appearances.map(({ performerId, name }) => ({
      id: performerId,
      name: name ?? '削除された出演者',
    })),
    overrides: await findOverrides(db, actor, id),
  }
}

function copy<Value extends { readonly items?: readonly string[] }>(blocker: Value) {
  const { items, ...rest } = blocker
  return items ? { ...rest, items: [...items] } : rest
}

/** The overrides of a video that have not ended, oldest first. */
async function findOverrides(db: Db, actor: Actor, videoId: string): Promise<Override[]> {
  const reader = namesFor(actor)
  const { rows } = await sql<Override>`
    SELECT o.id, o.rule, o.performer_id AS "performerId", c.name AS channel, o.reason, o.opinion, o.until_on AS until,
      ${shownName(reader, 'first')} AS "requestedBy", o.requested_by = ${actor.id}::uuid AS own,
      ${shownName(reader, 'second')} AS "confirmedBy",
      (o.opinion IS NULL OR o.confirmed_at IS NOT NULL) AND coalesce(o.until_on >= today_in_japan(), true) AS "inForce"
    FROM gate_override o JOIN account first ON first.id = o.requested_by
      LEFT JOIN account second ON second.id = o.confirmed_by LEFT JOIN channel c ON c.id = o.channel_id
    WHERE o.video_id = ${videoId}::uuid AND o.ended_at IS NULL
      AND ${isOpen} ORDER BY o.requested_at, o.id`.execute(db)
  return rows
}
