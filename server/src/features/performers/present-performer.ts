import { isExpiring } from '@kyc/contract/document-rules.ts'
import type { ListedPerformer, Performer, PersonalColumn } from '@kyc/contract/performers.ts'
import { detailsOf, type PerformerRow } from '../records/performer-row.ts'

/** Presents a performer in a list, with the chosen ones of its other personal fields. */
export function presentListed(
  row: PerformerRow,
  today: string,
  columns: readonly PersonalColumn[] = [],
): ListedPerformer {
  const performer = presentPerformer(row, today)
  const { id, name, lastName, firstName, lastNameRoman, firstNameRoman, status, relied, kycStatus } =
    performer
  const { expiresOn, expiring, created_at, updatedAt, lastChange, organisation, registeredBy } = performer
  return {
    ...{ id, name, lastName, firstName, lastNameRoman, firstNameRoman, status, relied, kycStatus },
    ...{ expiresOn, expiring, created_at, updatedAt, lastChange, organisation, registeredBy },
    ...Object.fromEntries(columns.map((column) => [column, performer[column]])),
  }
}

/**
 * Presents a performer; `today` is a day in Japan. The query has chosen the name of the registrar that the reader sees.
 */
export function presentPerformer(row: PerformerRow, today: string): Performer {
  return {
    id: row.id,
    name: `${row.last_name} ${row.first_name}`,
    ...detailsOf(row),
    status: row.status,
    relied: row.relied,
    kycStatus: row.status === 'approved' ? 'verified' : 'pending',
    expiresOn: row.expires_on,
    expiring: isExpiring(row.expires_on, today),
    created_at: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    lastChange: {
      action: row.last_action,
      resourceType: row.last_resource_type,
      documentType: row.last_document_type,
    },
    organisation: { id: row.owner_id, name: row.owner_name },
    registeredBy: row.registrar_name,
    version: row.version,
    everDecided: row.ever_decided,
    everVerified: row.ever_verified,
    caseClosed: row.case_closed,
  }
}
