import type { AttemptFailure } from '@kyc/contract/deliveries.ts'

/** Why a callback did not arrive. */
export class CallbackFailure extends Error {
  readonly failure: AttemptFailure

  constructor(failure: AttemptFailure, options?: ErrorOptions) {
    super(failure, options)
    this.name = 'CallbackFailure'
    this.failure = failure
  }
}
