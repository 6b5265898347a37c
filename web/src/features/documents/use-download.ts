import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { useMutation } from '@tanstack/react-query'
import { failureText } from '../../api/failure-text.ts'
import { showToast } from '../../ui/toast.ts'
import { downloadDocument } from './download-document.ts'

/** Saves a document; the file lands outside the page, so its failure is told by a toast. */
export function useDownload() {
  return useMutation({
    mutationFn: (document: PerformerDocument) => downloadDocument(document, document.filename),
    onError: (error) => showToast(`ダウンロードに失敗しました：${failureText(error)}`, 'bad'),
  })
}
