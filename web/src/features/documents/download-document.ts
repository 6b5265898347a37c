import { openDocument } from '@kyc/contract/documents.ts'
import { callFile } from '../../api/call.ts'
import { saveFile } from '../../ui/save-file.ts'
import type { DocumentAddress } from './document-queries.ts'

/** Saves one version in full size; a download of its own, which the server audits as such (D10). Throws ApiError. */
export async function downloadDocument(
  { performerId, type, version }: DocumentAddress,
  fallbackName: string,
): Promise<void> {
  const query = { size: 'full', download: '1', version } as const
  const { blob, filename } = await callFile(openDocument, { params: { id: performerId, type }, query })
  saveFile(blob, filename ?? fallbackName)
}
