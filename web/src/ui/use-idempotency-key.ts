import { useState } from 'react'

/** The `Idempotency-Key` of a form (D20): the same for all tries with `values`, a new one when a value changes. */
export function useIdempotencyKey(values: unknown): string {
  const content = JSON.stringify(values)
  const [held, setHeld] = useState(() => ({ content, key: crypto.randomUUID() }))
  if (held.content === content) return held.key
  const next = { content, key: crypto.randomUUID() }
  setHeld(next)
  return next.key
}
