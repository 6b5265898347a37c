/** @module-tag long */

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, mkdtempDisposable, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../platform/config.ts'
import { findEmbeddedPostgres } from '../platform/db/embedded-postgres.ts'
import { silentLog } from '../platform/log.ts'
import { killPrograms, runProgram, startProgram } from '../testing/app/programs.ts'
import { startHere } from '../testing/app/start-here.ts'
import { startDatabaseServerWhenFree } from './database-server.ts'
import { explainFailure } from './explain-failure.ts'

let dataDir: string

const createFolder = async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kyc-main-'))
}
const removeFolder = () => rm(dataDir, { recursive: true, force: true })

const run = (script: string, args: string[] = [], env: Record<string, string> = {}) =>
  runProgram(script, { args, env: { DATA_DIR: dataDir, ...env } })
const startServer = () => startProgram({ DATA_DIR: dataDir })

function tokenIn(out: string): string {
  return /\/invite#token=([\w-]{43})\n/.exec(out)?.[1] ?? ''
}

/** Opens the link as the page does: with the token of a pre-session. */
async function inspectInvitation(url: string, token: string): Promise<{ status: number; json: unknown }> {
  const init = await fetch(`${url}/api/auth/session/init`, { method: 'POST' })
  const { csrfToken } = (await init.json()) as { csrfToken: string } // as the contract declares
  const cookie = init.headers.getSetCookie().map((line) => line.split(';')[0])
  const reply = await fetch(`${url}/api/auth/invitations/inspect`, {
    method: 'POST',
    headers: { cookie: cookie.join('; '), 'x-csrf-token': csrfToken, 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  return { status: reply.status, json: await reply.json() }
}

const createSuperadmin = ['--email', 'boss@example.com', '--role', 'superadmin']

// Starting the server takes seconds, so these tests share it, in this order.
describe('the programs with one data folder', () => {
  let server: Awaited<ReturnType<typeof startServer>>

  beforeAll(createFolder)
  afterAll(async () => {
    killPrograms()
    await removeFolder()
  })

  it('the server serves, also after kill -9, and explains how to create the first account', async () => {
    const first = await startServer()
    first.child.kill('SIGKILL')
    expect((await first.finished).out).toContain('There is no account yet. Create the first one')
    server = await startServer()
    expect((await fetch(`${server.url}/api/health/ready`)).status).toBe(200)
    expect(await findEmbeddedPostgres(dataDir)).toBeDefined()
  })

  it('a second server reports in one sentence that its port is in use, before it writes to the data folder', async () => {
    await using unused = await mkdtempDisposable(join(tmpdir(), 'kyc-main-'))
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number } // a TCP server
    expect(await run('main.ts', [], { PORT: String(port), DATA_DIR: unused.path }).finished).toEqual({
      code: 1,
      out: '',
      error: `Port ${port} is in use: stop the program that uses it, or set another PORT.\n`,
    })
    expect(await readdir(unused.path)).toEqual([])
    other.close()
  })

  it('user:create creates accounts and subject:export refuses an unknown performer while the server runs', async () => {
    const created = await run('commands/user-create.ts', createSuperadmin).finished
    expect(created).toMatchObject({ code: 0, error: '' })
    expect(created.out).toMatch(/^Created boss@example\.com \(superadmin\)\.\n/)
    expect(created.out).not.toMatch(/password:/i)
    const invitation = await inspectInvitation(server.url, tokenIn(created.out))
    expect(invitation).toEqual({ status: 200, json: { email: 'boss@example.com', name: 'boss' } })
    const unknown = ['--performer', randomUUID(), '--out', join(dataDir, 'export.zip')]
    expect(await run('commands/subject-export.ts', unknown).finished).toMatchObject({
      code: 1,
      error: 'Nothing was exported (PERFORMER_NOT_FOUND).\n',
    })
  })

  it('a server reports in one sentence which process uses the data folder, and starts when that process has exited', async () => {
    await using stack = new AsyncDisposableStack()
    const config = readConfig({ DATA_DIR: dataDir, DEMO: 'off' })
    const stop = new AbortController().signal
    const refused = await startDatabaseServerWhenFree(config, silentLog(), stack, {
      stop,
      patience: 500,
    }).catch(explainFailure)
    expect(refused).toMatch(
      new RegExp(`^Another process \\(${server.child.pid}\\) is using the data folder .*$`),
    )
    const second = run('main.ts')
    await sleep(1500)
    server.child.kill()
    expect(await server.finished).toMatchObject({ code: 0, error: '' })
    await second.listening
    second.child.kill('SIGTERM')
    const { code, out, error } = await second.finished
    expect({ code, error }).toEqual({ code: 0, error: '' })
    expect(out).not.toContain('There is no account yet')
    expect(await findEmbeddedPostgres(dataDir)).toBeUndefined()
  })

  it('user:create works without the server and leaves no database running; a repeated call replaces the link', async () => {
    const email = 'chief@example.com'
    const wish = ['--email', email, '--role', 'superadmin']
    const args = [...wish, '--name', '統括 一郎']
    const first = await run('commands/user-create.ts', args).finished
    expect(first).toMatchObject({ code: 0, error: '' })
    expect(await findEmbeddedPostgres(dataDir)).toBeUndefined()
    const other = await run('commands/user-create.ts', ['--email', email, '--role', 'user']).finished
    expect(other).toMatchObject({ code: 1, out: '', error: expect.stringContaining('already exists') })
    const env = { PUBLIC_URL: 'https://kyc.example.com', TRUST_PROXY: '127.0.0.1' }
    const again = await run('commands/user-create.ts', wish, env).finished
    expect(again, again.error).toMatchObject({ code: 0, error: '' })
    expect(again.out).toContain('\nhttps://kyc.example.com/invite#token=')
    const { child, finished, url } = await startServer()
    expect((await inspectInvitation(url, tokenIn(first.out))).status).toBe(400)
    expect(await inspectInvitation(url, tokenIn(again.out))).toEqual({
      status: 200,
      json: { email, name: '統括 一郎' },
    })
    child.kill()
    await finished
  })
})

describe('the programs with a new data folder', () => {
  beforeEach(createFolder)
  afterEach(async () => {
    killPrograms()
    await removeFolder()
  })

  it('the server exits with 0 on Ctrl-C during its start and leaves no database running', async () => {
    const { child, finished } = run('main.ts')
    await expect
      .poll(() => readFile(join(dataDir, 'server.pid'), 'utf8').catch(() => ''), { timeout: 60_000 })
      .not.toBe('')
    child.kill('SIGINT')
    expect(await finished).toMatchObject({ code: 0, error: '' })
    expect(await findEmbeddedPostgres(dataDir)).toBeUndefined()
  })

  it('the server reports all invalid settings at once and exits with 1', async () => {
    const { code, error } = await startHere({ DATA_DIR: dataDir, PORT: 'x', STORAGE_URL: 's3://B' })
    expect(code).toBe(1)
    expect(error).toContain('PORT must be')
    expect(error).toContain('STORAGE_URL must name a bucket')
  })

  it('the server reports in one sentence that the master key is damaged', async () => {
    await writeFile(join(dataDir, 'master.key'), 'damaged\n')
    const { code, error } = await startHere({ DATA_DIR: dataDir })
    expect(code).toBe(1)
    expect(error).toMatch(/^The master key file .* is damaged.*\n$/)
  })

  it('the server reports in one sentence that the database does not respond', async () => {
    const env = { DATA_DIR: dataDir, DATABASE_URL: 'postgres://kyc:word@127.0.0.1:1/kyc' }
    const { code, error } = await startHere(env)
    expect(code).toBe(1)
    expect(error).toBe('The database does not answer (ECONNREFUSED): check DATABASE_URL.\n')
  })

  it('user:create and subject:export reject unknown roles and options, including passwords', async () => {
    for (const args of [
      ['--email', 'a@example.com', '--role', 'king'],
      [...createSuperadmin, '--password-stdin'],
      [...createSuperadmin, '--password', 'correct horse battery'],
    ]) {
      const refused = await run('commands/user-create.ts', args).finished
      expect(refused).toMatchObject({ code: 1, error: expect.stringContaining('Usage:') })
    }
    const refused = await run('commands/subject-export.ts', ['--performer', 'x']).finished
    expect(refused).toMatchObject({ code: 1, error: expect.stringContaining('Usage:') })
  })
})
