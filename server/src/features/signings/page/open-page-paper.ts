import type { PaperType } from '@kyc/contract/document-vocabulary.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { Problem } from '../../../platform/problem.ts'
import { aboutPaper } from '../../audit/about.ts'
import { type OpenedPdf, openPdf } from '../open-draft.ts'
import { findCopyFile, findSigningFile, type SigningRow, updateSigning } from '../signing-repository.ts'
import type { SigningServices } from '../signing-services.ts'
import { getPageSigning, lockPageSigning, type PageSigningCall } from './lock-page-signing.ts'

/** The contract or the sheet for the performer. Entry and time of the first opening are committed before the first byte. */
export async function openPagePaper(
  services: SigningServices,
  call: PageSigningCall,
  type: PaperType,
): Promise<OpenedPdf> {
  const found = await getPageSigning(services.db, call)
  const column = type === 'contract' ? 'contract_opened_at' : 'sheet_opened_at'
  const record = () => recordOpening(services, call, { type, column, action: 'read' })
  return openPdf(services, await findSigningFile(services.db, found, type), { record, download: false })
}

/** Downloads the signed contract. */
export async function openSignedCopy(services: SigningServices, call: PageSigningCall): Promise<OpenedPdf> {
  const found = await getPageSigning(services.db, call)
  if (found.copy_paper_id === null) throw new Problem('SIGNING_STATE')
  const record = () =>
    recordOpening(services, call, { type: 'contract', column: 'copy_opened_at', action: 'download' })
  return openPdf(services, await findCopyFile(services.db, found), { record, download: true })
}

interface Opening {
  readonly type: PaperType
  readonly column: 'contract_opened_at' | 'sheet_opened_at' | 'copy_opened_at'
  readonly action: 'read' | 'download'
}

function recordOpening(
  services: SigningServices,
  call: PageSigningCall,
  { type, column, action }: Opening,
): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const { link, row } = await lockPageSigning(services, tx, call)
    if (row[column] === null) await updateSigning(tx, row.id, { [column]: services.clock.now() })
    const about = aboutPaper(
      { id: link.performer_id, owner_id: link.owner_id },
      { type, videoId: row.video_id },
    )
    await services.audit.record(tx, { actor: null, ip: call.ip }, action, about, {
      ...versionOf(row, column),
      viaLink: link.id,
    })
  })
}

function versionOf({ copy_version }: SigningRow, column: Opening['column']): object {
  return column === 'copy_opened_at' ? { version: copy_version } : { forSigning: true }
}
