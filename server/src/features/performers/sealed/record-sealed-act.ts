import type { DestructionKind, SealedChange } from '@kyc/contract/sealed-labels.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import type { Actor } from '../../access/actor.ts'
import { aboutPerformer } from '../../audit/about.ts'
import type { PerformerServices } from '../performer-services.ts'

/** An act of a superadmin on a sealed record. */
export interface SealedAct {
  readonly actor: Actor
  readonly id: string
  readonly ip: string | null
}

export type SealedServices = PerformerServices

/** Records an act that neither opens nor destroys the record. Its organisation does not see the entry. */
export function recordSealedAct(
  { audit }: Pick<SealedServices, 'audit'>,
  tx: Tx,
  { actor, id, ip, reason, kind }: SealedAct & { readonly reason?: string; readonly kind?: DestructionKind },
  change: SealedChange,
): Promise<void> {
  return audit.record(tx, { actor, ip }, 'seal', aboutPerformer(id, null), {
    change,
    ...(kind && { destructionKind: kind }),
    ...(reason !== undefined && { sealedReason: reason }),
  })
}
