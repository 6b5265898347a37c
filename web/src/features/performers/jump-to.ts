import { useEffect, useState } from 'react'

/** Scrolls a field or slot of the form into view and focuses it. */
export function jumpTo(target: string): void {
  const field = document.getElementById(`field-${target}`) ?? document.getElementById(`slot-${target}`)
  const control = field?.matches('input, select, textarea')
    ? field
    : // The file input of a slot, or the button that cancels its preparation.
      (shownIn(field, 'input') ?? shownIn(field, 'button'))
  field?.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: true })
}

/** The first match that is not hidden at the current screen width. */
function shownIn(field: HTMLElement | null, selector: string): HTMLElement | undefined {
  const matches = [...(field?.querySelectorAll<HTMLElement>(selector) ?? [])]
  return matches.find((element) => element.offsetParent !== null)
}

/** Jumps only after the next render, which may show an error, open its section or replace the content of its slot. */
export function useJumpAfterRender(): (target: string) => void {
  const [jump, setJump] = useState<{ readonly target: string }>()
  useEffect(() => {
    if (jump) jumpTo(jump.target)
  }, [jump])
  return (target) => setJump({ target })
}
