import { type PerformerDocument, rejectDocument, verifyDocument } from '@kyc/contract/documents.ts'
import type { BodyIn } from '@kyc/contract/endpoint.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { refreshPerformers } from './document-queries.ts'

/** A decision on the version that was viewed; the server rejects it if there is a newer one (D11). */
export interface Decision<Body> {
  document: Pick<PerformerDocument, 'performerId' | 'type' | 'version'>
  body: Body
}

/** A verification without a reading has no body (spec §7, D14). */
export function useVerify() {
  return useMutation({
    mutationFn: ({ document, body }: Decision<BodyIn<typeof verifyDocument>>) =>
      call(verifyDocument, { ...addressOf(document), ...(body && { body }) }),
    ...useRefresh(),
  })
}

export function useReject() {
  return useMutation({
    mutationFn: ({ document, body }: Decision<BodyIn<typeof rejectDocument>>) =>
      call(rejectDocument, { ...addressOf(document), body }),
    ...useRefresh(),
  })
}

function addressOf({ performerId, type, version }: Decision<unknown>['document']) {
  return { params: { id: performerId, type }, ifMatch: version }
}

/** Refreshes after a conflict as well, so that the page shows the newest version. */
function useRefresh() {
  const queries = useQueryClient()
  return {
    onSuccess: () => refreshPerformers(queries),
    onError: async (error: Error) => {
      if (error instanceof ApiError && error.status === 409) await refreshPerformers(queries)
    },
  }
}
