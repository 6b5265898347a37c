import type { AuditRow } from './audit-repository.ts'

type Details = Readonly<Record<string, unknown>>

/** The keys that contain no personal data: the document, its version and the decision. */
const impersonal: readonly string[] = [
  'documentType',
  'documents',
  'version',
  'versions',
  'codes',
  'status',
  'performerStatus',
  'prefetch',
  'change',
  'viaLink',
  // Written about a sealed record, for admins and auditors only.
  'sealedReason',
]
const hidden = '（非表示）'

/**
 * Whether an entry is about a performer that its reader cannot see. Sealed performers are hidden from every
 * account, also in the log. Only the entry of the deletion still names the performer. The export of a list is about
 * no single record.
 */
export function isAboutHidden({ action, rtype, rid, performer_id }: AuditRow): boolean {
  const isRecord = (rtype === 'performer' || rtype === 'document') && rid !== null
  return isRecord && performer_id === null && action !== 'delete'
}

/** The details with all keys, and without the values that may be personal. */
export function withoutPersonal(details: Details): Record<string, unknown> {
  return Object.fromEntries(Object.entries(details).map(([key, value]) => [key, shown(key, value)]))
}

function shown(key: string, value: unknown): unknown {
  if (value === null || impersonal.includes(key)) return value
  const isChange = (key === 'before' || key === 'after') && typeof value === 'object' && !Array.isArray(value)
  return isChange ? withoutPersonal(value as Details) : hidden // `isChange` proves that it is an object
}
