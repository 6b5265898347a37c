import type { AuditDetails } from '@kyc/contract/audit-fields.ts'
import type { SigningChange } from '@kyc/contract/signing-vocabulary.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../access/actor.ts'
import { aboutPerformer } from '../audit/about.ts'
import { withMaskedAddresses } from '../audit/mask-address.ts'
import type { RecordRow } from '../records/performer-row.ts'
import type { SigningServices } from './signing-services.ts'

/** Records an act of the organisation on a signing, in its transaction. */
export function recordSigning(
  { audit }: Pick<SigningServices, 'audit'>,
  tx: Tx,
  {
    actor,
    ip,
    performer,
    videoId,
  }: {
    readonly actor: Actor
    readonly ip: string | null
    readonly performer: Pick<RecordRow, 'id' | 'owner_id'>
    readonly videoId: string
  },
  change: SigningChange,
  details: AuditDetails = {},
): Promise<void> {
  const about = aboutPerformer(performer.id, performer.owner_id)
  return audit.record(tx, { actor, ip }, 'update', about, {
    change,
    videoId,
    ...withMaskedAddresses(details),
  })
}
