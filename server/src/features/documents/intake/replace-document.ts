import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import type { Upload } from '../../../platform/http/requests/binding.ts'
import { throwAll } from '../../../platform/problem.ts'
import { requireEditable } from '../../access/visible-to.ts'
import type { DocumentServices } from '../document-services.ts'
import { receiveForm } from './receive-form.ts'
import { uploadVersion, type VersionReply, type VersionUpload } from './upload-version.ts'

interface Replacement extends Pick<VersionUpload, 'submitter' | 'endpoint' | 'request' | 'performer'> {
  readonly upload: Upload
  readonly type: DocumentType
}

/** Receives a file for a slot and adds it as a pending version. */
export async function replaceDocument(
  services: DocumentServices,
  { upload, type, ...call }: Replacement,
): Promise<VersionReply> {
  requireEditable(call.performer)
  await using form = await receiveForm(services.intake, upload, () => type)
  throwAll(form.refused)
  return await uploadVersion(services, { ...call, form })
}
