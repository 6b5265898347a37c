import { limits } from '@kyc/contract/limits.ts'

/** One direction of a transfer. */
interface Transfer {
  /** Bytes transferred so far. */
  moved(): number
  /** Whether the transfer waits for the peer. Time in which the server is the slow side does not count. */
  peerIsDue(): boolean
}

interface TransferLimits {
  readonly idleMs: number
  readonly maximumMs: number
  readonly bytesPerSecond: number
}

const standard: TransferLimits = {
  idleMs: limits.uploadIdle,
  maximumMs: limits.uploadMaximum,
  bytesPerSecond: limits.uploadBytesPerSecond,
}

/**
 * Calls `onExpired` when a transfer falls below the minimum rate, or exceeds the idle time or the total time (D52).
 * The rate is checked after a grace period as long as the idle time. Returns a function that stops the watch.
 */
export function watchTransfer(
  transfer: Transfer,
  onExpired: () => void,
  { idleMs, maximumMs, bytesPerSecond }: TransferLimits = standard,
): () => void {
  const tick = Math.min(250, idleMs)
  const start = transfer.moved()
  let last = start
  let idle = 0
  let peerTime = 0
  let total = 0
  const timer = setInterval(() => {
    total += tick
    const moved = transfer.moved()
    if (transfer.peerIsDue()) {
      peerTime += tick
      idle = moved === last ? idle + tick : 0
    } else {
      idle = 0
    }
    last = moved
    const ratedTime = Math.max(0, peerTime - idleMs)
    const tooSlow = moved - start < (ratedTime / 1000) * bytesPerSecond
    if (idle >= idleMs || total >= maximumMs || tooSlow) {
      clearInterval(timer)
      onExpired()
    }
  }, tick)
  timer.unref()
  return () => clearInterval(timer)
}
