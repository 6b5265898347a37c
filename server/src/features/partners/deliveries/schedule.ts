import { limits } from '@kyc/contract/limits.ts'

const { retries, jitter } = limits.callback

/** How long an attempt may be under way before it counts as that of a process that died. */
export const leaseSeconds = 30

/** If nobody makes the first attempt in the request, or nobody lives to tell how the last one ended. */
const safety = 60_000

/** When the attempt after `ended` others of the schedule is due (D35): later by up to a fifth, by chance. */
export function nextAttemptAt(now: Date, ended: number, chance: () => number = Math.random): Date {
  const wait = retries[ended] ?? safety
  return new Date(Math.round(now.getTime() + wait * (1 + jitter * chance())))
}

/** When the first attempt is made by the outbox, because the request that wrote the delivery did not get to it. */
export function firstAttemptAt(now: Date): Date {
  return new Date(now.getTime() + safety)
}

/** Whether a delivery is given up after `ended` attempts of the schedule. */
export function isLast(ended: number): boolean {
  return ended > retries.length
}
