import type { AuditAction } from '@kyc/contract/audit-vocabulary.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { aboutAccount } from '../audit/about.ts'
import { withMaskedAddresses } from '../audit/mask-address.ts'
import type { AuditWriter, Origin } from '../audit/record.ts'

/** Records an entry about an account in the transaction of the act. `details` contain no secrets. */
export function recordAccount(
  { audit }: { readonly audit: AuditWriter },
  tx: Tx,
  action: AuditAction,
  accountId: string | null,
  by: Origin,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  return audit.record(tx, by, action, aboutAccount(accountId), withMaskedAddresses(details))
}

/** Records an audit entry about an account that acts on itself. */
export function recordOwn(
  services: { readonly audit: AuditWriter },
  tx: Tx,
  action: AuditAction,
  { id }: { readonly id: string },
  { ip }: { readonly ip: string | null },
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  return recordAccount(services, tx, action, id, { actor: id, ip }, details)
}
