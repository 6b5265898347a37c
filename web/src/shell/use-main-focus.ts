import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** After a change of page the focus goes to its content, as it would on a page load; not on the first page. */
export function useMainFocus() {
  const main = useRef<HTMLElement>(null)
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const shown = useRef(pathname)
  useEffect(() => {
    const first = shown.current === undefined
    if (shown.current === pathname) return
    shown.current = pathname
    // A page that put the focus somewhere itself keeps it.
    if (!first && !main.current?.contains(document.activeElement))
      main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
