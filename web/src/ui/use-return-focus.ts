import { useLayoutEffect } from 'react'

/**
 * Restores the focus to the element that had it before `open`, on close and on unmount. If that element has
 * gone or is disabled, focuses the dialog below, or the page. The dialogs of ui call it; a page needs it if
 * one dialog opens after another.
 */
export function useReturnFocus(open = true): void {
  useLayoutEffect(() => {
    if (!open) return
    const opener = document.activeElement
    return () => {
      // Runs after the dialog has released the focus.
      setTimeout(() => {
        if (opener?.isConnected) focusUnlessMoved(opener)
        // Runs last, since the hook of the page may have an opener that is still there.
        setTimeout(() => {
          focusUnlessMoved([...document.querySelectorAll('[role="dialog"]')].at(-1))
          focusUnlessMoved(document.querySelector('main'))
        }, 0)
      }, 0)
    }
  }, [open])
}

/** Does nothing if another element has the focus. */
function focusUnlessMoved(target: Element | null | undefined): void {
  if (document.activeElement === document.body && target instanceof HTMLElement)
    target.focus({ preventScroll: true })
}
