import type { AuditEntry } from '@kyc/contract/audit.ts'
import type { AuditAction, AuditResourceType } from '@kyc/contract/audit-vocabulary.ts'
import { documentTypeOf } from '@kyc/contract/document-vocabulary.ts'
import {
  auditActionLabels,
  auditResourceTypeLabels,
  documentStatusLabels,
  documentTypeLabels,
  fieldLabels,
  idKindLabels,
  performerStatusLabels,
  rejectionReasons,
  securityChangeLabels,
  signInMethodLabels,
} from '@kyc/contract/labels.ts'
import { roleLabels } from '@kyc/contract/role-labels.ts'
import { formatDate, formatDateTime } from '../../ui/format.ts'

/** What an entry is about: its kind, and its name in words. */
export function resourceWords(entry: AuditEntry): { kind: string; name: string } {
  const slot = documentTypeOf(String(entry.details.documentType ?? ''))
  const names = [entry.resourceName, slot && documentTypeLabels[slot]].filter((part) => part)
  return {
    kind: auditResourceTypeLabels[entry.resourceType],
    name: names.length > 0 ? names.join('・') : (entry.resourceId ?? '—'),
  }
}

export function userWords(entry: AuditEntry): string {
  if (!entry.user) return '—'
  return entry.user.role ? `${entry.user.name}（${roleLabels[entry.user.role]}）` : entry.user.name
}

/** The heading of the details, such as 書類の差し戻し. */
export function entryTitle(action: AuditAction, resourceType: AuditResourceType): string {
  if (action === 'login' || action === 'logout' || action === 'login_failed') return auditActionLabels[action]
  return `${auditResourceTypeLabels[resourceType]}の${auditActionLabels[action]}`
}

export interface Change {
  readonly field: string
  readonly label: string
  readonly before: string
  readonly after: string
}

/** Each changed field before and after, in words. */
export function changesOf(details: AuditEntry['details']): Change[] {
  const before = asRecord(details.before)
  const after = asRecord(details.after)
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].map((field) => ({
    field,
    label: fieldLabels[field] ?? field,
    before: valueWords(field, before[field]),
    after: valueWords(field, after[field]),
  }))
}

/** Further facts of an entry, beside what changed. */
export function factsOf(details: AuditEntry['details']): { label: string; value: string }[] {
  return Object.entries(details)
    .filter(([key]) => key !== 'before' && key !== 'after' && key in fieldLabels)
    .map(([key, value]) => ({ label: fieldLabels[key] ?? key, value: valueWords(key, value) }))
}

const vocabularies: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  status: { ...documentStatusLabels, ...performerStatusLabels },
  performerStatus: performerStatusLabels,
  type: documentTypeLabels,
  documentType: documentTypeLabels,
  idKind: idKindLabels,
  role: roleLabels,
  method: signInMethodLabels,
  secondFactor: signInMethodLabels,
  change: securityChangeLabels,
  codes: Object.fromEntries(Object.entries(rejectionReasons).map(([code, { label }]) => [code, label])),
}

/** A stored value as a person reads it. */
export function valueWords(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'なし'
  if (Array.isArray(value))
    return value.length === 0 ? 'なし' : value.map((item) => valueWords(field, item)).join('、')
  if (typeof value === 'boolean') return value ? 'はい' : 'いいえ'
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  if (field === 'version') return `第${text}版`
  if (/^\d{4}-\d{2}-\d{2}T/.test(text)) return formatDateTime(text)
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return formatDate(text)
  return vocabularies[field]?.[text] ?? text
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>) // narrowed just now; TypeScript keeps it as object
    : {}
}
