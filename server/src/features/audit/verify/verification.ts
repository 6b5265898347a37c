import type { LogVerification } from '@kyc/contract/audit-verification.ts'

export interface VerificationOptions {
  /** A position of an earlier verification without faults: only what was added since is read. */
  readonly since?: string
  /** Threads that check entries; the calling thread is blocked for at most some milliseconds at a time. */
  readonly threads?: number
  /** Milliseconds that an entry may wait for its seal; by default 10 s. */
  readonly sealPatience?: number
  /** Called about once for each thousand entries. */
  readonly onProgress?: (progress: VerificationProgress) => void
  /** Ends the verification; it rejects with the reason. */
  readonly signal?: AbortSignal
}

export interface VerificationProgress {
  /** Entries verified, of `total` in the tree. */
  readonly done: number
  readonly total: number
  /** Continues from here if passed as `since`, faults so far included. Authenticated, so it may be stored anywhere. */
  readonly position: () => string
}

export interface Verified {
  readonly report: LogVerification
  /** For the `since` of the next verification; null if there are faults. */
  readonly position: string | null
}
