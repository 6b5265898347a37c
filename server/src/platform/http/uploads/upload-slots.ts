import { second } from '@kyc/contract/durations.ts'
import { limits } from '@kyc/contract/limits.ts'
import { placeLease, type ReleasePlace, type SharedLimits } from '../../db/shared-limits.ts'
import { FairQueue } from '../../jobs/fair-queue.ts'
import { Problem } from '../../problem.ts'

const retryAfterSeconds = 5

/**
 * Longer than the places of a killed process last, so that the repeat of an upload which that process received waits
 * and is not refused.
 */
const patience = placeLease + second

/** One admitted upload, from its first byte to its reply. */
export interface UploadSlot {
  /** Counts bytes of the body, which are written to the disk. */
  received(bytes: number): void
  /** Waits until the received body may be processed. */
  turn(): Promise<void>
  /** Never rejects. */
  release(): Promise<void>
}

interface UploadLimits {
  readonly perAccount: number
  readonly processed: number
  readonly bytesOnDisk: number
  /** Milliseconds. */
  readonly wait: number
}

const standard: UploadLimits = {
  perAccount: limits.uploadsPerAccount,
  processed: limits.uploadsPerServer,
  bytesOnDisk: limits.uploadsOnDiskBytes,
  wait: limits.uploadWait,
}

/**
 * Limits the uploads of an account over all processes, and disk space and processing of this process. A body that is
 * still being received occupies no processing slot, so slow senders don't block other accounts.
 */
export class UploadSlots {
  readonly #limits: UploadLimits
  readonly #processing: FairQueue
  readonly #shared: Pick<SharedLimits, 'take'>
  #bytes = 0

  constructor(shared: Pick<SharedLimits, 'take'>, bounds: UploadLimits = standard) {
    this.#shared = shared
    this.#limits = bounds
    this.#processing = new FairQueue(bounds.processed)
  }

  async admit(account: string): Promise<UploadSlot> {
    if (this.#bytes >= this.#limits.bytesOnDisk) throw busy()
    const release = await this.#shared.take(`upload:${account}`, this.#limits.perAccount, patience)
    if (!release) throw busy()
    return this.#open(account, release)
  }

  #open(account: string, releasePlace: ReleasePlace): UploadSlot {
    let bytes = 0
    let endTurn: (() => void) | undefined
    const received = (chunkBytes: number) => {
      if (this.#bytes + chunkBytes > this.#limits.bytesOnDisk) throw busy()
      bytes += chunkBytes
      this.#bytes += chunkBytes
    }
    return {
      received,
      turn: async () => {
        const timeout = AbortSignal.timeout(this.#limits.wait)
        endTurn = await this.#processing.acquire(account, timeout).catch((cause) => {
          throw busy(cause)
        })
      },
      release: () => {
        endTurn?.()
        this.#bytes -= bytes
        return releasePlace()
      },
    }
  }
}

function busy(cause?: unknown): Problem {
  return new Problem('RATE_LIMITED', { retryAfterSeconds, cause })
}
