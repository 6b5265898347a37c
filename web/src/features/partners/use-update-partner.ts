import type { BodyIn } from '@kyc/contract/endpoint.ts'
import { type Partner, updatePartner } from '@kyc/contract/partners.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryKey } from '../../api/queries.ts'
import { showToast } from '../../ui/toast.ts'

/** Updates a partner; absent fields are unchanged. `version` detects concurrent changes. */
export function useUpdatePartner({ id }: Partner) {
  const queries = useQueryClient()
  return async (body: BodyIn<typeof updatePartner> & Pick<Partner, 'version'>) => {
    try {
      await call(updatePartner, { params: { id }, body })
    } finally {
      // After a conflict, the next attempt is based on the stored version.
      await queries.invalidateQueries({ queryKey: queryKey('partners') })
    }
    showToast('提携先の情報を更新しました')
  }
}
