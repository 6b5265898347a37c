import type { StoredAppearance } from '@kyc/contract/title-facts.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { Problem } from '../../../platform/problem.ts'
import type { UsableLink } from '../../performer-links/link-repository.ts'
import { readFactsOf } from '../../videos/facts/facts-repository.ts'
import { appearanceOf } from '../../videos/facts/title-facts.ts'
import type { SigningRow } from '../signing-repository.ts'
import type { SigningServices } from '../signing-services.ts'
import { changeOwnTitle } from './change-own-title.ts'

/** An act of the performer on a locked signing. */
export interface PageAct {
  readonly link: UsableLink
  readonly row: SigningRow
  readonly ip: string | null
}

/**
 * Writes what an act of the performer proves into the facts of its locked appearance, with an entry. The account that
 * sent the contract counts as the one that entered them, so it may not confirm them (D6). Of an appearance that was
 * removed from the video, nothing is written.
 */
export async function changeFacts(
  services: SigningServices,
  tx: Tx,
  { link, row, ip }: PageAct,
  change: (facts: StoredAppearance) => Partial<StoredAppearance>,
): Promise<void> {
  const { video_id: videoId, performer_id: performerId, sent_by } = row
  const { appearances, owner_id } = await readFactsOf(tx, videoId)
  const appearance = appearances.find((each) => each.performerId === performerId)
  if (!appearance || sent_by === null) return
  const facts = appearanceOf(appearance.facts)
  const title = { link, videoId, ownerId: owner_id, facts }
  await changeOwnTitle(services, tx, title, { ip, facts: change(facts), by: sent_by })
}

/** Refuses the acts that lead to a signature of an appearance whose contract has ended, or that was removed. */
export async function refuseEnded(
  tx: Tx,
  { video_id, performer_id, organisation_disabled, case_closed }: SigningRow,
): Promise<void> {
  const { appearances } = await readFactsOf(tx, video_id)
  const appearance = appearances.find((each) => each.performerId === performer_id)
  const isOver = !appearance || appearanceOf(appearance.facts).ended !== null
  if (isOver || organisation_disabled || case_closed !== null) throw new Problem('SIGNING_STATE')
}
