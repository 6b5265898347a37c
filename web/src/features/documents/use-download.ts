import { useMutation } from '@tanstack/react-query'
import { use } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { saveFile } from '../../ui/save-file.ts'
import { showToast } from '../../ui/toast.ts'
import { DocumentFiles, type FileSource, type ViewedDocument } from './document-endpoint.ts'

/**
 * Saves one version in full size. The server audits it as a download, unlike a view. The file is saved
 * outside the page, so a failure is shown as a toast.
 */
export function useDownload() {
  const files = use(DocumentFiles)
  return useMutation({
    mutationFn: (document: ViewedDocument) => downloadDocument(files, document),
    onError: (error) => showToast(`ダウンロードに失敗しました：${failureText(error)}`, 'bad'),
  })
}

async function downloadDocument(files: FileSource, document: ViewedDocument): Promise<void> {
  const query = { size: 'full', download: '1', version: document.version } as const
  const { blob, filename } = await files.fetch(document, query)
  saveFile(blob, filename ?? document.filename)
}
