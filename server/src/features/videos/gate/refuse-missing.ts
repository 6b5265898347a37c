import { answerOn } from '@kyc/contract/law-gate.ts'
import { rules } from '@kyc/contract/law-rules.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { Problem } from '../../../platform/problem.ts'
import { readFactsOf } from '../facts/facts-repository.ts'
import { lawFacts } from './refresh-gate.ts'

/**
 * Refuses a publication for which the records lack something on its first day or, while it lasts, today, and names each blocker
 * (D106): an end that came in between closes it too. Reads the facts of the locked video, never a stored answer.
 */
export async function refuseMissing(
  tx: Tx,
  videoId: string,
  {
    channel: name,
    startedOn,
    endedOn,
    today,
  }: {
    readonly channel: string
    readonly startedOn: string
    readonly endedOn: string | null
    readonly today: string
  },
): Promise<void> {
  const row = await readFactsOf(tx, videoId)
  const channel = row.channels.find((each) => each.name === name) ?? null
  const lasts = startedOn < today && (endedOn === null || endedOn >= today)
  const facts = lawFacts(row)
  const [blockers = []] = [startedOn, ...(lasts ? [today] : [])]
    .map((day) => answerOn(facts, channel, day).blockers)
    .filter((found) => found.length > 0)
  if (blockers.length === 0) return
  const names = new Map(row.appearances.map((each) => [each.performerId, each.name ?? '削除された出演者']))
  throw new Problem('RECORDS_MISSING', {
    errors: blockers.map(({ rule, performerId }) => ({
      field: performerId ? `${rule}.${performerId}` : rule,
      message: `${performerId ? `${names.get(performerId)}さん：` : ''}${rules[rule].text}（${rules[rule].source}）`,
    })),
  })
}
