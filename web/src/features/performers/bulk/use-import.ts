import { type CheckedLine, checkImport, importPerformers } from '@kyc/contract/performer-imports.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { refreshPerformers } from '../../documents/refresh-performers.ts'
import type { OfOrganisation } from '../check-fields.ts'
import { callsOf, importLines, repeatedIds, type SheetLine } from './import-lines.ts'

/** A line with the result of the dry run. */
export interface CheckedRow extends SheetLine {
  readonly result: Omit<CheckedLine, 'errors'> & {
    readonly errors: readonly CheckedLine['errors'][number][]
  }
}

/** A file after the dry run. */
export interface CheckedSheet {
  /** Part of the idempotency keys, so that a repeat of this import registers no line twice. */
  readonly id: string
  readonly filename: string
  readonly rows: readonly CheckedRow[]
  readonly ignored: readonly string[]
  readonly registrationsLeft: number
}

/** Whether the line becomes a draft: it must be valid and new, and a possible duplicate must be in `taken`. */
export function isWanted({ row, result }: CheckedRow, taken: ReadonlySet<number>): boolean {
  return result.state === 'new' && (result.same.length === 0 || taken.has(row))
}

/**
 * The dry run of a file, and its import in several calls. A repeat continues after an interruption. It sends the same
 * lines under the same idempotency keys, so the choice of lines is final once the import has begun.
 */
export function useImport(query: OfOrganisation) {
  const queries = useQueryClient()
  const [sent, setSent] = useState(0)
  const [taken, setTaken] = useState<ReadonlySet<number>>(new Set())
  const [registered, setRegistered] = useState<ReadonlySet<number>>(new Set())
  const checking = useMutation({ mutationFn: (file: File) => checkFile(file, query, setSent) })
  const importing = useMutation({
    mutationFn: async ({ id, rows }: CheckedSheet) => {
      const created = rows.filter((each) => isWanted(each, taken))
      let imported = 0
      for (const [index, lines] of callsOf(created).entries()) {
        setSent(imported)
        const body = { lines: lines.map(({ line }) => line) }
        await call(importPerformers, { query, body, idempotencyKey: `${id}-${index}` })
        imported += lines.length
        setRegistered((before) => new Set([...before, ...lines.map(({ row }) => row)]))
      }
      return imported
    },
    // Runs after a failure too, since some calls may have succeeded.
    onSettled: () => void refreshPerformers(queries),
  })
  return {
    sheet: checking.data,
    check: (file: File) => {
      importing.reset()
      setSent(0)
      setTaken(new Set())
      setRegistered(new Set())
      checking.mutate(file)
    },
    /** The numbers of the rows that are registered although they may be duplicates. */
    taken,
    /** Adds a row to `taken` or removes it; undefined once the import has begun. */
    onTake: importing.isIdle
      ? (row: number, take: boolean) =>
          setTaken((before) => new Set(take ? [...before, row] : [...before].filter((each) => each !== row)))
      : undefined,
    /** The rows that are drafts now. */
    registered,
    start: () => checking.data && importing.mutate(checking.data),
    checking: checking.isPending,
    importing: importing.isPending,
    /** The number of lines that the running dry run or import has done. */
    sent,
    checkError: checking.error,
    importError: importing.error,
    /** The number of drafts, once the import has ended. */
    imported: importing.data,
  }
}

async function checkFile(
  file: File,
  query: OfOrganisation,
  onProgress: (lines: number) => void,
): Promise<CheckedSheet> {
  const { readSheet } = await import('./read-sheet.ts')
  const { lines, ignored } = importLines(await readSheet(file))
  const repeated = repeatedIds(lines)
  const rows: CheckedRow[] = []
  let left = 0
  for (const part of callsOf(lines)) {
    const body = { lines: part.map(({ line }) => line) }
    const reply = await call(checkImport, { query, body })
    left = reply.registrationsLeft
    const checked = part.flatMap((each, index) => {
      const result = reply.lines[index]
      return result ? [{ ...each, result: repeated.has(each.row) ? repeatedResult(result) : result }] : []
    })
    rows.push(...checked)
    onProgress(rows.length)
  }
  return { id: crypto.randomUUID(), filename: file.name, rows, ignored, registrationsLeft: left }
}

/** Adds the error that the server reports only for a repeated external id within one call. */
function repeatedResult(result: CheckedLine): CheckedLine {
  const message = '同じ外部IDの行がほかにもあります。'
  const errors = [
    ...result.errors.filter((error) => error.message !== message),
    { field: 'external_id' as const, message },
  ]
  return { ...result, state: 'invalid', errors }
}
