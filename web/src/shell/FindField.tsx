import { limits } from '@kyc/contract/limits.ts'
import { useEffect, useRef } from 'react'
import { VisuallyHidden } from '../ui/mantine/VisuallyHidden.ts'

/** Has the focus while the code of FindDialog loads, so that no letter is lost. */
export function FindField({ onType, onClose }: { onType: (text: string) => void; onClose: () => void }) {
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
        onChange={({ currentTarget }) => onType(currentTarget.value)}
        onKeyDown={({ key }) => {
          if (key === 'Escape') onClose()
        }}
      />
    </VisuallyHidden>
  )
}
