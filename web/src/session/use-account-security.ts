import { accountSecurity } from '@kyc/contract/account.ts'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../api/queries.ts'

/** The sign-in methods of the own account. */
export function useAccountSecurity() {
  return useQuery(callQuery(accountSecurity))
}
