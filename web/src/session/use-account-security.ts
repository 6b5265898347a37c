import { accountSecurity } from '@kyc/contract/account.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeys } from '../api/query-keys.ts'

/** One's own ways to sign in. */
export function useAccountSecurity() {
  return useQuery({
    queryKey: queryKeys.accountSecurity,
    queryFn: ({ signal }) => call(accountSecurity, { signal }),
  })
}
