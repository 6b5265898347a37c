import type { AuditRow } from './audit-repository.ts'

type Details = Readonly<Record<string, unknown>>

/** What stays: which document, which version, what was decided. All else may tell of a person. */
const impersonal = new Set([
  ...['documentType', 'documents', 'version', 'versions', 'codes', 'status', 'performerStatus', 'prefetch'],
])
const hidden = '（非表示）'

/**
 * Whether an entry is about a performer that its reader does not see, or no longer does: a sealed one is in nobody's
 * sight (D17), and the log must not be the way around that. The entry of the deletion itself goes on saying who was
 * deleted.
 */
export function isAboutHidden({ action, rtype, performer_id }: AuditRow): boolean {
  return (rtype === 'performer' || rtype === 'document') && performer_id === null && action !== 'delete'
}

/** The same details with the names of the fields and without what stood in them. */
export function withoutPersonal(details: Details): Record<string, unknown> {
  return Object.fromEntries(Object.entries(details).map(([key, value]) => [key, shown(key, value)]))
}

function shown(key: string, value: unknown): unknown {
  if (value === null || impersonal.has(key)) return value
  const isChange = (key === 'before' || key === 'after') && typeof value === 'object' && !Array.isArray(value)
  return isChange ? withoutPersonal(value as Details) : hidden // an object, and no list
}
