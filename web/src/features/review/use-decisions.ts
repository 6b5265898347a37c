import { rejectDocuments } from '@kyc/contract/case-decisions.ts'
import { type PerformerDocument, verifyDocument } from '@kyc/contract/documents.ts'
import type { BodyIn } from '@kyc/contract/endpoint.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { refreshPerformers } from '../documents/refresh-performers.ts'
import { showDecisions } from './after-decision.ts'

/** A decision on the version that is on screen; the server rejects it if there is a newer one. */
interface Approval {
  doc: Pick<PerformerDocument, 'performerId' | 'type' | 'version'>
  body: NonNullable<BodyIn<typeof verifyDocument>>
}

/** Runs an approval when all visible versions were reported; the claim lasts until its reply. */
export type WithinClaim = <Reply>(approve: () => Promise<Reply>) => Promise<Reply>

interface Rejections extends BodyIn<typeof rejectDocuments> {
  performerId: string
}

/** Approves a version, within a claim if there is one. */
export function useVerify(withinClaim: WithinClaim = (approve) => approve()) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ doc: { performerId: id, type, version }, body }: Approval) =>
      withinClaim(async () => {
        const approved = await call(verifyDocument, { params: { id, type }, ifMatch: version, body })
        showDecisions(queries, [approved], body.dateOfBirth)
        return approved
      }),
    ...useRefresh(),
  })
}

/** Rejects several documents of one performer: all or none. */
export function useRejectDocuments() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ performerId: id, ...body }: Rejections) => call(rejectDocuments, { params: { id }, body }),
    ...useRefresh(),
    onSuccess: (rejected) => showDecisions(queries, rejected),
  })
}

/** After a conflict, the page shows the newest version. */
function useRefresh() {
  const queries = useQueryClient()
  return {
    // A reviewer makes hundreds of decisions, and no page reads the result of a former one.
    gcTime: 0,
    onError: async (error: Error) => {
      if (error instanceof ApiError && error.status === 409) await refreshPerformers(queries)
    },
  }
}
