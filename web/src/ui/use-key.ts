import { useEffect } from 'react'

/** Runs `act` when `key` is pressed alone, outside fields and dialogs. */
export function useKey(key: string, act: () => void): void {
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      const target = event.target instanceof Element ? event.target : null
      if (target?.closest('input, textarea, select, [contenteditable="true"], [role="dialog"]')) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', handle)
    return () => window.removeEventListener('keydown', handle)
  }, [key, act])
}
