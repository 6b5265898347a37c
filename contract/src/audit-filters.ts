import type { AuditAction, AuditActionFilter } from './audit-vocabulary.ts'
import { auditActionLabels } from './labels.ts'

/** The acts by which an account sees or takes data of a record. */
export const viewActions = ['read', 'download', 'export'] as const satisfies readonly AuditAction[]

/** The actions that a filter permits. */
export function filteredActions(filter: AuditActionFilter): readonly AuditAction[] {
  return filter === 'views' ? viewActions : [filter]
}

export const auditFilterLabels = {
  ...auditActionLabels,
  views: '閲覧（ダウンロードとエクスポートを含む）',
} as const satisfies Record<AuditActionFilter, string>
