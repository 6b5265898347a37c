import type { BodyIn } from '@kyc/contract/endpoint.ts'
import { type Partner, updatePartner } from '@kyc/contract/partners.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { showToast } from '../../ui/toast.ts'

/** Changes a partner; absent fields stay. `version` is the one that was changed, so that nobody undoes another's work. */
export function useUpdatePartner({ id }: Partner, onDone: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyIn<typeof updatePartner> & Pick<Partner, 'version'>) =>
      call(updatePartner, { params: { id }, body }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: queryKeys.partners })
      onDone()
      showToast('提携先の情報を更新しました')
    },
    // Somebody else may have been faster: what is stored now is what the next try starts from.
    onError: () => queries.invalidateQueries({ queryKey: queryKeys.partners }),
  })
}
