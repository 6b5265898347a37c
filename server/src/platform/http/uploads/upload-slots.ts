import { setTimeout as sleep } from 'node:timers/promises'
import { second } from '@kyc/contract/durations.ts'
import { limits } from '@kyc/contract/limits.ts'
import { type ReleaseSlot, type SharedSlots, slotLease } from '../../db/shared-slots.ts'
import { FairQueue } from '../../jobs/fair-queue.ts'
import { Problem } from '../../problem.ts'

const retryAfterSeconds = 5

/** Longer than the slots of a killed process last: the repeat of an upload that it received waits, and is not refused. */
const patience = slotLease + second
const tryEvery = second / 2

/** One admitted upload, from its first byte to its reply. */
export interface UploadSlot {
  /**
   * Counts bytes of the body, which are written to the disk.
   * @throws Problem RATE_LIMITED when the bodies of all accounts exceed the disk space
   */
  received(bytes: number): void
  /**
   * Waits until the received body may be processed.
   * @throws Problem RATE_LIMITED after the maximum wait
   */
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
 * Limits the uploads of an account over all processes, and disk space and processing of this process (D59). A body that is
 * still being received occupies no processing slot, so slow senders don't block other accounts.
 */
export class UploadSlots {
  readonly #limits: UploadLimits
  readonly #processing: FairQueue
  readonly #shared: Pick<SharedSlots, 'take'> | undefined
  readonly #byAccount = new Map<string, number>()
  #bytes = 0

  /** `shared` counts the bodies of an account in the other processes. */
  constructor(shared: Pick<SharedSlots, 'take'> | undefined, bounds: UploadLimits = standard) {
    this.#shared = shared
    this.#limits = bounds
    this.#processing = new FairQueue(bounds.processed)
  }

  /** @throws Problem RATE_LIMITED when `account` sends as many bodies as allowed, or the disk space is exhausted */
  async admit(account: string): Promise<UploadSlot> {
    const own = this.#byAccount.get(account) ?? 0
    if (own >= this.#limits.perAccount || this.#bytes >= this.#limits.bytesOnDisk) throw busy()
    this.#byAccount.set(account, own + 1)
    try {
      const release = this.#shared ? await this.#takeShared(account, this.#shared) : async () => undefined
      return this.#open(account, release)
    } catch (error) {
      this.#leave(account)
      throw error
    }
  }

  async #takeShared(account: string, shared: Pick<SharedSlots, 'take'>): Promise<ReleaseSlot> {
    for (const until = performance.now() + patience; ; await sleep(tryEvery)) {
      const release = await shared.take(`upload:${account}`, this.#limits.perAccount)
      if (release) return release
      if (performance.now() > until) throw busy()
    }
  }

  #leave(account: string): void {
    const remaining = (this.#byAccount.get(account) ?? 1) - 1
    if (remaining === 0) this.#byAccount.delete(account)
    else this.#byAccount.set(account, remaining)
  }

  #open(account: string, releaseShared: ReleaseSlot): UploadSlot {
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
        this.#leave(account)
        return releaseShared()
      },
    }
  }
}

function busy(cause?: unknown): Problem {
  return new Problem('RATE_LIMITED', { retryAfterSeconds, cause })
}
