import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { useMutation } from '@tanstack/react-query'
import { type ContextType, use } from 'react'
import { callFile } from '../../api/call.ts'
import { failureText } from '../../api/failure-text.ts'
import { saveFile } from '../../ui/save-file.ts'
import { showToast } from '../../ui/toast.ts'
import { DocumentEndpoint } from './document-endpoint.ts'

/**
 * Saves one version in full size. The server audits it as a download, unlike a view. The file is saved
 * outside the page, so a failure is shown as a toast.
 */
export function useDownload() {
  const endpoint = use(DocumentEndpoint)
  return useMutation({
    mutationFn: (document: PerformerDocument) => downloadDocument(endpoint, document),
    onError: (error) => showToast(`ダウンロードに失敗しました：${failureText(error)}`, 'bad'),
  })
}

async function downloadDocument(
  endpoint: ContextType<typeof DocumentEndpoint>,
  { performerId, type, version, ...document }: PerformerDocument,
): Promise<void> {
  const query = { size: 'full', download: '1', version } as const
  const { blob, filename } = await callFile(endpoint, { params: { id: performerId, type }, query })
  saveFile(blob, filename ?? document.filename)
}
