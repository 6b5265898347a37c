/**
 * The error code of the provider without its prefix, such as `wrong-password`; undefined for other errors.
 */
export function providerCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  return error.code.startsWith('auth/') ? error.code.slice('auth/'.length) : undefined
}
