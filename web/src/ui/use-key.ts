import { useEffect } from 'react'
import { singleKeysOn } from './single-keys.ts'

const typing = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="dialog"]'

/** Calls `act` when `key` is pressed without modifiers, outside dialogs and text fields, unless single keys are off. */
export function useKey(key: string, act: () => void): void {
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      const target = event.target instanceof Element ? event.target : null
      if (target?.closest(typing)) return
      if (!singleKeysOn()) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', handle)
    return () => window.removeEventListener('keydown', handle)
  }, [key, act])
}
