import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import { replaceDocument } from '@kyc/contract/documents.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { refreshPerformers } from './document-queries.ts'
import { uploadProgress } from './upload-progress.ts'

export interface Submission {
  file: File
  /** New for each file, the same for each retry (D20). */
  idempotencyKey: string
}

/** Sends a new version of a slot. The upload can be stopped, and stops when the dialog unmounts (D52). */
export function useSubmitDocument(performerId: string, type: DocumentType) {
  const queries = useQueryClient()
  const running = useRef<AbortController>(undefined)
  const [sentBytes, setSentBytes] = useState(0)
  const [stopped, setStopped] = useState(false)
  useEffect(() => () => running.current?.abort(), [])
  const mutation = useMutation({
    mutationFn: ({ file, idempotencyKey }: Submission) => {
      running.current = new AbortController()
      setSentBytes(0)
      setStopped(false)
      return call(replaceDocument, {
        params: { id: performerId, type },
        files: { file },
        idempotencyKey,
        signal: running.current.signal,
        onProgress: (loaded, total) =>
          setSentBytes(uploadProgress([{ key: 'file', size: file.size }], { loaded, total }).sentBytes),
      })
    },
    onSuccess: () => refreshPerformers(queries),
  })
  return {
    ...mutation,
    sentBytes,
    stopped,
    stop: () => {
      setStopped(true)
      running.current?.abort()
    },
  }
}
