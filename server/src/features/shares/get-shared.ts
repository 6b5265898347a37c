import { dayInJapan } from '@kyc/contract/dates.ts'
import { answerOn, type Blocker, changesAfter } from '@kyc/contract/law-gate.ts'
import { rulesVersion } from '@kyc/contract/law-rules.ts'
import type { SharedRecords, SharedVideo } from '@kyc/contract/shares.ts'
import type { Db } from '../../platform/db/database.ts'
import { readFactsOf } from '../videos/facts/facts-repository.ts'
import { titleOf } from '../videos/facts/title-facts.ts'
import { lawFacts } from '../videos/gate/refresh-gate.ts'
import { sharedLine } from './list-shared.ts'
import { findPersonProofs } from './proofs-repository.ts'
import type { ShareServices } from './share-services.ts'
import { personFacts, titleFacts } from './shared-facts.ts'
import type { SharedRow } from './shares-repository.ts'

/** A shared video as its recipient reads it. */
export async function getSharedVideo(
  { clock, db }: Pick<ShareServices, 'clock' | 'db'>,
  row: SharedRow,
): Promise<SharedVideo> {
  const day = dayInJapan(clock.now())
  return {
    ...sharedLine(row),
    records: await readSharedRecords(db, { videoId: row.video_id, channelId: row.channel_id, day }),
    papers: row.papers.map(({ type, until }) => ({ type, until: until.toISOString() })),
  }
}

/** Facts of a video with their proof on a day, as another organisation may read them: computed from the records as they are now. */
export async function readSharedRecords(
  db: Db,
  {
    videoId,
    channelId,
    day,
  }: { readonly videoId: string; readonly channelId: string | null; readonly day: string },
): Promise<SharedRecords> {
  const row = await readFactsOf(db, videoId)
  const proofs = await findPersonProofs(db, videoId, day)
  const facts = lawFacts(row)
  const channel = row.channels.find(({ id }) => id === channelId) ?? null
  const { blockers, overridden } = answerOn(facts, channel, day)
  // An override does not change what the records say.
  const moment = { facts, channel, day, broken: [...blockers, ...overridden] }
  const numbers = new Map(facts.appearances.map(({ performerId }, index) => [performerId, index + 1]))
  const shown = ({ rule, performerId, from }: Blocker) => ({
    rule,
    performer: performerId === null ? null : (numbers.get(performerId) ?? null),
    from: from ?? null,
  })
  return {
    day,
    rulesVersion,
    category: facts.category,
    facts: titleFacts(moment, titleOf(row.facts)),
    performers: facts.appearances.flatMap((appearance, index) => {
      const proof = proofs.get(appearance.performerId)
      const column = row.appearances[index]?.facts
      return proof && column
        ? [
            {
              id: proof.id,
              number: index + 1,
              stageName: proof.stageName,
              facts: personFacts(moment, appearance, { column, proof }),
            },
          ]
        : []
    }),
    blockers: blockers.map(shown),
    overridden: overridden.map(shown),
    changesOn: changesAfter(facts, channel, day),
  }
}
