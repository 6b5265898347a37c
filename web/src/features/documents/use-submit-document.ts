import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import { replaceDocument } from '@kyc/contract/documents.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { refreshPerformers } from './refresh-performers.ts'
import { useUpload } from './use-upload.ts'

export interface Submission {
  file: File
  /** New for each file, the same for each retry (D20). */
  idempotencyKey: string
}

/** Sends a new version of a slot. */
export function useSubmitDocument(performerId: string, type: DocumentType) {
  const queries = useQueryClient()
  return useUpload({
    filesOf: ({ file }: Submission) => [{ key: 'file', size: file.size }],
    send: ({ file, idempotencyKey }, controls) =>
      call(replaceDocument, {
        params: { id: performerId, type },
        files: { file },
        idempotencyKey,
        ...controls,
      }),
    onSuccess: () => refreshPerformers(queries),
  })
}
