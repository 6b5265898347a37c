import type { AuditDetails } from '@kyc/contract/audit-fields.ts'
import type { LinkChange } from '@kyc/contract/link-labels.ts'
import type { SigningChange } from '@kyc/contract/signing-vocabulary.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { aboutPerformer } from '../audit/about.ts'
import { withMaskedAddresses } from '../audit/mask-address.ts'
import type { PerformerLinkServices } from './performer-link-services.ts'

interface LinkAct {
  readonly link: { readonly id: string; readonly performer_id: string; readonly owner_id: string }
  /** The account that sends or revokes the link; null for acts of the performer, whom `viaLink` names. */
  readonly actor: string | null
  readonly ip: string | null
}

/** Records an act in its transaction; the members of the organisation may read the entry (D3). */
export function recordLinkAct(
  { audit }: PerformerLinkServices,
  tx: Tx,
  { link, actor, ip }: LinkAct,
  change: LinkChange | SigningChange | undefined,
  details: AuditDetails = {},
): Promise<void> {
  return audit.record(tx, { actor, ip }, 'update', aboutPerformer(link.performer_id, link.owner_id), {
    ...(change === undefined ? {} : { change }),
    ...withMaskedAddresses(details),
    ...(actor === null ? { viaLink: link.id } : {}),
  })
}
