import type { AuditEntry } from '@kyc/contract/audit.ts'
import { type AnyDocumentType, anyDocumentTypeOf } from '@kyc/contract/document-vocabulary.ts'
import type { ReplyIn } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { performerHistory as endpoint } from '@kyc/contract/performer-history.ts'
import { anyRejectionCodes } from '@kyc/contract/rejection-reasons.ts'
import type { Actor } from '../access/actor.ts'
import { everything } from '../access/scope.ts'
import { findAuditEntries } from '../audit/audit-repository.ts'
import type { ReadingKeys } from '../audit/entry-box.ts'
import { presentEntry } from '../audit/present-entry.ts'
import type { PerformerServices } from './performer-services.ts'

type History = ReplyIn<typeof endpoint>

/**
 * The changes and decisions of a performer and its documents, newest first. Reading them creates no entry
 * (D38).
 */
export async function performerHistory(
  services: Pick<PerformerServices, 'db' | keyof ReadingKeys>,
  actor: Actor,
  performerId: string,
  limit: number = limits.page.size,
): Promise<History> {
  const rows = await findAuditEntries(
    services.db,
    { ...actor, scope: everything },
    { changesOf: performerId },
    { limit },
  )
  return rows.map((row) => presentLine(presentEntry(services, actor, row)))
}

/** The part of a presented entry that a line of the history requires. */
function presentLine({
  id,
  createdAt,
  action,
  resourceType,
  resourceId,
  user,
  details,
  unreadable,
}: AuditEntry): History[number] {
  const { codes, after, change, identityCheck } = details
  return {
    id,
    at: createdAt,
    action,
    resourceType,
    documentType: resourceType === 'document' ? documentTypeIn(resourceId) : null,
    by: user?.name ?? 'システム',
    codes: Array.isArray(codes) ? anyRejectionCodes.filter((code) => codes.includes(code)) : [],
    seen: seenIn(details),
    identityCheck: typeof identityCheck === 'string' ? identityCheck : undefined,
    fields: after && typeof after === 'object' ? changedFields(action, Object.keys(after)) : [],
    change: typeof change === 'string' ? change : undefined,
    unreadable,
  }
}

function seenIn({ seen, typed }: AuditEntry['details']): string | undefined {
  if (typeof seen !== 'string') return undefined
  return Array.isArray(typed) && typed.length > 0 ? `${seen}、${typed.join('と')}を入力` : seen
}

/** The changed fields that a line names: all fields of an update; of a rejection, only `caseClosed`. */
function changedFields(action: AuditEntry['action'], after: readonly string[]): string[] {
  if (action === 'update') return [...after]
  return action === 'reject' ? after.filter((field) => field === 'caseClosed') : []
}

/** The resource id of a document is `{performer id}/{document type}`. */
function documentTypeIn(resourceId: string | null): AnyDocumentType | null {
  return anyDocumentTypeOf(resourceId?.split('/')[1] ?? '') ?? null
}
