import type { Seen } from '@kyc/contract/review-checks.ts'

/** What was shown of each version, by its id. */
export type SeenById = Readonly<Record<string, Seen>>

const nothingSeen: Seen = { width: 0, lens: false, pages: [] }

/** What was shown of a version so far. */
export function seenOf(seen: SeenById, id: string): Seen {
  return seen[id] ?? nothingSeen
}

/** `seen` with more of one version: sizes keep their maximum, pages add up. */
export function withSeen(seen: SeenById, id: string, more: Partial<Seen>): SeenById {
  const before = seenOf(seen, id)
  const width = Math.max(before.width, more.width ?? 0)
  const lens = before.lens || (more.lens ?? false)
  const pages = [...new Set([...before.pages, ...(more.pages ?? [])])].sort((a, b) => a - b)
  // The same object if nothing is new, so that drawing again does not render again.
  if (width === before.width && lens === before.lens && pages.length === before.pages.length) return seen
  return { ...seen, [id]: { width, lens, pages } }
}
