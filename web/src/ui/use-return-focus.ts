import { useLayoutEffect } from 'react'

/**
 * Gives the focus back to what had it when a dialog opened: when `open` ends, and when the component goes with it still
 * open. Dialogs of ui do so themselves; a page needs it where one dialog follows another.
 */
export function useReturnFocus(open = true): void {
  useLayoutEffect(() => {
    if (!open) return
    const opener = document.activeElement
    return () => {
      // After the dialog has let go of it, and only if nothing else has taken it.
      setTimeout(() => {
        if (document.activeElement !== document.body) return
        if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
      }, 0)
    }
  }, [open])
}
