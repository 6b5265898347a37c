import type { BodyIn } from '@kyc/contract/endpoint.ts'
import { type Partner, updatePartner } from '@kyc/contract/partners.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryKey } from '../../api/queries.ts'
import { showToast } from '../../ui/toast.ts'

/** Updates a partner; absent fields are unchanged. `version` detects concurrent changes. */
export function useUpdatePartner({ id }: Partner, onDone: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyIn<typeof updatePartner> & Pick<Partner, 'version'>) =>
      call(updatePartner, { params: { id }, body }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: queryKey('partners') })
      onDone()
      showToast('提携先の情報を更新しました')
    },
    // After a conflict, the next attempt is based on the stored version.
    onError: () => queries.invalidateQueries({ queryKey: queryKey('partners') }),
  })
}
