import type { AuditAction } from '@kyc/contract/audit-vocabulary.ts'
import { sql } from 'kysely'

const looks = [
  'read',
  'download',
  'export',
  'login',
  'logout',
  'login_failed',
] as const satisfies readonly AuditAction[]

/** Whether something is different after an act of this kind, so that open pages may want to know (D42). */
export function isChange(action: AuditAction): boolean {
  return !looks.some((look) => look === action)
}

/** The same as a condition on `audit_event`. */
export const tellsOfChange = sql<boolean>`action <> ALL (${looks}::text[])`
