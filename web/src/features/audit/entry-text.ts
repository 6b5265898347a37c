import type { AuditEntry } from '@kyc/contract/audit.ts'
import type { AuditAction, AuditResourceType } from '@kyc/contract/audit-vocabulary.ts'
import { anyDocumentTypeOf } from '@kyc/contract/document-vocabulary.ts'
import {
  auditActionLabels,
  auditResourceTypeLabels,
  documentTypeLabels,
  wordOf,
} from '@kyc/contract/labels.ts'
import { roleLabels } from '@kyc/contract/role-labels.ts'
import { paths } from '../../paths.ts'

/** Kind and name of the resource of an entry. */
export function resourceText(entry: AuditEntry): { kind: string; name: string } {
  const slot = anyDocumentTypeOf(String(entry.details.documentType ?? ''))
  const names = [entry.resourceName, slot && wordOf(documentTypeLabels, slot)].filter((part) => part)
  return {
    kind: wordOf(auditResourceTypeLabels, entry.resourceType),
    name: names.length > 0 ? names.join('・') : (entry.resourceId ?? 'なし'),
  }
}

/** URL of the resource of an entry; undefined if it has no page. Superadmins also open deleted performers (D17). */
export function resourceHref(
  { performerId, resourceType, resourceId }: AuditEntry,
  isSuperadmin = false,
): string | undefined {
  if (resourceType === 'video' && resourceId) return paths.video(resourceId)
  if (resourceType === 'takedown' && resourceId) return paths.takedown(resourceId)
  if (resourceType === 'pack') return paths.evidence()
  if (resourceType === 'shared_video' && resourceId) return paths.sharedVideo(resourceId.split('/')[0] ?? '')
  if (performerId) return paths.performer(performerId)
  return isSuperadmin && resourceType === 'performer' && resourceId
    ? paths.sealedRecord(resourceId)
    : undefined
}

export function userText(entry: AuditEntry): string {
  if (!entry.user) return 'ユーザーなし'
  return entry.user.role ? `${entry.user.name}（${roleLabels[entry.user.role]}）` : entry.user.name
}

/** Heading of the details, such as 書類の差し戻し. */
export function entryTitle(action: AuditAction, resourceType: AuditResourceType): string {
  if (action === 'login' || action === 'logout' || action === 'login_failed')
    return wordOf(auditActionLabels, action)
  return `${wordOf(auditResourceTypeLabels, resourceType)}の${wordOf(auditActionLabels, action)}`
}
