import type { SharedLimits } from '../../platform/db/shared-limits.ts'

/** Limits of one process without a database, whose refused callers do not wait. */
export function ownLimits(): SharedLimits {
  const places = new Map<string, number>()
  return {
    process: 'test',
    async take(name, most) {
      const taken = places.get(name) ?? 0
      if (taken >= most) return undefined
      places.set(name, taken + 1)
      return async () => void places.set(name, (places.get(name) ?? 1) - 1)
    },
    state: async (uses) => [...uses],
    close: () => undefined,
  }
}
