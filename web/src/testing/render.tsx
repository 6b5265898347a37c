import type { User } from '@kyc/contract/accounts.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider, type QueryKey } from '@tanstack/react-query'
import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createQueryClient } from '../api/query-client.ts'
import { parseSearch, stringifySearch } from '../search.ts'
import { AuthSession } from '../session/auth-session.ts'
import { AuthContext } from '../session/use-session.ts'
import { theme } from '../theme.ts'
import { DialogEntries } from '../ui/dialog-entries.tsx'

/** One history for each test file, as a window has one. */
export const history = createBrowserHistory()

export interface RenderOptions {
  /** The signed-in account. */
  readonly user?: User
  /** What has been fetched. */
  readonly fetched?: readonly (readonly [QueryKey, unknown])[]
  /** The pattern of its URL. The test opens the URL itself. */
  readonly path?: string
  /** The id of the route around it, which pages name in `useParams({ from })`. */
  readonly layout?: string
}

export const account = { id: 'u1', name: '制作 花子', role: 'user' } as User // the fields that components read

/** Renders `page`, signed in, at `path`, by default `/`, with the providers of main.tsx; other URLs show 別のページ. */
export async function renderPage(
  page: ReactNode,
  { user = account, fetched = [], path = '/', layout }: RenderOptions = {},
) {
  const auth = new AuthSession({ fetchUser: async () => null, onEnd: () => {}, hasDraft: () => false })
  auth.signedIn(user)
  const queries = createQueryClient()
  for (const [key, data] of fetched) queries.setQueryData(key, data)
  const root = createRootRoute()
  const frame = createRoute({ getParentRoute: () => root, id: layout ?? 'frame' })
  const home = createRoute({ getParentRoute: () => frame, path, component: () => page })
  const other = createRoute({
    getParentRoute: () => root,
    path: '$',
    component: () => <main>別のページ</main>,
  })
  const router = createRouter({
    routeTree: root.addChildren([frame.addChildren([home]), other]),
    history,
    parseSearch,
    stringifySearch,
  })
  await router.load()
  return render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={queries}>
        <AuthContext value={auth}>
          <DialogEntries router={router}>
            {/* biome-ignore lint/suspicious/noExplicitAny: the tests have routes of their own */}
            <RouterProvider router={router as any} />
          </DialogEntries>
        </AuthContext>
      </QueryClientProvider>
    </MantineProvider>,
  )
}
