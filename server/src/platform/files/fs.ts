/** Whether a call of `node:fs` failed because the file or folder does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

/** For `catch`: returns undefined for a missing file. @throws every other error */
export function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}
