import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { demoPartnerFile } from '@kyc/server/demo/partner-site/partner-keys.ts'
import { freePort } from '@kyc/server/platform/free-port.ts'
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

/** What the command says and how it ends; it is stopped once it listens. */
async function run(env: Record<string, string>): Promise<{ said: string; code: number | null }> {
  const child = spawn(process.execPath, ['tools/demo-partner.ts'], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  child.stdout.on('data', (line) => String(line).includes('Listening on') && child.kill())
  const [out, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { said: out + errors, code }
}

test.each([
  ['a path', () => dataDir],
  ['a path from the working directory', () => relative(root, dataDir)],
  ['a file: address', () => pathToFileURL(dataDir).href],
  ['a path with blanks around it', () => ` ${dataDir} `],
])('it finds the data folder as the server does: %s', async (_, written) => {
  const { said } = await run({ DATA_DIR: written(), PORT: '3210' })
  expect(said).toContain('The demo partner sends people to http://localhost:3210.')
  expect(said).toContain(`Listening on ${origin}`)
})

test('before the first start of the product it says where it looked, and ends', async () => {
  const { said, code } = await run({ DATA_DIR: folder })
  expect(code).toBe(1)
  expect(said).toContain(`There is no demo partner in ${folder} yet.`)
})

test('settings that the product refuses are told in its words', async () => {
  const { said, code } = await run({ PORT: 'abc' })
  expect(code).toBe(1)
  expect(said).toContain('PORT must be a whole number')
})
