import { minute } from '@kyc/contract/durations.ts'
import { limits } from '@kyc/contract/limits.ts'

/** The lists that exceeded the bound of a count (D19) within the last minute. */
export interface LongLists {
  /** The result of `count`, or the bound + 1 if the list exceeded it. Smaller lists are always counted. */
  count(list: string, count: () => Promise<number>): Promise<number>
}

const maximum = 1000

/** A cache, because counting 1,001 matches costs several times the page of a frequent search. */
export function createLongLists(): LongLists {
  const until = new Map<string, number>()
  return {
    async count(list, count) {
      if ((until.get(list) ?? 0) > performance.now()) return limits.countBound + 1
      const counted = await count()
      until.delete(list)
      if (counted > limits.countBound) until.set(list, performance.now() + minute)
      const [oldest] = until.keys()
      if (until.size > maximum && oldest !== undefined) until.delete(oldest)
      return counted
    },
  }
}
