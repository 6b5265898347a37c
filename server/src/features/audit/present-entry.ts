import { isAtLeast, readingRole } from '@kyc/contract/accounts.ts'
import type { AuditEntry } from '@kyc/contract/audit.ts'
import { adminOnlyDetails } from '@kyc/contract/audit-fields.ts'
import { auditActions, auditResourceTypes } from '@kyc/contract/audit-vocabulary.ts'
import { linkActorLabel } from '@kyc/contract/link-labels.ts'
import { roleLabels } from '@kyc/contract/role-labels.ts'
import { type Actor, readsAll } from '../access/actor.ts'
import type { AuditRow } from './audit-repository.ts'
import { decryptValues, type ReadingKeys } from './entry-box.ts'
import { isAboutHidden, withoutPersonal } from './hidden-details.ts'

/**
 * One entry as `actor` may see it. The page, the export, the dashboard and the history of a performer
 * all use this. No other code may present the details of an entry.
 */
export function presentEntry(keys: ReadingKeys, actor: Actor, row: AuditRow): AuditEntry {
  const boxes = hidesAddress(actor, row) ? [row.details_enc] : [row.details_enc, row.ip_enc]
  const values = row.shredded ? [{}, null] : decryptValues(keys, row.id, boxes)
  const [details, ip] = values
  const unreadable = values.includes(undefined) || !isKnown(row)
  if (unreadable) keys.unreadable.add('entries', row.id)
  const foreign = isForeign(actor, row)
  return {
    id: row.id,
    createdAt: new Date(Number(row.at_us) / 1000).toISOString(),
    userId: foreign ? null : row.actor,
    user: isByLink(row, details)
      ? { name: linkActorLabel, role: null }
      : presentUser(row, foreign, textOrNull(asRecord(details).actingFor)),
    action: row.action,
    resourceType: row.rtype,
    resourceId: row.rid,
    resourceName: row.resource_name,
    performerId: row.performer_id,
    ipAddress: textOrNull(ip),
    details: presentDetails(actor, row, asRecord(details)),
    unreadable,
  }
}

/**
 * Whether this release has the action and the resource type. A newer release, which may run at the same time, may write
 * others: they are shown as they are.
 */
export function isKnown({ action, rtype }: { readonly action: string; readonly rtype: string }): boolean {
  return auditActions.some((each) => each === action) && auditResourceTypes.some((each) => each === rtype)
}

function presentDetails(
  actor: Actor,
  row: AuditRow,
  details: Record<string, unknown>,
): Record<string, unknown> {
  const shown = readsAll(actor) ? withoutBrowser(actor, row, details) : withoutAdminOnly(details)
  return isAboutHidden(row) ? withoutPersonal(shown) : shown
}

/** Removes the browser of an account with a higher role: it belongs to the sessions of that account (D5). */
function withoutBrowser(
  actor: Actor,
  row: AuditRow,
  { userAgent, ...rest }: Record<string, unknown>,
): Record<string, unknown> {
  return userAgent === undefined || hidesAddress(actor, row) ? rest : { ...rest, userAgent }
}

/** Whether the reader is a user, and neither the user nor a colleague acted: the identity is hidden. */
function isForeign(actor: Actor, row: Pick<AuditRow, 'actor' | 'by_colleague'>): boolean {
  return !readsAll(actor) && row.actor !== actor.id && !row.by_colleague
}

/**
 * Hides the IP address of other accounts from users, and that of an account with a higher role, also if the entry is
 * about that account: in the entry of a failed sign-in the address may be its own.
 */
function hidesAddress(actor: Actor, row: AuditRow): boolean {
  const roles = [row.actor_role, row.about_role]
  const others = !readsAll(actor) && row.actor !== actor.id
  return (
    others || roles.some((role) => role !== null && !isAtLeast(readingRole(actor.role), readingRole(role)))
  )
}

/** Whether the performer acted through its own link (D66). */
function isByLink({ actor }: AuditRow, details: unknown): boolean {
  return actor === null && asRecord(details).viaLink !== undefined
}

/** `actingFor`: the other organisation in whose name the account acted on a shared title (D113). */
function presentUser(row: AuditRow, foreign: boolean, actingFor: string | null): AuditEntry['user'] {
  if (foreign) return row.actor === null ? null : { name: actingFor ?? roleLabels.admin, role: null }
  return row.actor_name === null ? null : { name: row.actor_name, role: row.actor_role }
}

const adminOnly: readonly string[] = adminOnlyDetails

function withoutAdminOnly(details: Record<string, unknown>): Record<string, unknown> {
  const shown = Object.entries(details).filter(([key]) => !adminOnly.includes(key))
  return Object.fromEntries(shown.map(([key, value]) => [key, withoutAdminOnlyIn(value)]))
}

/** Applies to the objects in lists as well, such as destroyed versions. */
function withoutAdminOnlyIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAdminOnlyIn)
  return isRecord(value) ? withoutAdminOnly(value) : value
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function asRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
