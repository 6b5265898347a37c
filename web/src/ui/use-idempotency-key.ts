import { useState } from 'react'

/**
 * The `Idempotency-Key` of a form: the same for all tries with `values`, a new one when a value
 * changes.
 */
export function useIdempotencyKey(values: unknown): string {
  const content = JSON.stringify(values)
  const [current, setCurrent] = useState(() => ({ content, key: crypto.randomUUID() }))
  if (current.content === content) return current.key
  const next = { content, key: crypto.randomUUID() }
  setCurrent(next)
  return next.key
}
