import { useEffect } from 'react'

const typing = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="dialog"]'

/** Runs `act` when `key` is pressed alone, outside dialogs and the fields that take it as text. */
export function useKey(key: string, act: () => void): void {
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      const target = event.target instanceof Element ? event.target : null
      if (target?.closest(typing)) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', handle)
    return () => window.removeEventListener('keydown', handle)
  }, [key, act])
}
