import { isAtLeast } from '@kyc/contract/accounts.ts'
import type { AuditEntry } from '@kyc/contract/audit.ts'
import { adminOnlyDetails } from '@kyc/contract/audit-fields.ts'
import { roleLabels } from '@kyc/contract/role-labels.ts'
import type { SealedText } from '../../platform/crypto/box-batch.ts'
import { type Actor, isAdmin } from '../access/actor.ts'
import type { AuditRow } from './audit-repository.ts'
import { isAboutHidden, withoutPersonal } from './hidden-details.ts'
import { openValues, type ReadingKeys } from './seal.ts'

/**
 * One entry as `actor` may see it (D3). Whatever shows entries shows this: the page, the export, the dashboard and the
 * history of a performer. Nothing else may read the details of an entry for a person.
 */
export function presentEntry(keys: ReadingKeys, actor: Actor, row: AuditRow): AuditEntry {
  const boxes = boxesOf(actor, row).map(({ box }) => box)
  return presentOpened(actor, row, openValues(keys, row.id, boxes))
}

/** What of an entry lies in boxes that are opened for `actor`. */
export function boxesOf(actor: Actor, row: AuditRow): readonly SealedText[] {
  const boxes = hidesAddress(actor, row) ? [row.details_enc] : [row.details_enc, row.ip_enc]
  return boxes.map((box) => ({ context: row.id, box }))
}

/** The same with what was in the boxes, undefined for a damaged one, for those who open many at a time. */
export function presentOpened(actor: Actor, row: AuditRow, values: readonly unknown[]): AuditEntry {
  const [details, ip] = values
  const foreign = isForeign(actor, row)
  return {
    id: row.id,
    createdAt: new Date(Number(row.at_us) / 1000).toISOString(),
    userId: foreign ? null : row.actor,
    user: presentUser(row, foreign),
    action: row.action,
    resourceType: row.rtype,
    resourceId: row.rid,
    resourceName: row.resource_name,
    performerId: row.performer_id,
    ipAddress: textOrNull(ip),
    details: presentDetails(actor, row, asRecord(details)),
    unreadable: values.includes(undefined),
  }
}

function presentDetails(
  actor: Actor,
  row: AuditRow,
  details: Record<string, unknown>,
): Record<string, unknown> {
  const shown = isAdmin(actor) ? withoutBrowser(actor, row, details) : withoutAdminOnly(details)
  return isAboutHidden(row) ? withoutPersonal(shown) : shown
}

/** Which browser a higher rank uses belongs to its sessions (D5). */
function withoutBrowser(
  actor: Actor,
  row: AuditRow,
  { userAgent, ...rest }: Record<string, unknown>,
): Record<string, unknown> {
  return userAgent === undefined || hidesAddress(actor, row) ? rest : { ...rest, userAgent }
}

/** Whether the reader may see an entry of another person's act (D3); live hints follow it as well (D42). */
export function isInScope({ id, role }: Pick<Actor, 'id' | 'role'>, owner: string | null): boolean {
  return isAtLeast(role, 'admin') || owner === id
}

/** The act of another than `actor`, who is no admin: what it says of that person stays hidden. */
function isForeign(actor: Actor, row: Pick<AuditRow, 'actor'>): boolean {
  return !isAdmin(actor) && row.actor !== actor.id
}

/**
 * The address of a higher rank stays hidden as well (D5), also where it is the resource: in the entry of a sign-in that
 * failed, the address may be its own.
 */
function hidesAddress(actor: Actor, row: AuditRow): boolean {
  const roles = [row.actor_role, row.about_role]
  return isForeign(actor, row) || roles.some((role) => role !== null && !isAtLeast(actor.role, role))
}

function presentUser(row: AuditRow, foreign: boolean): AuditEntry['user'] {
  if (foreign) return row.actor === null ? null : { name: roleLabels.admin, role: null }
  return row.actor_name === null ? null : { name: row.actor_name, role: row.actor_role }
}

const adminOnly: readonly string[] = adminOnlyDetails

function withoutAdminOnly(details: Record<string, unknown>): Record<string, unknown> {
  const shown = Object.entries(details).filter(([key]) => !adminOnly.includes(key))
  return Object.fromEntries(shown.map(([key, value]) => [key, cleared(value)]))
}

/** Lists hold records as well, such as the versions that were destroyed. */
function cleared(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cleared)
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
