import type { AuditDetails } from '@kyc/contract/audit-fields.ts'
import type { AuditAction } from '@kyc/contract/audit-vocabulary.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import type { Actor } from '../../access/actor.ts'
import type { AccountServices } from '../account-services.ts'

/** Leaves the entry of what somebody did to their own account; `details` hold no secret. */
export function recordOwn(
  { audit }: Pick<AccountServices, 'audit'>,
  tx: Tx,
  { id }: Actor,
  { ip }: Pick<RequestInfo, 'ip'>,
  details: AuditDetails,
  action: AuditAction = 'update',
): Promise<void> {
  return audit.record(tx, {
    ...{ actor: id, action, resourceType: 'user', resourceId: id, owner: id, ip, details },
  })
}
