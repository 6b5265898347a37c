import { factColumns } from '@kyc/contract/fact-columns.ts'
import type { CheckedFacts, FactCells } from '@kyc/contract/fact-imports.ts'
import { problemField, problemTitle } from '@kyc/contract/problems.ts'
import { errorsOf, Problem } from '../../../../platform/problem.ts'

export type LineError = CheckedFacts['errors'][number]

interface Sent {
  readonly cells: FactCells
  /** The input of the act: errors name the entries of its lists by their place. */
  readonly input: object
}

/** The result of an act on a line; undefined if it is refused, with the reasons in `errors` under their columns. */
export async function orErrors<T>(
  errors: LineError[],
  { input, cells }: Sent,
  act: () => T | Promise<T>,
): Promise<T | undefined> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const found = reasonsOf(error).map(({ field, message }) => ({
      path: columnOf(byKind(field, input), cells),
      message,
    }))
    // A cell that could not be read is not reported a second time, as missing.
    errors.push(...found.filter(({ path }) => path === null || !errors.some((each) => each.path === path)))
    return undefined
  }
}

function reasonsOf(problem: Problem): readonly { field: string; message: string }[] {
  if (problem.code === 'CONFLICT')
    return [{ field: '', message: '確認のあとに変更されました。もう一度確認してください。' }]
  const errors = errorsOf(problem)
  if (errors.length > 0) return errors
  return [{ field: problemField(problem.code) ?? '', message: problemTitle(problem.code) }]
}

/**
 * The column of a fact. For a whole part, a column with a cell, first the withdrawal, which is never changed. Null if
 * the sheet has none.
 */
function columnOf(path: string, cells: FactCells): string | null {
  const column = factColumns.find((each) => path === each.path || path.startsWith(`${each.path}.`))
  if (column) return column.path
  const ofPart = factColumns.map((each) => each.path).filter((each) => each.startsWith(`${path}.`))
  const sent = ofPart.filter((each) => cells[each])
  return sent.find((each) => each.endsWith('.withdrawnOn')) ?? sent[0] ?? ofPart[0] ?? null
}

/** `consents.2.endsOn` as `consents.download.endsOn`. */
function byKind(field: string, input: object): string {
  const [list = '', index = '', ...rest] = field.split('.')
  const entries: unknown = new Map<string, unknown>(Object.entries(input)).get(list)
  if (!Array.isArray(entries) || !/^\d+$/.test(index)) return field
  const { kind } = entries[Number(index)] as { kind?: string } // lists of the facts have objects
  return [list, kind, ...rest].join('.')
}
