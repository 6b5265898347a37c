import { limits } from '@kyc/contract/limits.ts'
import { VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { lazyPart } from '../ui/lazy-part.tsx'

// Lazy: rarely opened.
const FindDialog = lazyPart(() => import('./FindDialog.tsx').then((m) => m.FindDialog))

/** The search. A hidden field has the focus until that of the dialog has it, so that no letter is lost. */
export function Find({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [ready, setReady] = useState(false)
  return (
    <>
      {!ready && <FirstField typed={typed} onType={setTyped} onClose={onClose} />}
      <FindDialog typed={typed} onType={setTyped} onReady={() => setReady(true)} onClose={onClose} />
    </>
  )
}

interface FirstFieldProps {
  typed: string
  onType: (text: string) => void
  onClose: () => void
}

function FirstField({ typed, onType, onClose }: FirstFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  // Not a layout effect: the shell first records the element to return the focus to.
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  return (
    <VisuallyHidden>
      <input
        type="search"
        ref={field}
        aria-label="出演者・動画を検索"
        maxLength={limits.searchChars}
        value={typed}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
        onKeyDown={({ key }) => {
          if (key === 'Escape') onClose()
        }}
      />
    </VisuallyHidden>
  )
}
