import type { VideoFacts } from '@kyc/contract/title-facts.ts'
import type { Db } from '../../../platform/db/database.ts'
import { readFactsOf } from './facts-repository.ts'
import { appearanceOf, titleOf } from './title-facts.ts'

/** The facts of a visible video. Deleted records are hidden (D17). */
export async function getFacts(db: Db, id: string): Promise<VideoFacts> {
  const row = await readFactsOf(db, id)
  return {
    version: row.facts_version,
    ...titleOf(row.facts),
    appearances: row.appearances.flatMap(({ performerId, name, version, facts }) =>
      name === null ? [] : [{ performerId, name, version, ...appearanceOf(facts) }],
    ),
  }
}
