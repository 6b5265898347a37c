import { Problem } from '../problem.ts'

/** What the provider's library says of a token or an account that does not hold. */
const tokenFaults = new Set([
  'auth/id-token-expired',
  'auth/id-token-revoked',
  'auth/user-disabled',
  'auth/user-not-found',
  'auth/invalid-uid',
])

/** Whether the provider knows no such account. */
export function isUnknownAccount(error: unknown): boolean {
  return codeOf(error) === 'auth/user-not-found'
}

/**
 * The problem that an error of firebase-admin is to the caller: a token that does not hold, or, whatever else went
 * wrong, a provider that could not be asked. Neither lets anybody in.
 */
export function firebaseProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  const code = codeOf(error)
  // Keys that could not be fetched come under the same code as malformed tokens, and can only be told by the text.
  const malformed =
    code === 'auth/argument-error' && error instanceof Error && error.message.includes('Firebase ID token')
  const invalid = malformed || (code !== undefined && tokenFaults.has(code))
  return new Problem(invalid ? 'INVALID_TOKEN' : 'PROVIDER_UNAVAILABLE', { cause: error })
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
