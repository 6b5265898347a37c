import { minute } from '@kyc/contract/durations.ts'
import { getOrganisation, listOwnInvitations } from '@kyc/contract/organisation-members.ts'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { callQuery, queryKey } from '../../api/queries.ts'

export function useOrganisationRecord(id: string) {
  return useQuery(callQuery(getOrganisation, { params: { id } }))
}

/** The invitations that the account has neither accepted nor declined. */
export function useInvitations() {
  return useQuery({ ...callQuery(listOwnInvitations), staleTime: minute })
}

/** Refetches organisations, memberships and the accounts that name them. */
export async function refreshOrganisations(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: queryKey('organisations') }),
    queries.invalidateQueries({ queryKey: queryKey('users') }),
  ])
}
