import { isExpiring } from '@kyc/contract/document-rules.ts'
import { performerFields } from '@kyc/contract/performer-fields.ts'
import type { ListedPerformer, Performer, PersonalColumn } from '@kyc/contract/performers.ts'
import { detailsOf, type ListedRow, type PerformerRow } from '../records/performer-row.ts'

/**
 * Presents a performer in a list, with the chosen ones of its other personal fields; `today` is a day in Japan. The query has
 * chosen the name of the registrar that the reader sees.
 */
export function presentListed(
  row: ListedRow,
  today: string,
  columns: readonly PersonalColumn[] = [],
): ListedPerformer {
  const listed: ListedPerformer = {
    id: row.id,
    name: `${row.last_name} ${row.first_name}`,
    lastName: row.last_name,
    firstName: row.first_name,
    lastNameRoman: row.last_name_roman,
    firstNameRoman: row.first_name_roman,
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
  }
  for (const column of columns) Object.assign(listed, { [column]: row[performerFields[column].column] })
  return listed
}

/** Presents a performer with all its fields. */
export function presentPerformer(row: PerformerRow, today: string): Performer {
  return {
    ...presentListed(row, today),
    ...detailsOf(row),
    version: row.version,
    everDecided: row.ever_decided,
    everVerified: row.ever_verified,
    caseClosed: row.case_closed,
  }
}
