import { type PerformerDocument, rejectDocument, verifyDocument } from '@kyc/contract/documents.ts'
import type { BodyIn } from '@kyc/contract/endpoint.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { showDecision } from './after-decision.ts'
import { refreshPerformers } from './refresh-performers.ts'

/** A decision on the version that is on screen; the server rejects it if there is a newer one (D11). */
export interface Decision<Body> {
  doc: Pick<PerformerDocument, 'performerId' | 'type' | 'version'>
  body: Body
}

export function useVerify() {
  return useMutation({
    mutationFn: ({ doc, body }: Decision<BodyIn<typeof verifyDocument>>) =>
      call(verifyDocument, { ...addressOf(doc), ...(body && { body }) }),
    ...useRefresh(),
  })
}

export function useReject() {
  return useMutation({
    mutationFn: ({ doc, body }: Decision<BodyIn<typeof rejectDocument>>) =>
      call(rejectDocument, { ...addressOf(doc), body }),
    ...useRefresh(),
  })
}

function addressOf({ performerId, type, version }: Decision<unknown>['doc']) {
  return { params: { id: performerId, type }, ifMatch: version }
}

/** After a conflict, the page shows the newest version. */
function useRefresh() {
  const queries = useQueryClient()
  return {
    onSuccess: (decided: PerformerDocument) => showDecision(queries, decided),
    onError: async (error: Error) => {
      if (error instanceof ApiError && error.status === 409) await refreshPerformers(queries)
    },
  }
}
