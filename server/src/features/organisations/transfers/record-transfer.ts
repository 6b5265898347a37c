import type { Tx } from '../../../platform/db/transaction.ts'
import type { Actor } from '../../access/actor.ts'
import { aboutPerformer, aboutVideo } from '../../audit/about.ts'
import { recordOrganisation } from '../act-on-organisation.ts'
import type { OrganisationServices } from '../organisation-services.ts'
import type { MovedRecords } from './transfer-repository.ts'

interface Recorded {
  readonly actor: Actor
  readonly ip: string | null
  readonly from: { readonly id: string; readonly name: string }
  readonly to: { readonly id: string; readonly name: string }
  readonly reason: string
  /** The moved ids; null for a merge. */
  readonly records: MovedRecords | null
}

const changes = {
  requested: { move: 'move_requested', merge: 'merge_requested' },
  cancelled: { move: 'move_cancelled', merge: 'merge_cancelled' },
  done: { move: 'moved', merge: 'merged' },
} as const

/** Records a step of a transfer for both organisations, with the numbers of the moved records at the end. */
export async function recordTransfer(
  services: OrganisationServices,
  tx: Tx,
  { actor, ip, from, to, reason, records }: Recorded,
  step: keyof typeof changes,
  moved: { readonly performers?: number; readonly videos?: number } = {},
): Promise<void> {
  const change = changes[step][records ? 'move' : 'merge']
  const details = { before: { organisation: from.name }, after: { organisation: to.name }, ...moved, reason }
  for (const { id } of [from, to]) await recordOrganisation(services, tx, { actor, id, ip }, change, details)
}

/**
 * Records the move of each record, so that its history shows the move. Organisations do not see the entries about
 * sealed records.
 */
export async function recordMoved(
  { audit }: OrganisationServices,
  tx: Tx,
  { actor, ip, from, to, reason }: Recorded,
  { performers, videos, sealed }: MovedRecords & { readonly sealed: readonly string[] },
): Promise<void> {
  const details = { before: { organisation: from.name }, after: { organisation: to.name }, reason }
  const by = { actor, ip }
  for (const id of performers) await audit.record(tx, by, 'update', aboutPerformer(id, to.id), details)
  for (const id of sealed) await audit.record(tx, by, 'seal', aboutPerformer(id, null), details)
  for (const id of videos) await audit.record(tx, by, 'update', aboutVideo(id, to.id), details)
}
