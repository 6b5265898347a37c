import { Problem } from '../../platform/problem.ts'

/** The unique index that keeps external ids apart within one owner, and the field that they come from. */
interface ExternalId {
  readonly index: string
  readonly field: string
}

export const performerExternalId: ExternalId = { index: 'performer_external', field: 'external_id' }

/**
 * Turns the refusal of the unique index into its problem: only the index tells two records apart that come at the same
 * moment (D19). Whatever else is thrown passes through.
 */
export async function externalIdOnce<T>({ index, field }: ExternalId, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const taken = error instanceof Error && 'constraint' in error && error.constraint === index
    throw taken ? new Problem('EXTERNAL_ID_TAKEN', { field, cause: error }) : error
  }
}
