import { rejectDocuments } from '@kyc/contract/case-decisions.ts'
import { type PerformerDocument, verifyDocument } from '@kyc/contract/documents.ts'
import type { BodyIn } from '@kyc/contract/endpoint.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { refreshPerformers } from '../documents/refresh-performers.ts'
import { showDecisions } from './after-decision.ts'

/** A decision on the version that is on screen; the server rejects it if there is a newer one (D11). */
interface Approval {
  doc: Pick<PerformerDocument, 'performerId' | 'type' | 'version'>
  body: NonNullable<BodyIn<typeof verifyDocument>>
}

interface Rejections extends BodyIn<typeof rejectDocuments> {
  performerId: string
}

/** Approves a version, after the call `before`. */
export function useVerify(before?: () => Promise<unknown>) {
  return useMutation({
    mutationFn: async ({ doc: { performerId: id, type, version }, body }: Approval) => {
      await before?.()
      return call(verifyDocument, { params: { id, type }, ifMatch: version, body })
    },
    ...useRefresh(),
  })
}

/** Rejects several documents of one performer: all or none. */
export function useRejectDocuments() {
  return useMutation({
    mutationFn: ({ performerId: id, ...body }: Rejections) => call(rejectDocuments, { params: { id }, body }),
    ...useRefresh(),
  })
}

/** After a conflict, the page shows the newest version. */
function useRefresh() {
  const queries = useQueryClient()
  return {
    // A reviewer makes hundreds, and no page reads a former one.
    gcTime: 0,
    onSuccess: (decided: PerformerDocument | PerformerDocument[]) => showDecisions(queries, [decided].flat()),
    onError: async (error: Error) => {
      if (error instanceof ApiError && error.status === 409) await refreshPerformers(queries)
    },
  }
}
