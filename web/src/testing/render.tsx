import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { theme } from '../theme.ts'
import { DialogHistory, DialogHistoryContext } from '../ui/dialog-history.ts'

/** One for each test file, like a window. */
const dialogs = new DialogHistory()
export const history = dialogs.router

/** Renders `page` at `/` with the providers of main.tsx; every other URL shows its path. */
export async function renderPage(page: ReactNode) {
  const root = createRootRoute()
  const home = createRoute({ getParentRoute: () => root, path: '/', component: () => page })
  const other = createRoute({
    getParentRoute: () => root,
    path: '$',
    component: () => <main>別のページ</main>,
  })
  const router = createRouter({ routeTree: root.addChildren([home, other]), history })
  await router.load()
  return render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={new QueryClient()}>
        <DialogHistoryContext value={dialogs}>
          {/* biome-ignore lint/suspicious/noExplicitAny: the tests have routes of their own */}
          <RouterProvider router={router as any} />
        </DialogHistoryContext>
      </QueryClientProvider>
    </MantineProvider>,
  )
}
