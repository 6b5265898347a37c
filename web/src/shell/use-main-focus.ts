import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** Moves the focus to the content after a page change, as a page load would; not on the first page. */
export function useMainFocus() {
  const main = useRef<HTMLElement>(null)
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const shown = useRef(pathname)
  useEffect(() => {
    const first = shown.current === undefined
    if (shown.current === pathname) return
    shown.current = pathname
    if (!first && !keepsFocus(main.current)) main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}

/** The page has set the focus itself, or the user has opened a dialog or the search while the page was loading. */
function keepsFocus(main: HTMLElement | null): boolean {
  const focused = document.activeElement
  return main?.contains(focused) || focused?.closest('[role="dialog"], input') != null
}
