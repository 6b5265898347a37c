import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findEmbeddedPostgres } from './platform/db/embedded-postgres.ts'
import { killPrograms, runProgram, startProgram } from './testing/programs.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kyc-main-'))
})

afterEach(async () => {
  killPrograms()
  await rm(dataDir, { recursive: true, force: true })
})

const run = (script: string, args: string[] = [], env: Record<string, string> = {}, input = '') =>
  runProgram(script, { args, env: { DATA_DIR: dataDir, ...env }, input })
const startServer = () => startProgram({ DATA_DIR: dataDir })

const createSuperadmin = ['--email', 'boss@example.com', '--role', 'superadmin']

it('serves, ends with 0 on SIGTERM and leaves no database behind', async () => {
  const { child, finished, url } = await startServer()
  expect((await fetch(`${url}/api/health/ready`)).status).toBe(200)
  expect(await findEmbeddedPostgres(dataDir)).toBeDefined()
  child.kill('SIGTERM')
  expect(await finished).toMatchObject({ code: 0, error: '' })
  expect(await findEmbeddedPostgres(dataDir)).toBeUndefined()
})

it('ends the same way on Ctrl-C, also in the middle of its start', async () => {
  const { child, finished } = run('main.ts')
  await expect
    .poll(() => readFile(join(dataDir, 'server.pid'), 'utf8').catch(() => ''), { timeout: 20_000 })
    .not.toBe('')
  child.kill('SIGINT')
  expect(await finished).toMatchObject({ code: 0, error: '' })
  expect(await findEmbeddedPostgres(dataDir)).toBeUndefined()
})

it('names all wrong settings at once and exits with 1', async () => {
  const { code, error } = await run('main.ts', [], { PORT: 'x', STORAGE_URL: 's3://bucket' }).finished
  expect(code).toBe(1)
  expect(error).toContain('PORT must be')
  expect(error).toContain('STORAGE_URL must be')
})

it('says in one sentence that its port is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number } // a TCP server
  expect(await run('main.ts', [], { PORT: String(port) }).finished).toEqual({
    code: 1,
    out: '',
    error: `Port ${port} is taken: stop the program that uses it, or set another PORT.\n`,
  })
  other.close()
})

it('says in one sentence that the data folder is in use, and by whom', async () => {
  const first = await startServer()
  const { code, error } = await run('main.ts').finished
  expect(code).toBe(1)
  expect(error).toMatch(
    new RegExp(`^Another process \\(${first.child.pid}\\) is using the data folder .*\\n$`),
  )
  first.child.kill()
  await first.finished
})

it('waits for the data folder while the process before it is still exiting', async () => {
  const first = await startServer()
  const second = run('main.ts')
  await sleep(1500)
  first.child.kill()
  await first.finished
  await second.listening
  second.child.kill()
  expect((await second.finished).error).toBe('')
})

it('says in one sentence that the master key can not be read', async () => {
  await writeFile(join(dataDir, 'master.key'), 'damaged\n')
  const { code, error } = await run('main.ts').finished
  expect(code).toBe(1)
  expect(error).toMatch(/^The master key file .* is damaged.*\n$/)
})

it('says in one sentence that the database does not answer', async () => {
  const env = { DATABASE_URL: 'postgres://kyc:word@127.0.0.1:1/kyc' }
  const { code, error } = await run('main.ts', [], env).finished
  expect(code).toBe(1)
  expect(error).toBe('The database does not answer (ECONNREFUSED): check DATABASE_URL.\n')
})

it('starts again after kill -9', async () => {
  const first = await startServer()
  first.child.kill('SIGKILL')
  await first.finished
  const second = await startServer()
  expect((await fetch(`${second.url}/api/health/ready`)).status).toBe(200)
  second.child.kill()
  expect((await second.finished).code).toBe(0)
})

it('tells how the first account is made as long as there is none; user:create works beside the server', async () => {
  const empty = await startServer()
  const made = await run('user-create.ts', createSuperadmin).finished
  expect(made).toMatchObject({ code: 0, error: '' })
  expect(made.out).toMatch(/^Created boss@example\.com \(superadmin\)\.\nPassword, shown only now: \S{20}\n$/)
  empty.child.kill()
  await empty.finished
  const { child, finished } = await startServer()
  child.kill()
  expect((await finished).out).not.toContain('There is no account yet')
})

it('user:create works without the server, leaves no database behind and refuses a second account', async () => {
  const args = [...createSuperadmin, '--name', '統括 一郎', '--password-stdin']
  expect(await run('user-create.ts', args, {}, 'a phrase nobody guesses\n').finished).toEqual({
    code: 0,
    out: 'Created boss@example.com (superadmin).\n',
    error: '',
  })
  expect(await findEmbeddedPostgres(dataDir)).toBeUndefined()
  const again = await run('user-create.ts', createSuperadmin).finished
  expect(again).toMatchObject({ code: 1, error: 'An account with this e-mail address exists already.\n' })
})

it('user:create refuses weak passwords, unknown roles and unknown options', async () => {
  const weak = await run('user-create.ts', [...createSuperadmin, '--password-stdin'], {}, '12345678\n')
    .finished
  expect(weak).toMatchObject({ code: 1, error: expect.stringContaining('INVALID_INPUT') })
  for (const args of [['--email', 'a@example.com', '--role', 'king'], ['--admin']]) {
    const refused = await run('user-create.ts', args).finished
    expect(refused).toMatchObject({ code: 1, error: expect.stringContaining('Usage:') })
  }
})
