import { Problem } from '../problem.ts'

/** The error codes of the provider's library for invalid tokens and accounts. */
const tokenFaults = new Set([
  'auth/id-token-expired',
  'auth/id-token-revoked',
  'auth/user-disabled',
  'auth/user-not-found',
  'auth/invalid-uid',
])

/** For the log: the messages of the provider quote its responses, which may contain addresses and names. */
class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly code: string

  constructor(code: string) {
    super('the identity provider failed or refused a token')
    this.code = code
  }
}

/** Whether the account does not exist at the provider. */
export function isUnknownAccount(error: unknown): boolean {
  return codeOf(error) === 'auth/user-not-found'
}

/**
 * Maps an error of firebase-admin to INVALID_TOKEN for invalid tokens and accounts, and to
 * PROVIDER_UNAVAILABLE for any other failure. Both reject the sign-in.
 */
export function firebaseProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  const code = codeOf(error)
  // A failure to fetch keys has the same code as a malformed token; only the text differs.
  const malformed =
    code === 'auth/argument-error' && error instanceof Error && error.message.includes('Firebase ID token')
  const invalid = malformed || (code !== undefined && tokenFaults.has(code))
  return new Problem(invalid ? 'INVALID_TOKEN' : 'PROVIDER_UNAVAILABLE', {
    cause: new ProviderError(code ?? 'unknown'),
  })
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
