import { minute } from '@kyc/contract/durations.ts'
import { limits } from '@kyc/contract/limits.ts'

const { retries, jitter } = limits.callback

/** Milliseconds until the scheduler takes over an attempt that its request or process did not complete. */
const takeover = minute

/** When the scheduler makes the first attempt if the request that enqueued the delivery did not. */
export function firstAttemptAt(now: Date): Date {
  return new Date(now.getTime() + takeover)
}

/** When the next attempt is due after `completed` scheduled ones, plus up to a fifth at random. */
export function nextAttemptAt(now: Date, completed: number, random: () => number = Math.random): Date {
  const wait = retries[completed] ?? takeover
  return new Date(Math.round(now.getTime() + wait * (1 + jitter * random())))
}

/** Whether a delivery is dead after `completed` failed scheduled attempts. */
export function isLast(completed: number): boolean {
  return completed > retries.length
}
