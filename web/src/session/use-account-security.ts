import { accountSecurity } from '@kyc/contract/account.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeys } from '../api/query-keys.ts'

/** The sign-in methods of the own account. */
export function useAccountSecurity() {
  return useQuery({
    queryKey: queryKeys.accountSecurity,
    queryFn: ({ signal }) => call(accountSecurity, { signal }),
  })
}
