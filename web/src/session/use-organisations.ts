import { listOwnOrganisations, mayEditRecords, type OwnOrganisation } from '@kyc/contract/organisations.ts'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../api/queries.ts'
import { useSession } from './use-session.ts'

/** The organisations of the signed-in account; undefined until they are known. */
export function useOrganisations(): readonly OwnOrganisation[] | undefined {
  return useQuery(callQuery(listOwnOrganisations)).data
}

/** Whether the account may register records for the organisation; false until it is known. */
export function useIsEditor(organisationId: string): boolean {
  const own = useOrganisations()?.find(({ id }) => id === organisationId)
  return own !== undefined && own.disabledReason === null && mayEditRecords(own.role)
}

/** Whether the account may change records of the organisation (D67); the server enforces it. */
export function useMayEdit(organisationId: string): boolean {
  const { isAdmin } = useSession()
  const isEditor = useIsEditor(organisationId)
  return isAdmin || isEditor
}
