/** The provider's code of a failure without its prefix, such as `wrong-password`; undefined for any other error. */
export function providerCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  return error.code.startsWith('auth/') ? error.code.slice('auth/'.length) : undefined
}
