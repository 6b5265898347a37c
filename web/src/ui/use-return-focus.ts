import { useLayoutEffect } from 'react'

/**
 * Restores the focus to the element that had it before `open`, on close and on unmount. The dialogs of ui
 * call it; a page needs it if one dialog opens after another.
 */
export function useReturnFocus(open = true): void {
  useLayoutEffect(() => {
    if (!open) return
    const opener = document.activeElement
    return () => {
      // Runs after the dialog has released the focus; does nothing if another element has it.
      setTimeout(() => {
        if (document.activeElement !== document.body) return
        if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
      }, 0)
    }
  }, [open])
}
