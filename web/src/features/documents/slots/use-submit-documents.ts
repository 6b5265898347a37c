import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import { replaceDocument } from '@kyc/contract/documents.ts'
import type { FieldError } from '@kyc/contract/problem-body.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { fieldFailures } from '../../../api/failure-text.ts'
import { refreshPerformers } from '../refresh-performers.ts'
import { type UploadControls, useUpload } from './use-upload.ts'

export interface Submission {
  readonly type: DocumentType
  readonly file: File
  /** New for each file, the same for each retry (D20). */
  readonly idempotencyKey: string
}

interface SubmissionEvents {
  readonly onSent: (type: DocumentType) => void
  /** The server refuses this file; the next ones are sent. */
  readonly onRefused: (type: DocumentType, fault: FieldError) => void
  /** This call failed for another reason; the next ones are not sent. */
  readonly onFailed: (type: DocumentType) => void
}

/** Sends new versions of slots, one after the other. The result is the number of refused files. */
export function useSubmitDocuments(performerId: string, events: SubmissionEvents) {
  const queries = useQueryClient()
  const send = async (submissions: readonly Submission[], controls: UploadControls) => {
    let refused = 0
    for (const { submission, ...progress } of inOrder(submissions, controls)) {
      const { type, file, idempotencyKey } = submission
      try {
        const params = { id: performerId, type }
        await call(replaceDocument, { params, files: { file }, idempotencyKey, ...progress })
        events.onSent(type)
      } catch (error) {
        const fault = fieldFailures(error).find(({ field }) => field === 'file')
        if (!fault) {
          events.onFailed(type)
          void refreshPerformers(queries)
          throw error
        }
        events.onRefused(type, fault)
        refused++
      }
    }
    return refused
  }
  return useUpload({
    filesOf: (submissions: readonly Submission[]) =>
      submissions.map(({ type, file }) => ({ key: type, size: file.size })),
    send,
    onSuccess: () => refreshPerformers(queries),
  })
}

/** Each submission with controls that report its bytes on top of those of the earlier submissions. */
function inOrder(submissions: readonly Submission[], { signal, onProgress }: UploadControls) {
  const all = submissions.reduce((sum, { file }) => sum + file.size, 0)
  let before = 0
  return submissions.map((submission) => {
    const [start, { size }] = [before, submission.file]
    before += size
    return {
      submission,
      signal,
      onProgress: (loaded: number, total: number) =>
        onProgress(start + Math.max(0, loaded - Math.max(0, total - size)), all),
    }
  })
}
