import type { AuditEntry } from '@kyc/contract/audit.ts'
import { changesOf, factsOf, unreadableText } from '@kyc/contract/audit-words.ts'
import { clockInJapan } from '@kyc/contract/dates.ts'
import { anyDocumentTypeOf } from '@kyc/contract/document-vocabulary.ts'
import {
  auditActionLabels,
  auditResourceTypeLabels,
  documentTypeLabels,
  wordOf,
} from '@kyc/contract/labels.ts'
import { roleLabels } from '@kyc/contract/role-labels.ts'
import type { Cell, Column } from '../../../platform/files/stream-workbook.ts'

export const entryColumns: readonly Column[] = [
  { header: '日時（JST）', width: 20 },
  { header: 'ユーザー', width: 18 },
  { header: '権限', width: 14 },
  { header: '操作', width: 14 },
  { header: '対象', width: 12 },
  { header: '対象名', width: 30 },
  { header: '対象ID', width: 46 },
  { header: 'IPアドレス', width: 18 },
  { header: '詳細', width: 70 },
  { header: '記録ID', width: 38 },
  { header: '操作者ID', width: 38 },
]

/**
 * One entry as a row, in the order of the columns. The time is text in JST, because dates of spreadsheets
 * have no time zone (D40).
 */
export function entryCells(entry: AuditEntry): Cell[] {
  return [
    clockInJapan(new Date(entry.createdAt)),
    entry.user?.name ?? 'ユーザーなし',
    entry.user?.role ? roleLabels[entry.user.role] : null,
    wordOf(auditActionLabels, entry.action),
    wordOf(auditResourceTypeLabels, entry.resourceType),
    resourceName(entry),
    entry.resourceId,
    entry.ipAddress,
    detailsText(entry),
    entry.id,
    entry.userId,
  ]
}

function resourceName({ resourceName: name, details }: AuditEntry): string | null {
  const type = anyDocumentTypeOf(String(details.documentType ?? ''))
  const parts = [name, type && wordOf(documentTypeLabels, type)].filter((part) => part)
  return parts.length > 0 ? parts.join('・') : null
}

/** All changes and facts of the details, one per line. */
function detailsText({ id, details, unreadable }: AuditEntry): string | null {
  const changes = changesOf(details).map(({ label, before, after }) => `${label}：${before} → ${after}`)
  const facts = factsOf(details).map(({ label, value }) => `${label}：${value}`)
  const lines = [...(unreadable ? [unreadableText(id)] : []), ...changes, ...facts]
  return lines.length > 0 ? lines.join('\n') : null
}
