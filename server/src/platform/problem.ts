import { type FieldError, type ProblemCode, problems } from '@kyc/contract/problems.ts'

interface ProblemDetails {
  /** The invalid field, named as in the contract. */
  readonly field?: string
  readonly errors?: readonly FieldError[]
  /** Fills the placeholders of the title, such as the label of a document slot. */
  readonly fill?: Record<string, string>
  readonly retryAfterSeconds?: number
  /** For the log only, never in the reply. */
  readonly cause?: unknown
}

/** An error with a stable code. `problems` contains its status and text; one handler sends the reply (D49). */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly status: number
  readonly details: ProblemDetails

  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    super(code, { cause: details.cause })
    this.name = 'Problem'
    this.code = code
    this.status = problems[code].status
    this.details = details
  }
}
