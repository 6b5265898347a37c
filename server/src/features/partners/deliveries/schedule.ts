import { limits } from '@kyc/contract/limits.ts'

const { retries, jitter } = limits.callback

/** Milliseconds until the scheduler makes an attempt that its request or process did not complete. */
const takeover = 60_000

/** When the scheduler makes the first attempt, if the request that wrote the delivery did not. */
export function firstAttemptAt(now: Date): Date {
  return new Date(now.getTime() + takeover)
}

/** When the attempt after `ended` scheduled attempts is due, delayed by up to a fifth at random (D35). */
export function nextAttemptAt(now: Date, ended: number, random: () => number = Math.random): Date {
  const wait = retries[ended] ?? takeover
  return new Date(Math.round(now.getTime() + wait * (1 + jitter * random())))
}

/** Whether a delivery is dead after `ended` scheduled attempts that failed. */
export function isLast(ended: number): boolean {
  return ended > retries.length
}
