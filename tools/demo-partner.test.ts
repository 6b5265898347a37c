import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { demoPartnerFile } from '@kyc/server/demo/partner-site/partner-keys.ts'
import { freePort } from '@kyc/server/platform/process/free-port.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
let folder: string
let dataDir: string
let origin: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kyc-demo-partner-'))
  dataDir = join(folder, '本人 確認', 'data')
  origin = `http://localhost:${await freePort()}`
  await mkdir(dataDir, { recursive: true })
  const keys = { companyId: 'demo', origin, apiKey: 'kyc_pk_x', signingSecret: 'whsec_eA==' }
  await writeFile(join(dataDir, demoPartnerFile), JSON.stringify(keys))
})
afterAll(() => rm(folder, { recursive: true }))

/** Runs the command until it listens or ends, and returns its output and exit code. */
async function run(env: Record<string, string>): Promise<{ output: string; code: number | null }> {
  const child = spawn(process.execPath, ['tools/demo-partner.ts'], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  child.stdout.on('data', (line) => String(line).includes('Listening on') && child.kill())
  const [out, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { output: out + errors, code }
}

test.each([
  ['a path', () => dataDir],
  ['a path from the working directory', () => relative(root, dataDir)],
  ['a file: address', () => pathToFileURL(dataDir).href],
  ['a path with blanks around it', () => ` ${dataDir} `],
])('the demo partner finds the data folder as the server does: %s', async (_, written) => {
  const { output } = await run({ DATA_DIR: written(), PORT: '3210' })
  expect(output).toContain('The demo partner sends people to http://localhost:3210.')
  expect(output).toContain(`Listening on ${origin}`)
})

test('the demo partner exits and names the searched folder if the product has not been started before', async () => {
  const { output, code } = await run({ DATA_DIR: folder })
  expect(code).toBe(1)
  expect(output).toContain(`There is no demo partner in ${folder} yet.`)
})

test('the demo partner reports invalid settings with the messages of the product', async () => {
  const { output, code } = await run({ PORT: 'abc' })
  expect(code).toBe(1)
  expect(output).toContain('PORT must be a whole number')
})
