import type { AuditAction } from '@kyc/contract/audit-vocabulary.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { withMaskedAddresses } from '../audit/mask-address.ts'
import type { AuditWriter } from '../audit/record.ts'

/** The origin of an audit entry; both null for a job, `ip` null for the command line. */
export interface Origin {
  /** Undefined and null alike: no account is signed in. */
  readonly actor?: string | null
  readonly ip: string | null
}

/** Records an entry about an account in the transaction of the act (D38). `details` contain no secrets. */
export function recordAccount(
  { audit }: { readonly audit: AuditWriter },
  tx: Tx,
  action: AuditAction,
  accountId: string | null,
  { actor = null, ip }: Origin,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  const resource = { resourceType: 'user', resourceId: accountId, owner: accountId } as const
  return audit.record(tx, {
    ...resource,
    actor,
    action,
    ip,
    details: withMaskedAddresses(details),
  })
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
