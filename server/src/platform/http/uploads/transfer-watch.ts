import { limits } from '@kyc/contract/limits.ts'

/** One direction of a transfer as the watch sees it. */
export interface Transfer {
  /** Bytes that the peer has moved so far. */
  moved(): number
  /** Whether it is the peer's turn; while we are the slow side its time does not run. */
  peerIsDue(): boolean
}

export interface TransferLimits {
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
 * Holds a transfer to the minimum rate, the longest idle time and the longest time in all (D52). A peer may
 * be slow for as long as it may be idle before the rate counts. Returns the end of the watch.
 */
export function watchTransfer(
  transfer: Transfer,
  onExpired: () => void,
  { idleMs, maximumMs, bytesPerSecond }: TransferLimits = standard,
): () => void {
  const tick = Math.min(1000, idleMs)
  const start = transfer.moved()
  let last = start
  let idle = 0
  let due = 0
  let all = 0
  const timer = setInterval(() => {
    all += tick
    const moved = transfer.moved()
    if (transfer.peerIsDue()) {
      due += tick
      idle = moved === last ? idle + tick : 0
    } else {
      idle = 0
    }
    last = moved
    const counted = Math.max(0, due - idleMs)
    const tooSlow = moved - start < (counted / 1000) * bytesPerSecond
    if (idle >= idleMs || all >= maximumMs || tooSlow) {
      clearInterval(timer)
      onExpired()
    }
  }, tick)
  timer.unref()
  return () => clearInterval(timer)
}
