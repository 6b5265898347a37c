import { type PerformerDocument, verifyDocument } from '@kyc/contract/documents.ts'
import type { BodyIn } from '@kyc/contract/endpoint.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { refreshPerformers } from './document-queries.ts'

export interface Verification {
  document: PerformerDocument
  /** What the reviewer read; a plain approval sends no body (spec §7, D14). */
  body?: BodyIn<typeof verifyDocument>
}

export function useVerify() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ document: { performerId, type }, body }: Verification) =>
      call(verifyDocument, { params: { id: performerId, type }, ...(body && { body }) }),
    onSuccess: () => refreshPerformers(queries),
  })
}
