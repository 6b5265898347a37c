import { type Partner, updatePartner } from '@kyc/contract/partners.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../api/call.ts'
import { queryKey } from '../../api/queries.ts'
import { showToast } from '../../ui/toast.ts'

/** The changes of a page, with the version that they are based on. */
export const partnerChanges = updatePartner.body.required({ version: true })

/** Updates a partner; absent fields are unchanged. `version` detects concurrent changes. */
export function useUpdatePartner({ id }: Partner) {
  const queries = useQueryClient()
  return async (body: z.output<typeof partnerChanges>) => {
    try {
      await call(updatePartner, { params: { id }, body })
    } finally {
      // Refetches after a failure too: after a conflict, the next attempt must be based on the stored version.
      await queries.invalidateQueries({ queryKey: queryKey('partners') })
    }
    showToast('提携先の情報を更新しました')
  }
}
