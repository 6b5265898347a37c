import { answerOn, type Blocker } from '@kyc/contract/law-gate.ts'
import { rules } from '@kyc/contract/law-rules.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { Problem } from '../../../platform/problem.ts'
import { type FactsRow, readFactsOf } from '../facts/facts-repository.ts'
import { lawFacts } from './refresh-gate.ts'

/** A time on sale on a channel, by its name. */
export interface PlannedPublication {
  readonly channel: string
  readonly startedOn: string
  readonly endedOn: string | null
  readonly today: string
}

/**
 * What the records lack for a publication on its first day or, while it lasts, today (D106), because a contract may
 * have ended in between. Reads the facts of the locked video, never a stored answer.
 */
export async function findMissing(
  tx: Tx,
  videoId: string,
  { channel: name, startedOn, endedOn, today }: PlannedPublication,
): Promise<{ readonly row: FactsRow; readonly blockers: readonly Blocker[] }> {
  const row = await readFactsOf(tx, videoId)
  const channel = row.channels.find((each) => each.name === name) ?? null
  const lasts = startedOn < today && (endedOn === null || endedOn >= today)
  const facts = lawFacts(row)
  const [blockers = []] = [startedOn, ...(lasts ? [today] : [])]
    .map((day) => answerOn(facts, channel, day).blockers)
    .filter((found) => found.length > 0)
  return { row, blockers }
}

/** Refuses a publication for which the records lack something, and names each blocker with its performer. */
export async function refuseMissing(tx: Tx, videoId: string, planned: PlannedPublication): Promise<void> {
  const { row, blockers } = await findMissing(tx, videoId, planned)
  if (blockers.length === 0) return
  const names = new Map(row.appearances.map((each) => [each.performerId, each.name ?? '削除された出演者']))
  throw new Problem('RECORDS_MISSING', {
    errors: blockers.map(({ rule, performerId }) => ({
      field: performerId ? `${rule}.${performerId}` : rule,
      message: `${performerId ? `${names.get(performerId)}さん：` : ''}${rules[rule].text}（${rules[rule].source}）`,
    })),
  })
}
