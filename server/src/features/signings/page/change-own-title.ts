import type { SigningChange } from '@kyc/contract/signing-vocabulary.ts'
import type { StoredAppearance } from '@kyc/contract/title-facts.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { aboutVideo } from '../../audit/about.ts'
import { writeAppearance } from '../../videos/facts/facts-repository.ts'
import { refreshGate } from '../../videos/gate/refresh-gate.ts'
import { touchVideo } from '../../videos/videos-repository.ts'
import type { SigningServices } from '../signing-services.ts'
import type { OwnTitle, TitleAct } from './lock-own-title.ts'

/**
 * Writes what the performer has changed of its own appearance in the locked title, with its entry about both, and computes the gate in
 * the same transaction.
 */
export async function changeOwnTitle(
  services: SigningServices,
  tx: Tx,
  { link, videoId, ownerId, facts: stored }: OwnTitle,
  act: {
    readonly ip: TitleAct['ip']
    readonly change?: SigningChange
    readonly facts: Partial<StoredAppearance>
    /** The account that counts as the one that entered the facts; null keeps the former one (`writeAppearance`). */
    readonly by: string | null
  },
): Promise<void> {
  const { performer_id: performerId } = link
  const parts = Object.keys(act.facts) as (keyof StoredAppearance)[] // of that type
  const before = Object.fromEntries(parts.map((part) => [part, stored[part]]))
  await touchVideo(services, tx, videoId)
  await writeAppearance(tx, { videoId, performerId }, { ...stored, ...act.facts }, act.by)
  const about = { ...aboutVideo(videoId, ownerId), subject: performerId }
  await services.audit.record(tx, { actor: null, ip: act.ip }, 'update', about, {
    ...(act.change && { change: act.change }),
    before,
    after: act.facts,
    viaLink: link.id,
  })
  await refreshGate(services, tx, videoId)
}
