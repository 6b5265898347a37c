import { useCallback, useRef } from 'react'

/**
 * Where the focus goes when a dialog closes that was drawn for one occasion: back to what opened it. A menu is gone
 * by then, so its button stands for it.
 */
export function useOpener(): { remember: () => void; restore: () => void } {
  const opener = useRef<Element | null>(null)
  const remember = useCallback(() => {
    const active = document.activeElement
    const menu = active?.closest('[role="menu"]')
    opener.current = menu ? document.querySelector(`[aria-controls="${menu.id}"]`) : active
  }, [])
  const restore = useCallback(() => {
    // After the dialog has let go of the focus.
    setTimeout(() => {
      if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus()
    }, 0)
  }, [])
  return { remember, restore }
}
