import type { AuditAction } from '@kyc/contract/audit-vocabulary.ts'
import { sql } from 'kysely'

const readActions = [
  'read',
  'download',
  'export',
  'login',
  'logout',
  'login_failed',
] as const satisfies readonly AuditAction[]

/** Whether an act of this kind changes a record, so that open pages must be updated. */
export function isChange(action: AuditAction): boolean {
  return !readActions.some((each) => each === action)
}

/** `isChange` as a condition on `audit_event`, the one of the indexes of changes (migration 0013). */
export const changesOnly = sql.raw<boolean>(`action <> ALL ('{${readActions.join()}}'::text[])`)
