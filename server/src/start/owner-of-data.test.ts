/** @module-tag long */

import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, cp, lstat, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createIdentityFile } from '../platform/archive/age-identity.ts'
import { unlessMissing } from '../platform/files/fs.ts'
import { registerPerformer } from '../testing/app/factories.ts'
import { killPrograms, runProgram, startProgram, stopProgram } from '../testing/app/programs.ts'
import { isSealed } from '../testing/app/seal-log.ts'
import { signIn } from '../testing/app/sign-in.ts'
import { useStage } from '../testing/app/test-app.ts'
import { useFolder } from '../testing/app/use-folder.ts'

/** The account of the service in this test: one that exists on every system. */
const daemon = 1
const another = 23_456
const key = randomBytes(32).toString('base64')

const { app } = useStage({}, { env: { MASTER_KEY: key } })
const folder = useFolder('kyc-owner-')
let env: Record<string, string>

beforeAll(async () => {
  await chmod(folder, 0o755)
  const place = (name: string) => join(folder, name)
  env = {
    MASTER_KEY: key,
    DATABASE_URL: app.services.databaseUrl,
    DATABASE_OWNER_URL: app.ownerUrl,
    DATA_DIR: place('data'),
    STORAGE_URL: place('files'),
    AUDIT_CHECKPOINTS: place('checkpoints'),
  }
  await cp(app.dataDir, place('data'), { recursive: true })
  // The app of the test has claimed the database for its store.
  await cp(join(app.dataDir, 'files'), place('files'), { recursive: true })
  for (const name of ['checkpoints', 'backup', 'keys']) await mkdir(place(name))
  give(folder, daemon)
})
afterAll(killPrograms)

function give(path: string, uid: number): void {
  execFileSync('chown', ['-R', `${uid}:${uid}`, path])
}

/** The owners of all files; a running server may create and delete some meanwhile. */
async function owners(): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  const found = await Promise.all(names.map((name) => lstat(join(folder, name)).catch(unlessMissing)))
  return [...new Set(found.flatMap((each) => (each ? `${each.uid}:${each.gid}` : [])))]
}

const run = (script: string, args: string[] = [], given: Record<string, string> = {}) =>
  runProgram(script, { args, env: { ...env, ...given } }).finished

async function accountOf(pid: number | undefined): Promise<unknown> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return ['Uid', 'Gid', 'CapEff', 'NoNewPrivs'].map(
    (name) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1],
  )
}

const unprivileged = (uid: number) => [`${uid}`, `${uid}`, '0'.repeat(16), '1']

describe.runIf(process.getuid?.() === 0 && process.platform === 'linux')('a program started by root', () => {
  it('runs as the owner of the data and changes no owner, so that servers of that account still write', async () => {
    const server = await startProgram(env)
    expect(await accountOf(server.child.pid)).toEqual(unprivileged(daemon))
    const { accountId } = await app.signedIn('user')
    const user = await signIn(app.services, server.url, accountId)
    await registerPerformer(user)
    expect(await run('commands/doctor.ts')).toMatchObject({ code: 0, out: 'No faults.\n' })
    const created = await run('commands/user-create.ts', ['--email', 'a@example.com', '--role', 'user'])
    expect(created.code).toBe(0)
    const recipient = await createIdentityFile(join(app.dataDir, 'identity'))
    const places = ['--to', join(folder, 'backup'), '--keys-to', join(folder, 'keys')]
    expect(await run('commands/backup.ts', places, { BACKUP_RECIPIENT: recipient })).toMatchObject({
      code: 0,
      error: '',
    })
    await registerPerformer(user)
    // Transactions of other tests in the same cluster may delay the sealing beyond the stop.
    await expect.poll(() => isSealed(app)).toBe(true)
    expect(await stopProgram(server)).toMatchObject({ code: 0, error: '' })
    expect(await owners()).toEqual([`${daemon}:${daemon}`])
  })

  it('gives a missing DATA_DIR to the owner of the store', async () => {
    const dataDir = join(folder, 'new', 'data')
    const examined = await run('commands/doctor.ts', [], { DATA_DIR: dataDir })
    expect(examined).toMatchObject({ code: 0, out: 'No faults.\n' })
    expect(await lstat(dataDir)).toMatchObject({ uid: daemon, gid: daemon })
    await rm(join(folder, 'new'), { recursive: true })
  })

  it('does not change the owner of a folder that belongs to another account and that the owner of the data cannot enter', async () => {
    const place = join(folder, 'place')
    await mkdir(place, { mode: 0o700 })
    give(place, another)
    const { code, error } = await run('commands/storage-move.ts', ['--to', place])
    expect(code).toBe(1)
    expect(error).toContain(`which can't read ${place} without privileges: run this as`)
    expect(await lstat(place)).toMatchObject({ uid: another })
  })
})

describe.runIf(process.getuid?.() === 0 && process.platform === 'linux')('the embedded database', () => {
  it('runs as the account that its folder was given to, also after kill -9 and if only root can enter', async () => {
    const parent = join(folder, 'embedded')
    await mkdir(parent)
    const settings = { DATA_DIR: join(parent, 'データ') }
    const first = await startProgram(settings)
    expect(await accountOf(first.child.pid)).toEqual(unprivileged(65_534))
    first.child.kill('SIGKILL')
    await once(first.child, 'exit')
    const second = await startProgram(settings)
    expect((await lstat(join(settings.DATA_DIR, 'master.key'))).uid).toBe(65_534)
    await stopProgram(second)
    give(parent, 0)
    await chmod(parent, 0o700)
    const third = await startProgram(settings)
    expect(await accountOf(third.child.pid)).toEqual(unprivileged(0))
    // The database that the killed server leaves running has its own user namespace.
    third.child.kill('SIGKILL')
    await once(third.child, 'exit')
    const fourth = await startProgram(settings)
    expect(await stopProgram(fourth)).toMatchObject({ code: 0, error: '' })
  })
})
