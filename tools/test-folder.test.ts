import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'

const parent = mkdtempSync(join(tmpdir(), 'kyc-test-folder-'))
afterAll(() => rmSync(parent, { recursive: true }))

const module = pathToFileURL(join(import.meta.dirname, 'test-folder.ts')).href
const script = `
  import { statSync, writeFileSync } from 'node:fs'
  const { createTestFolder } = await import(${JSON.stringify(module)})
  const folder = createTestFolder()
  writeFileSync(folder + '/report.json', '{}')
  console.log(JSON.stringify({ folder, mode: (statSync(folder).mode & 0o7777).toString(8) }))
  process.exit(1)`

/** The folder of a program that exits with an error, and its mode, as the program prints them. */
function runFailing(environment: NodeJS.ProcessEnv): { folder: string; mode: string } {
  try {
    execFileSync(process.execPath, ['--input-type=module', '--eval', script], { env: environment })
  } catch (error) {
    return JSON.parse(String((error as { stdout: Buffer }).stdout))
  }
  throw new Error('the program must fail')
}

it('the test folder lies in TMPDIR, is open to all users like /tmp, and is removed when its process exits', () => {
  const { folder, mode } = runFailing({ TMPDIR: parent })
  expect(dirname(folder)).toBe(parent)
  expect(mode).toBe('1777')
  expect(existsSync(folder)).toBe(false)
})

it('without TMPDIR, the test folder lies in memory or in the temporary folder of the system', () => {
  const { folder } = runFailing({})
  expect(['/dev/shm', '/tmp']).toContain(dirname(folder))
  expect(existsSync(folder)).toBe(false)
})
