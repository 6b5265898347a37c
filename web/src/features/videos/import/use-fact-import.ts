import { type CheckedFacts, checkFacts, importFacts } from '@kyc/contract/fact-imports.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { refreshVideos } from '../video-queries.ts'
import { callsOfVideos, type FactLine, factLines } from './fact-lines.ts'

/** A line with the result of the dry run, or of the import once it was sent. */
export interface CheckedFactLine extends FactLine {
  readonly result: CheckedFacts
}

/** A file after the dry run. */
export interface CheckedFactSheet {
  readonly filename: string
  readonly rows: readonly CheckedFactLine[]
  readonly ignored: readonly string[]
}

interface OfOrganisation {
  readonly organisation: string | undefined
}

/** The dry run of a file, and its import in several calls. A repeat after an interruption changes nothing twice. */
export function useFactImport(query: OfOrganisation) {
  const queries = useQueryClient()
  const [sent, setSent] = useState(0)
  /** The results of the import by row. */
  const [results, setResults] = useState<ReadonlyMap<number, CheckedFacts>>(new Map())
  const checking = useMutation({ mutationFn: (file: File) => checkFile(file, query, setSent) })
  const importing = useMutation({
    mutationFn: async ({ rows }: CheckedFactSheet) => {
      const wanted = rows.filter(({ row, result }) => result.state === 'changed' && !results.has(row))
      let done = 0
      for (const part of callsOfVideos(wanted)) {
        setSent(done)
        const lines = part.flatMap(({ line, result: { seen } }) => (seen ? [{ cells: line, seen }] : []))
        const reply = await call(importFacts, { query, body: { lines } })
        done += part.length
        const own = part.flatMap(({ row }, index) => {
          const result = reply.lines[index]
          return result ? [[row, result] as const] : []
        })
        setResults((before) => new Map([...before, ...own]))
      }
    },
    // Also after a failure: some calls may have succeeded.
    onSettled: () => void refreshVideos(queries),
  })
  const { data } = checking
  return {
    sheet: data && {
      ...data,
      rows: data.rows.map((each) => ({ ...each, result: results.get(each.row) ?? each.result })),
    },
    check: (file: File) => {
      importing.reset()
      setSent(0)
      setResults(new Map())
      checking.mutate(file)
    },
    start: () => data && importing.mutate(data),
    /** The rows that were sent. */
    results,
    checking: checking.isPending,
    importing: importing.isPending,
    imported: importing.isSuccess,
    /** Lines of the running step. */
    sent,
    checkError: checking.error,
    importError: importing.error,
  }
}

async function checkFile(
  file: File,
  query: OfOrganisation,
  onProgress: (lines: number) => void,
): Promise<CheckedFactSheet> {
  const { readSheet } = await import('../../performers/bulk/read-sheet.ts')
  const { lines, ignored } = factLines(await readSheet(file))
  const rows: CheckedFactLine[] = []
  for (const part of callsOfVideos(lines)) {
    const reply = await call(checkFacts, { query, body: { lines: part.map(({ line }) => line) } })
    rows.push(
      ...part.flatMap((each, index) => {
        const result = reply.lines[index]
        return result ? [{ ...each, result }] : []
      }),
    )
    onProgress(rows.length)
  }
  return { filename: file.name, rows: rows.toSorted((one, other) => one.row - other.row), ignored }
}
