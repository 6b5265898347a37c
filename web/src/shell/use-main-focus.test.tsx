import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { history } from '../testing/render.tsx'
import { useMainFocus } from './use-main-focus.ts'

afterEach(cleanup)

test('a page change focuses the content, but takes the focus from no dialog and no search', async () => {
  const root = createRootRoute({ component: Frame, notFoundComponent: () => null })
  const router = createRouter({ routeTree: root, history })
  await router.load()
  // biome-ignore lint/suspicious/noExplicitAny: the test has a route of its own
  render(<RouterProvider router={router as any} />)
  for (const [focused, after] of [
    ['link', 'main'],
    ['dialog button', 'dialog button'],
    ['search', 'search'],
    ['page field', 'page field'],
    ['link', 'main'],
  ] as const) {
    screen.getByTestId(focused).focus()
    await act(async () => {
      history.push(`/${crypto.randomUUID()}`)
      await router.load()
    })
    expect(document.activeElement?.getAttribute('data-testid'), focused).toBe(after)
  }
})

function Frame() {
  const main = useMainFocus()
  return (
    <>
      <a data-testid="link" href="/">
        リンク
      </a>
      <input data-testid="search" />
      <div role="dialog">
        <button data-testid="dialog button" type="button" />
      </div>
      <main ref={main} tabIndex={-1} data-testid="main">
        <input data-testid="page field" />
      </main>
    </>
  )
}
