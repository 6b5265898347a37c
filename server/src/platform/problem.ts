import { type FieldError, type ProblemCode, problems } from '@kyc/contract/problems.ts'

export interface ProblemDetails {
  /** The field concerned, as the contract spells it. */
  readonly field?: string
  readonly errors?: readonly FieldError[]
  /** Fills the placeholders of the title, such as the label of a document slot. */
  readonly fill?: Record<string, string>
  readonly retryAfterSeconds?: number
  /** For the log only, never for the answer. */
  readonly cause?: unknown
}

/** A failure with a stable code: one table gives its status and text, one handler answers it (D49). */
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
