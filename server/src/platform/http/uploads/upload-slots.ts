import { limits } from '@kyc/contract/limits.ts'
import { FairQueue } from '../../fair-queue.ts'
import { Problem } from '../../problem.ts'

const retryAfterSeconds = 5

/** One admitted upload, from its first byte to its answer. */
export interface UploadSlot {
  /**
   * Counts bytes of the body, which go to the disk.
   * @throws Problem RATE_LIMITED when the bodies of all accounts take too much of it
   */
  received(bytes: number): void
  /**
   * Waits, once the body is on the disk, until it may be processed.
   * @throws Problem RATE_LIMITED when that takes too long
   */
  turn(): Promise<void>
  release(): void
}

export interface UploadLimits {
  readonly perPerson: number
  readonly processed: number
  readonly bytesOnDisk: number
  /** Milliseconds. */
  readonly wait: number
}

const standard: UploadLimits = {
  perPerson: limits.uploadsPerAccount,
  processed: limits.uploadsPerServer,
  bytesOnDisk: limits.uploadsOnDiskBytes,
  wait: limits.uploadWait,
}

/**
 * Bounds the uploads of this process (D59). A body that is still being sent holds none of the slots in which
 * uploads are processed, so slow senders keep out no other account.
 */
export class UploadSlots {
  readonly #limits: UploadLimits
  readonly #processing: FairQueue
  readonly #byPerson = new Map<string, number>()
  #bytes = 0

  constructor(bounds: UploadLimits = standard) {
    this.#limits = bounds
    this.#processing = new FairQueue(bounds.processed)
  }

  /** @throws Problem RATE_LIMITED when `person` sends as many bodies as allowed, or the disk space is used up */
  admit(person: string): UploadSlot {
    const own = this.#byPerson.get(person) ?? 0
    if (own >= this.#limits.perPerson) throw busy()
    let bytes = 0
    let endTurn: (() => void) | undefined
    const received = (more: number) => {
      if (this.#bytes + more > this.#limits.bytesOnDisk) throw busy()
      bytes += more
      this.#bytes += more
    }
    received(0)
    this.#byPerson.set(person, own + 1)
    return {
      received,
      turn: async () => {
        const timeout = AbortSignal.timeout(this.#limits.wait)
        endTurn = await this.#processing.acquire(person, timeout).catch((cause) => {
          throw busy(cause)
        })
      },
      release: () => {
        endTurn?.()
        this.#bytes -= bytes
        const left = (this.#byPerson.get(person) ?? 1) - 1
        if (left === 0) this.#byPerson.delete(person)
        else this.#byPerson.set(person, left)
      },
    }
  }
}

function busy(cause?: unknown): Problem {
  return new Problem('RATE_LIMITED', { retryAfterSeconds, cause })
}
