import { MantineProvider } from '@mantine/core'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  type RegisteredRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { type RenderResult, render } from '@testing-library/react'
import type { ReactNode } from 'react'

/** Renders components with the theme and a router, as pages have them. */
export function renderPage(content: ReactNode, path = '/'): RenderResult {
  // Every test runs at the width of a desktop.
  window.matchMedia = (media) =>
    ({ matches: false, media, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList
  const router = createRouter({
    routeTree: createRootRoute(),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  return render(content, {
    wrapper: ({ children }) => (
      <MantineProvider>
        {/* Components read only the location, which every router has. */}
        <RouterContextProvider router={router as unknown as RegisteredRouter}>
          {children}
        </RouterContextProvider>
      </MantineProvider>
    ),
  })
}
