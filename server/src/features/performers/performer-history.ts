import { type DocumentType, documentTypeOf, rejectionCodes } from '@kyc/contract/document-vocabulary.ts'
import type { ReplyIn } from '@kyc/contract/endpoint.ts'
import type { performerHistory as endpoint } from '@kyc/contract/performers.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { type AuditRow, findAuditEntries } from '../audit/audit-repository.ts'
import { presentActorName } from '../audit/present-entry.ts'
import { openValues, type ReadingKeys } from '../audit/seal.ts'
import type { PerformerServices } from './performer-services.ts'
import { findPerformer } from './performers-repository.ts'

type History = ReplyIn<typeof endpoint>

/** As many entries as a page shows at once. */
const limit = 50

/**
 * What was done to a performer and its documents, newest first; reading it leaves no entry (D38).
 * @throws Problem PERFORMER_NOT_FOUND
 */
export async function performerHistory(
  services: PerformerServices,
  { actor, id }: { actor: Actor; id: string },
): Promise<History> {
  if (!(await findPerformer(services.db, actor, id))) throw new Problem('PERFORMER_NOT_FOUND')
  const rows = await findAuditEntries(services.db, actor, { changesOf: id }, { limit })
  return rows.map((row) => presentLine(services, actor, row))
}

function presentLine(keys: ReadingKeys, actor: Actor, row: AuditRow): History[number] {
  const [details] = openValues(keys, row.id, [row.details_enc])
  const given = details && typeof details === 'object' && 'codes' in details ? details.codes : undefined
  const after = details && typeof details === 'object' && 'after' in details ? details.after : undefined
  return {
    id: row.id,
    at: new Date(Number(row.at_us) / 1000).toISOString(),
    action: row.action,
    resourceType: row.rtype,
    documentType: documentTypeIn(row),
    by: presentActorName(actor, row),
    codes: Array.isArray(given) ? rejectionCodes.filter((code) => given.includes(code)) : [],
    fields: row.action === 'update' && after && typeof after === 'object' ? Object.keys(after) : [],
    unreadable: details === undefined,
  }
}

/** A document is named `{performer id}/{slot}`. */
function documentTypeIn({ rtype, rid }: AuditRow): DocumentType | null {
  return rtype === 'document' ? (documentTypeOf(rid?.split('/')[1] ?? '') ?? null) : null
}
