import type { FieldError } from '@kyc/contract/problem-body.ts'
import { type ProblemCode, problems, problemTitle } from '@kyc/contract/problems.ts'

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

/** An error with a stable code. `problems` contains its status and text; one handler sends the reply. */
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

/**
 * Throws one problem that reports all of `problems`, if there are any: code and title of the first, input errors before
 * conflicts, and the errors of each.
 */
export function throwAll(problems: readonly Problem[]): void {
  const [first, ...others] = problems.toSorted((one, other) => one.status - other.status)
  if (!first) return
  if (others.length === 0) throw first
  const errors = [first, ...others].flatMap(errorsOf)
  throw new Problem(first.code, { ...first.details, errors })
}

/** The errors of a problem by field; a problem without errors of its own has one for its field. */
export function errorsOf({ code, details: { errors = [], field, fill } }: Problem): readonly FieldError[] {
  return errors.length > 0 || field === undefined ? errors : [{ field, message: problemTitle(code, fill) }]
}
