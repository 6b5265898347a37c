import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createIdentityFile } from '../platform/archive/age-identity.ts'
import { unlessMissing } from '../platform/files/fs.ts'
import { registerPerformer } from '../testing/app/factories.ts'
import { killPrograms, runProgram, startProgram, stopProgram } from '../testing/app/programs.ts'
import { signIn } from '../testing/app/sign-in.ts'
import { createTestApp, type TestApp } from '../testing/app/test-app.ts'
import { createTestDatabase, type TestDatabase } from '../testing/app/test-database.ts'

/** The service account: one with a name that exists on every system. */
const daemon = 1
const another = 23_456
const key = randomBytes(32).toString('base64')

let database: TestDatabase
let app: TestApp
let folder: string
/** The folders that belong to the service account. */
let places: readonly string[]
let env: Record<string, string>

beforeEach(async () => {
  database = await createTestDatabase()
  app = await createTestApp({ database, env: { MASTER_KEY: key } })
  folder = await mkdtemp(join(tmpdir(), 'kyc-owner-'))
  await chmod(folder, 0o755)
  const [data, files, checkpoints] = [
    join(folder, 'data'),
    join(folder, 'files'),
    join(folder, 'checkpoints'),
  ]
  places = [data, files, checkpoints]
  env = {
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    DATA_DIR: data,
    STORAGE_URL: files,
    AUDIT_CHECKPOINTS: checkpoints,
  }
  await cp(app.dataDir, data, { recursive: true })
  // The app of the test has claimed the database for its store.
  await cp(join(app.dataDir, 'files'), files, { recursive: true })
  await mkdir(checkpoints)
  for (const path of places) give(path, daemon)
})
afterEach(async () => {
  killPrograms()
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

function give(path: string, uid: number): void {
  execFileSync('chown', ['-R', `${uid}:${uid}`, path])
}

/** The owner of each file; a running server may create and delete some meanwhile. */
async function owners(): Promise<Map<string, string>> {
  const names = await readdir(folder, { recursive: true })
  const found = await Promise.all(names.map((name) => lstat(join(folder, name)).catch(unlessMissing)))
  return new Map(names.flatMap((name, n) => (found[n] ? [[name, `${found[n].uid}:${found[n].gid}`]] : [])))
}

async function changedSince(before: Map<string, string>): Promise<string[]> {
  return [...(await owners())].flatMap(([name, owner]) =>
    owner === (before.get(name) ?? owner) ? [] : [`${name}: ${before.get(name)} → ${owner}`],
  )
}

async function accounts(): Promise<string[]> {
  return [...new Set((await owners()).values())]
}

async function secretOfRoot(): Promise<string> {
  const path = join(folder, 'master-key')
  await writeFile(path, key, { mode: 0o600 })
  return path
}

const run = (script: string, args: string[] = [], given: Record<string, string> = { MASTER_KEY: key }) =>
  runProgram(script, { args, env: { ...env, ...given } }).finished

async function startServer(given: Record<string, string> = {}, uid?: number) {
  const server = await startProgram({ MASTER_KEY: key, ...env, ...given }, undefined, uid)
  const { accountId } = await app.signedIn('user')
  const user = await signIn(app.services, server.url, accountId)
  const status = await readFile(`/proc/${server.child.pid}/status`, 'utf8')
  return {
    server,
    user,
    uids: /^Uid:\s+(.*)$/m.exec(status)?.[1],
    groups: /^Gid:\s+(.*)$/m.exec(status)?.[1],
  }
}

const ids = (uid: number) => Array(4).fill(uid).join('\t')

describe.runIf(process.getuid?.() === 0 && process.platform === 'linux')('started by root, a program', () => {
  it('runs as the owner of the data and changes no owner, so that servers of that account still write', async () => {
    const { server, user } = await startServer({}, daemon)
    await registerPerformer(user)
    const before = await owners()
    expect(await run('commands/doctor.ts')).toMatchObject({ code: 0, out: 'No faults.\n' })
    expect((await run('commands/user-create.ts', ['--email', 'a@example.com', '--role', 'user'])).code).toBe(
      0,
    )
    expect(await changedSince(before)).toEqual([])
    await registerPerformer(user)
    expect(await stopProgram(server)).toMatchObject({ code: 0, error: '' })
    expect(await accounts()).toEqual([`${daemon}:${daemon}`])
  })

  it('ends with one sentence if the owner cannot read a secret, and changes no owner', async () => {
    const secret = await secretOfRoot()
    const { server, user } = await startServer({}, daemon)
    const before = await owners()
    for (const script of ['commands/doctor.ts', 'main.ts']) {
      const { code, error } = await run(script, [], { MASTER_KEY_FILE: secret })
      expect(code).toBe(1)
      expect(error).toBe(
        `DATA_DIR (${env.DATA_DIR}) belongs to the account daemon (uid ${daemon}), which can't read ${secret}: run this as that account, with settings that it may read.\n`,
      )
    }
    expect(await changedSince(before)).toEqual([])
    await registerPerformer(user)
    await stopProgram(server)
  })

  it('runs the server with an external database as the owner of the data', async () => {
    const { server, user, uids, groups } = await startServer()
    expect([uids, groups]).toEqual([ids(daemon), ids(daemon)])
    await registerPerformer(user)
    await stopProgram(server)
    expect(await accounts()).toEqual([`${daemon}:${daemon}`])
  })

  it('gives a missing DATA_DIR to the owner of the store', async () => {
    const dataDir = join(folder, 'new', 'data')
    expect(await run('commands/doctor.ts', [], { MASTER_KEY: key, DATA_DIR: dataDir })).toMatchObject({
      code: 0,
    })
    expect(await lstat(dataDir)).toMatchObject({ uid: daemon, gid: daemon })
  })

  it('leaves data of root to root, also when the server uses an external database', async () => {
    const secret = await secretOfRoot()
    for (const path of places) give(path, 0)
    const { server, uids } = await startServer()
    const before = await owners()
    expect(uids).toBe(ids(0))
    expect((await run('commands/doctor.ts', [], { MASTER_KEY_FILE: secret })).code).toBe(0)
    await stopProgram(server)
    expect(await changedSince(before)).toEqual([])
  })

  it('does not take a folder of another account that the owner of the data cannot enter', async () => {
    const place = join(folder, 'place')
    await mkdir(place, { mode: 0o700 })
    give(place, another)
    const before = await owners()
    const { code, error } = await run('commands/storage-move.ts', ['--to', place])
    expect(code).toBe(1)
    expect(error).toContain(`which can't read ${place}: run this as that account`)
    expect(await changedSince(before)).toEqual([])
  })

  it('writes backups as the owner of the data', async () => {
    const [to, keysTo] = [join(folder, 'backup'), join(folder, 'keys')]
    for (const place of [to, keysTo]) {
      await mkdir(place)
      give(place, daemon)
    }
    const recipient = await createIdentityFile(join(app.dataDir, 'identity'))
    const backUp = () =>
      run('commands/backup.ts', ['--to', to, '--keys-to', keysTo], {
        MASTER_KEY: key,
        BACKUP_RECIPIENT: recipient,
      })
    expect(await backUp()).toMatchObject({ code: 0, error: '' })
    expect(await app.sql("SELECT FROM installation WHERE name = 'backed-up'")).toHaveLength(1)
    expect(await accounts()).toEqual([`${daemon}:${daemon}`])
    give(to, another)
    const before = await owners()
    expect(await backUp()).toMatchObject({ code: 1 })
    expect(await changedSince(before)).toEqual([])
  })

  it('ends with one sentence if the system does not allow to become the owner', async () => {
    const { code, error } = await run('commands/doctor.ts', [], { MASTER_KEY: key, PATH: '/nonexistent' })
    expect(code).toBe(1)
    expect(error).toMatch(
      /^DATA_DIR .* belongs to the account with the uid 1, and this system does not .*\n$/,
    )
    expect(await accounts()).toEqual([`${daemon}:${daemon}`])
  })

  it('does not take the data of an account for a restore', async () => {
    const secret = await secretOfRoot()
    const before = await owners()
    const { code, error } = await run('commands/restore.ts', ['--from', folder, '--identity', secret], {
      MASTER_KEY_FILE: secret,
    })
    expect(code).toBe(1)
    expect(error).toMatch(/^DATA_DIR .* belongs to the account daemon \(uid 1\), which can't read .*\n$/)
    expect(await changedSince(before)).toEqual([])
  })

  it('runs the server with the embedded database as the account that it belongs to', async () => {
    const embedded = { DATA_DIR: join(folder, 'embedded') }
    const first = await startProgram(embedded)
    await stopProgram(first)
    give(embedded.DATA_DIR, daemon)
    const second = await startProgram(embedded)
    expect(await readFile(`/proc/${second.child.pid}/status`, 'utf8')).toMatch(`Uid:\t${ids(daemon)}\n`)
    await stopProgram(second)
    expect(await lstat(join(embedded.DATA_DIR, 'postgres'))).toMatchObject({ uid: daemon, gid: daemon })
  })
})
