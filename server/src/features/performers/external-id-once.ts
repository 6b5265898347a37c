import { Problem } from '../../platform/problem.ts'

/**
 * Turns the refusal of the unique index into its problem: only the index tells two registrations apart that come at
 * the same moment (D19). Whatever else is thrown passes through.
 */
export async function externalIdOnce<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (isTaken(error)) throw new Problem('EXTERNAL_ID_TAKEN', { field: 'external_id', cause: error })
    throw error
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'performer_external'
}
