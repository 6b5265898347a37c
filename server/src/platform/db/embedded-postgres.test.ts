/** @module-tag long */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { silentLog } from '../log.ts'
import { FolderLockedError } from '../process/folder-lock.ts'
import { readPostmaster } from './embedded/postmaster-file.ts'
import { type EmbeddedPostgres, findEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

let parent: string
let dataDir: string

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'kyc pg '))
  dataDir = join(parent, '本人確認 データ')
})

afterEach(() => rm(parent, { recursive: true, force: true }))

function start(): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDir, log: silentLog() })
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

/** Another process that runs the database on the same folder until it is killed. */
async function startElsewhere(): Promise<ChildProcess> {
  const script = `
    const { startEmbeddedPostgres } = await import(process.argv[1])
    await startEmbeddedPostgres({ dataDir: process.argv[2], log: { info() {} } })
    process.once('SIGTERM', () => process.exit())
    console.log('ready')
    setInterval(() => {}, 1000)`
  const module = join(import.meta.dirname, 'embedded-postgres.ts')
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, module, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout as NonNullable<typeof child.stdout>, 'data') // piped above
  return child
}

it('keeps its data across a restart, durably and in UTF-8, in a folder with spaces and Japanese characters', async () => {
  const first = await start()
  await query(first.ownerUrl, `CREATE TABLE name AS SELECT '髙橋' AS name`)
  expect(await query(first.ownerUrl, `SHOW fsync`)).toEqual(['on'])
  expect(await query(first.ownerUrl, `SHOW full_page_writes`)).toEqual(['on'])
  expect(await query(first.ownerUrl, `SHOW server_encoding`)).toEqual(['UTF8'])
  await first.stop()
  const second = await start()
  expect(await query(second.ownerUrl, 'SELECT name FROM name')).toEqual(['髙橋'])
  await second.stop()
})

it('requires a password, and makes the password files readable for its account only', async () => {
  const postgres = await start()
  const [owner, app] = [new URL(postgres.ownerUrl), new URL(postgres.appUrl)]
  expect(await query(app.href, 'SELECT current_user')).toEqual(['kyc_app'])
  expect(await query(app.href, `SELECT rolsuper FROM pg_roles WHERE rolname = current_user`)).toEqual([false])
  for (const url of [owner, app]) {
    url.password = 'wrong'
    await expect(query(url.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' })
  }
  for (const name of ['postgres-owner.password', 'postgres-app.password', 'postgres.log']) {
    expect((await stat(join(dataDir, name))).mode & 0o777).toBe(0o600)
  }
  await postgres.stop()
})

it('refuses a second start on the same folder and reports the pid of the first', async () => {
  const first = await start()
  const refused = start()
  await expect(refused).rejects.toThrow(FolderLockedError)
  await expect(refused).rejects.toThrow(`(${process.pid})`)
  expect(await findEmbeddedPostgres(dataDir)).toEqual({ ownerUrl: first.ownerUrl, appUrl: first.appUrl })
  await first.stop()
  expect(await findEmbeddedPostgres(dataDir)).toBeUndefined()
  await (await start()).stop()
})

it('takes over from a process killed with SIGKILL without losing data', async () => {
  const child = await startElsewhere()
  const previous = await findEmbeddedPostgres(dataDir)
  await query(previous?.ownerUrl ?? '', 'CREATE TABLE kept AS SELECT 1 AS n')
  child.kill('SIGKILL')
  await once(child, 'exit')
  const next = await start()
  expect(await query(next.ownerUrl, 'SELECT n FROM kept')).toEqual([1])
  await expect(query(previous?.ownerUrl ?? '', 'SELECT 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await next.stop()
})

it('starts even if another process has the pid of a dead server', async () => {
  await (await start()).stop()
  await writeFile(join(dataDir, 'postgres/postmaster.pid'), `${process.pid}\n${dataDir}\n0\n1\n\n\n\n\n`)
  await (await start()).stop()
})

it('exits with its process even without a call of stop', async () => {
  const child = await startElsewhere()
  const orphan = await findEmbeddedPostgres(dataDir)
  child.kill('SIGTERM')
  await once(child, 'exit')
  const connect = () =>
    query(orphan?.ownerUrl ?? '', 'SELECT 1').catch((error: { code: string }) => error.code)
  await expect.poll(connect).toBe('ECONNREFUSED')
})

it('stop leaves no process behind', async () => {
  const postgres = await start()
  const server = await readPostmaster(join(dataDir, 'postgres'))
  await postgres.stop()
  await postgres.exited
  expect(() => process.kill(server?.pid ?? 0, 0)).toThrow('ESRCH')
})

it.runIf(process.getuid?.() === 0)(
  'runs the cluster of another account as that account when started by root',
  async () => {
    await (await start()).stop()
    execFileSync('chown', ['-R', '65534:65534', join(dataDir, 'postgres')])
    const postgres = await start()
    expect(await query(postgres.ownerUrl, 'SELECT 1')).toEqual([1])
    expect((await stat(join(dataDir, 'postgres/postmaster.pid'))).uid).toBe(65_534)
    await postgres.stop()
  },
)

it('reports in one sentence why it cannot start', async () => {
  await (await start()).stop()
  await writeFile(join(dataDir, 'postgres/PG_VERSION'), '9\n')
  await expect(start()).rejects.toThrow(/PostgreSQL did not start: .*incompatible/)
})
