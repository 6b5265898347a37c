import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from 'vitest'
import { useFolder } from './use-folder.ts'

type Program = 'pdfinfo' | 'pdfsig' | 'pdftotext'

/** Tests with Poppler, which `npm test` installs; skipped where it can not be, except in CI. */
export const popplerTest = test.skipIf(!existsSync('/usr/bin/pdfsig') && !process.env.CI)

/** Runs a program of Poppler on a PDF, an independent reader. Returns what it prints, also as warnings. */
export function usePoppler(): (
  program: Program,
  pdf: Uint8Array,
  ...args: string[]
) => Promise<{ out: string; warnings: string }> {
  const folder = useFolder('kyc-pdf-')
  let files = 0
  return async (program, pdf, ...args) => {
    const file = join(folder, `${files++}.pdf`)
    await writeFile(file, pdf)
    const output = program === 'pdftotext' ? ['-'] : []
    const { stdout, stderr } = await promisify(execFile)(program, [...args, file, ...output])
    return { out: stdout, warnings: stderr }
  }
}
