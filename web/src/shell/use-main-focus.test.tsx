import { useRouterState } from '@tanstack/react-router'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { history, renderPage } from '../testing/render.tsx'
import { useMainFocus } from './use-main-focus.ts'

afterEach(cleanup)

test('a page change focuses the content, unless a dialog, a search or a field of the page has the focus', async () => {
  history.push('/first')
  await renderPage(<Frame />, { path: '/$page' })
  for (const [focused, after] of [
    ['link', 'main'],
    ['dialog button', 'dialog button'],
    ['search', 'search'],
    ['page field', 'page field'],
    ['link', 'main'],
  ] as const) {
    screen.getByTestId(focused).focus()
    const path = `/${crypto.randomUUID()}`
    act(() => history.push(path))
    await screen.findByText(path)
    expect(document.activeElement?.getAttribute('data-testid'), focused).toBe(after)
  }
})

function Frame() {
  const main = useMainFocus()
  const shown = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
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
        {shown}
      </main>
    </>
  )
}
