import { factColumns, keyColumns, sheetColumns } from '@kyc/contract/fact-columns.ts'
import type { CheckedFacts, FactCells } from '@kyc/contract/fact-imports.ts'
import { xlsxFile } from '../../performers/bulk/xlsx-file.ts'
import type { CheckedFactLine } from './use-fact-import.ts'

const labels = new Map([...keyColumns, ...factColumns].map(({ path, label }) => [path as string, label]))

export function labelOf(path: string): string {
  return labels.get(path) ?? path
}

/** What is wrong with a line, in sentences that name the column. */
export function errorTexts({ errors }: Pick<CheckedFacts, 'errors'>): string[] {
  return errors.map(({ path, message }) => {
    // Some messages name the column themselves.
    if (path === null || message.startsWith(labelOf(path))) return message
    return `${labelOf(path)}：${message}`
  })
}

/** The lines that were not entered, as an .xlsx file that can be imported once it is mended; the first column says why. */
export function leftFacts(rows: readonly CheckedFactLine[]): Promise<Blob> {
  const cells = rows.map(({ line, names, result }) => {
    const texts: FactCells = { ...line, ...names }
    return [errorTexts(result).join(' '), ...sheetColumns.map(({ path }) => texts[path] ?? '')]
  })
  const header = ['理由', ...sheetColumns.map(({ label }) => label)]
  return xlsxFile([{ name: '取り込んでいない行', rows: [header, ...cells] }])
}
