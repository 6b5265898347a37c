import type { Upload } from '../../../platform/http/requests/binding.ts'
import { throwAll } from '../../../platform/problem.ts'
import { requireEditable } from '../../access/visible-to.ts'
import { getRecord } from '../../records/performers-repository.ts'
import { requireDocumentType } from '../document-repository.ts'
import type { DocumentServices } from '../document-services.ts'
import { receiveForm } from './receive-form.ts'
import { uploadVersion, type VersionReply, type VersionUpload } from './upload-version.ts'

interface Replacement extends Pick<VersionUpload, 'submitter' | 'endpoint' | 'request'> {
  readonly upload: Upload
  readonly performerId: string
  /** The document type as the path spells it. */
  readonly type: string
}

/** Receives a file for a slot and adds it as a pending version. */
export async function replaceDocument(
  services: DocumentServices,
  { upload, performerId, ...call }: Replacement,
): Promise<VersionReply> {
  const performer = await getRecord(services.db, call.submitter.rights, performerId)
  requireEditable(performer)
  const type = requireDocumentType(call.type)
  await using form = await receiveForm(services.intake, upload, () => type)
  throwAll(form.refused)
  return await uploadVersion(services, { ...call, performer, form })
}
