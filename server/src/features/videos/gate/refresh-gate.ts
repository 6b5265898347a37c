import { dayInJapan } from '@kyc/contract/dates.ts'
import type { ChannelFacts, TitleFacts } from '@kyc/contract/law-facts.ts'
import { answerOn, type Blocker, changesAfter, type GateAnswer } from '@kyc/contract/law-gate.ts'
import { isCovered } from '@kyc/contract/law-rule.ts'
import { rulesVersion } from '@kyc/contract/law-rules.ts'
import { paperChecks } from '@kyc/contract/paper-checks.ts'
import type { GateState } from '@kyc/contract/readiness.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/transaction.ts'
import { type FactsRow, readFacts } from '../facts/facts-repository.ts'
import { appearanceOf, lawAppearance, lawTitle, titleOf } from '../facts/title-facts.ts'
import type { VideoServices } from '../video-services.ts'

/** The answer for one channel of the owner, or for all. */
export interface ComputedAnswer extends GateAnswer {
  readonly channel: { readonly id: string; readonly name: string } | null
  readonly changesOn: string | null
}

/** What the rules read of a video. */
export function lawFacts(row: FactsRow): TitleFacts {
  const title = lawTitle(titleOf(row.facts))
  return {
    ...title,
    appearances: row.appearances.map(({ facts, papers, ...appearance }) => ({
      performerId: appearance.performerId,
      status: appearance.status,
      reliance: appearance.reliance,
      dateOfBirth: appearance.dateOfBirth,
      registeredOn: appearance.registeredOn,
      // An approval from before the category was corrected has confirmed less.
      confirmedPapers: (papers ?? []).flatMap(({ type, checks }) =>
        paperChecks(type, isCovered(title)).every(({ id }) => checks.includes(id)) ? [type] : [],
      ),
      ...lawAppearance(appearanceOf(facts)),
    })),
    overrides: row.overrides,
    takedowns: row.takedowns,
  }
}

/** The answers for a video on a day: for all channels first, then for each channel of the owner. */
export function answersOn(row: FactsRow, day: string): ComputedAnswer[] {
  const facts = lawFacts(row)
  const answer = (channel: ChannelFacts | null, name: string): ComputedAnswer => ({
    channel: channel && { id: channel.id, name },
    ...answerOn(facts, channel, day),
    changesOn: changesAfter(facts, channel, day),
  })
  return [answer(null, ''), ...row.channels.map((channel) => answer(channel, channel.name))]
}

export function stateOf([all, ...channels]: readonly ComputedAnswer[]): GateState {
  if (!all || all.blockers.length > 0) return 'missing'
  return channels.some(({ blockers }) => blockers.length > 0) ? 'partly' : 'complete'
}

/** Stores the answer of the gate for a video that the transaction has changed. */
export async function refreshGate(
  { clock }: Pick<VideoServices, 'clock'>,
  tx: Tx,
  id: string,
): Promise<void> {
  await refreshGates(tx, [id], dayInJapan(clock.now()))
}

/**
 * Stores the answers for videos. Their rows are locked before the facts are read, so that a change of a fact is either read or
 * marks the row after this.
 */
export async function refreshGates(tx: Tx, ids: readonly string[], day: string): Promise<void> {
  await sql`INSERT INTO video_gate (video_id, owner_id) SELECT id, owner_id FROM video WHERE id = ANY(${ids}::uuid[])
    ORDER BY id ON CONFLICT DO NOTHING`.execute(tx)
  await sql`SELECT FROM video_gate WHERE video_id = ANY(${ids}::uuid[]) ORDER BY video_id FOR UPDATE`.execute(
    tx,
  )
  const computed = (await readFacts(tx, ids)).map((row) => {
    const answers = answersOn(row, day)
    const days = answers.flatMap(({ changesOn }) => changesOn ?? [])
    return {
      id: row.id,
      state: stateOf(answers),
      answers: answers.map(({ channel, blockers }) => ({
        channel: channel?.id ?? null,
        blockers: blockers.map(stored),
      })),
      changes_on: days.toSorted()[0] ?? 'infinity',
    }
  })
  await sql`UPDATE video_gate g SET state = c.state, answers = c.answers, changes_on = c.changes_on,
      rules_version = ${rulesVersion}, computed_on = ${day}::date
    FROM jsonb_to_recordset(${JSON.stringify(computed)}::jsonb) AS c (id uuid, state text, answers jsonb, changes_on date)
    WHERE g.video_id = c.id`.execute(tx)
}

/** A blocker as it is stored: codes and ids only. */
function stored({ rule, performerId, from }: Blocker): object {
  return { rule, performerId, ...(from ? { from } : {}) }
}
