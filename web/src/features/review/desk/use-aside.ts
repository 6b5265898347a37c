import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { AsideTab } from './CaseAside.tsx'

/** The open tab next to the documents; `write` moves the focus to a new note. */
export function useAside() {
  const [tab, onTab] = useState<AsideTab>('history')
  const field = useRef<HTMLInputElement>(null)
  const write = () => {
    // A hidden field takes no focus.
    flushSync(() => onTab('notes'))
    field.current?.focus()
  }
  return { tab, field, onTab, write }
}
