import { limits } from '@kyc/contract/limits.ts'

/** Which lists were just seen to hold more rows than are counted (D19). */
export interface OverBound {
  /** What `count` tells, or the least number over the bound where that was the answer a moment ago. */
  remember(list: string, count: () => Promise<number>): Promise<number>
}

/** So many matches do not vanish in a minute; numbers within the bound are always counted anew. */
const keptMs = 60_000
const maximum = 1000

export function createOverBound(): OverBound {
  const until = new Map<string, number>()
  return {
    async remember(list, count) {
      if ((until.get(list) ?? 0) > performance.now()) return limits.countBound + 1
      const counted = await count()
      until.delete(list)
      if (counted > limits.countBound) until.set(list, performance.now() + keptMs)
      for (const oldest of until.keys()) {
        if (until.size <= maximum) break
        until.delete(oldest)
      }
      return counted
    },
  }
}
