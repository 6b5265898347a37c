import { Problem } from '../../platform/problem.ts'

/** Turns the refusal of the unique index into its problem: it alone tells two videos of one moment apart. */
export async function externalIdOnce<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof Error && 'constraint' in error && error.constraint === 'video_external')
      throw new Problem('EXTERNAL_ID_TAKEN', { field: 'externalId', cause: error })
    throw error
  }
}
