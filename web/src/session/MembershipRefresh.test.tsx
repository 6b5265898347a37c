import { useQuery } from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { queryKey } from '../api/queries.ts'
import { renderPage } from '../testing/render.tsx'
import { MembershipRefresh } from './MembershipRefresh.tsx'

const fetchOwn = vi.fn(() => Promise.resolve([]))

function Page({ code }: { code: string }) {
  useQuery({ queryKey: queryKey('organisations.own'), queryFn: fetchOwn, staleTime: Infinity })
  const error = new ApiError({ code, title: '理由', status: 403 })
  const refused = useQuery({ queryKey: [code], queryFn: () => Promise.reject(error), retry: false })
  return (
    <>
      <MembershipRefresh />
      <p>{refused.isError ? '拒否' : ''}</p>
    </>
  )
}

test.each([
  ['ORGANISATION_DISABLED', 2],
  ['FORBIDDEN', 1],
])('after the refusal %s, the memberships have been fetched %i times (D67)', async (code, calls) => {
  fetchOwn.mockClear()
  const { findByText } = await renderPage(<Page code={code} />)
  await findByText('拒否')
  await waitFor(() => expect(fetchOwn).toHaveBeenCalledTimes(calls))
})
