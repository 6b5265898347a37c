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
    // Keeps a focus that the page has set itself, and that of a dialog or search opened while the page was loading.
    if (!first && !document.activeElement?.closest('main, [role=dialog], input'))
      main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
