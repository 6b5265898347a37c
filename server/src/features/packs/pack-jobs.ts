import { second } from '@kyc/contract/durations.ts'
import { startAttempts } from '../../platform/jobs/attempts.ts'
import { makePack } from './make-pack.ts'
import { claimPack, findDuePacks } from './pack-attempts.ts'
import type { PackServices } from './pack-services.ts'

/** Makes the files of packs until `stop`, one at a time in each process. The signal of the audit log reports new packs. */
export function startPacks(services: PackServices): { stop(): Promise<void> } {
  const { changed, db, log } = services
  const attempts = startAttempts(log, {
    name: 'packs',
    atOnce: 1,
    longestPause: 10 * second,
    findNext: () => findDuePacks(db),
    claim: (id) => claimPack(db, id),
    attempt: (claim, stop) => makePack(services, claim, stop),
  })
  const unlisten = changed.listen(attempts.wake)
  return {
    async stop() {
      await Promise.all([unlisten(), attempts.stop()])
    },
  }
}
