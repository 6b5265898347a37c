import type { User } from '@kyc/contract/accounts.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { clearRecords, createQueryClient } from '../api/query-client.ts'
import { account, history } from '../testing/render.tsx'
import { Drafts, DraftsContext, useDraft } from '../ui/drafts.ts'
import { AuthSession } from './auth-session.ts'
import { Guard } from './Guard.tsx'
import { AuthContext, useSession } from './use-session.ts'

let fetches = 0
const fetchName = async () => `山田 花子 ${++fetches}`

/** A page of a record, as all of them: without the record it has no form. */
function RecordPage() {
  const { user } = useSession()
  const record = useQuery({ queryKey: ['performers', 'get', user.id], queryFn: fetchName })
  if (record.isPending) return <p>読み込み中</p>
  return (
    <>
      <h1>{record.data}</h1>
      <Field />
    </>
  )
}

function Field() {
  const [text, setText] = useState('')
  useDraft(text !== '')
  return (
    <input aria-label="備考" value={text} onChange={({ currentTarget }) => setText(currentTarget.value)} />
  )
}

const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: '備考' })

/** Types into the page and ends its session, with the providers of main.tsx. */
async function coverPage() {
  fetches = 0
  const drafts = new Drafts()
  const queries = createQueryClient()
  let release = () => {}
  const auth = new AuthSession({
    fetchUser: async () => null,
    hasDraft: () => drafts.any,
    onEnd: (covered) => {
      release()
      release = clearRecords(queries, covered)
    },
    onReveal: () => release(),
  })
  auth.signedIn(account)
  const root = createRootRoute({
    component: () => (
      <Guard cover={<p>もう一度ログインしてください</p>}>
        <RecordPage />
      </Guard>
    ),
  })
  const router = createRouter({ routeTree: root, history })
  await router.load()
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <AuthContext value={auth}>
          <DraftsContext value={drafts}>
            {/* biome-ignore lint/suspicious/noExplicitAny: the test has a route of its own */}
            <RouterProvider router={router as any} />
          </DraftsContext>
        </AuthContext>
      </QueryClientProvider>
    </MantineProvider>,
  )
  await userEvent.type(await field(), '入力の途中')
  await act(async () => auth.ended(false))
  expect(screen.getByText('もう一度ログインしてください')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  const signIn = (user: User) => act(async () => auth.signedIn(user))
  return { signIn, queries }
}

test('the page of a record keeps its input under the cover, and loads the record again (D72)', async () => {
  const { signIn } = await coverPage()
  expect(fetches, 'the page makes no calls under the cover').toBe(1)
  await signIn({ ...account })
  expect((await field()).value).toBe('入力の途中')
  expect(await screen.findByRole('heading', { name: '山田 花子 2' })).toBeTruthy()
})

test('for another user, nothing remains of a covered page', async () => {
  const { signIn, queries } = await coverPage()
  await signIn({ ...account, id: 'u2' })
  expect((await field()).value).toBe('')
  expect(queries.getQueryData(['performers', 'get', account.id])).toBeUndefined()
})
