import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '../api/api-error.ts'
import { queryKey } from '../api/queries.ts'

/** Refusals after a change of the memberships or the role of the account. */
const refusals: readonly string[] = [
  'ORGANISATION_NOT_FOUND',
  'ORGANISATION_DISABLED',
  'ORGANISATION_ROLE',
  'ACCESS_CHANGED',
]

/** Refetches the memberships when the server refuses a call because of them. Renders nothing. */
export function MembershipRefresh() {
  const queries = useQueryClient()
  useEffect(() => {
    const refetchAfter = (error: unknown) => {
      if (!(error instanceof ApiError && refusals.includes(error.code))) return
      void queries.invalidateQueries({ queryKey: queryKey('organisations.own') })
    }
    const unsubscribe = [
      queries.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') refetchAfter(event.action.error)
      }),
      queries.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') refetchAfter(event.action.error)
      }),
    ]
    return () => {
      for (const stop of unsubscribe) stop()
    }
  }, [queries])
  return null
}
