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
      // Runs after the dialog has released the focus; does nothing if another element has it.
      setTimeout(() => {
        const below =
          [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document.querySelector('main')
        for (const target of [opener, below]) {
          if (document.activeElement !== document.body) return
          if (target instanceof HTMLElement && target.isConnected) target.focus({ preventScroll: true })
        }
      }, 0)
    }
  }, [open])
}
