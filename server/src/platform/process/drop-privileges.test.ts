import { execFileSync, spawnSync } from 'node:child_process'
import { chmod, lstat, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { dropPrivileges, findUnprivileged } from './drop-privileges.ts'

let folder: string
let data: string
let secret: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kyc drop '))
  await chmod(folder, 0o755)
  ;[data, secret] = [join(folder, 'データ'), join(folder, 'secret')]
  await writeFile(secret, 'secret', { mode: 0o600 })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const none = { force: false }
const able = (path: string) => spawnSync('cat', [path]).status === 0

/** The account and capabilities of a program that is started with this prefix, and whether it may gain privileges. */
function statusOf([command = '', ...args]: readonly string[]) {
  const status = String(execFileSync(command, [...args, 'cat', '/proc/self/status']))
  const of = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1]
  return { uid: of('Uid'), gid: of('Gid'), capabilities: of('CapEff'), noNewPrivileges: of('NoNewPrivs') }
}

const nothing = { capabilities: '0'.repeat(16), noNewPrivileges: '1' }
const namespaces = spawnSync('unshare', ['--user', 'true']).status === 0

describe.runIf(process.getuid?.() === 0 && process.platform === 'linux')('a program started by root', () => {
  it('is refused in production with one sentence', () => {
    const config = readConfig({ DEMO: 'off', DATA_DIR: data })
    expect(() => dropPrivileges({ ...config, production: true }, {})).toThrow(
      'With NODE_ENV=production nothing runs as root: run this as the account that owns DATA_DIR.',
    )
    expect(able(data)).toBe(false)
  })

  it('continues as the owner of the data, never with the group of root', async () => {
    await mkdir(data)
    execFileSync('chown', ['1:0', data])
    expect(statusOf(findUnprivileged(data, [data], none).prefix)).toEqual({ uid: '1', gid: '1', ...nothing })
  })

  it('is refused if the owner of the data can’t read a secret, or can’t enter its folder', async () => {
    await mkdir(data)
    execFileSync('chown', ['1:1', data])
    expect(() => findUnprivileged(data, [data, secret], none)).toThrow(
      `${data} belongs to the account with the uid 1, which can't read ${secret} without privileges: run this as an ordinary account that owns the data and may read its settings.`,
    )
    await chmod(folder, 0o700)
    expect(() => findUnprivileged(data, [data], none)).toThrow(`can't read ${data}`)
    expect(await lstat(data)).toMatchObject({ uid: 1, gid: 1 })
  })

  it('continues as the account 65534 where there is no data', () => {
    const { prefix, account } = findUnprivileged(undefined, [folder], none)
    expect(statusOf(prefix)).toMatchObject({ uid: '65534', gid: '65534', ...nothing })
    expect(account).toEqual({ uid: 65_534, gid: 65_534 })
  })

  it.runIf(namespaces)('stays root without capabilities for data or secrets of root', async () => {
    await mkdir(data, { mode: 0o700 })
    for (const owned of [data, undefined]) {
      const { prefix, account } = findUnprivileged(owned, [secret], none)
      expect(account).toMatchObject({ uid: 0, gid: 0 })
      expect(statusOf(prefix)).toMatchObject(nothing)
    }
  })

  it('is refused with one sentence where the system offers no way to drop the privileges', async () => {
    const { PATH } = process.env
    process.env.PATH = '/nonexistent'
    try {
      expect(() => findUnprivileged(undefined, [], { force: true })).toThrow(
        /^The server does not run as root, .*\.$/,
      )
      expect(() => findUnprivileged(folder, [], none)).toThrow(
        /^.* belongs to root, which this system does not .*\.$/,
      )
    } finally {
      process.env.PATH = PATH
    }
  })

  it('reads a checkout of root as another account only in demo mode and where nothing else works', async () => {
    await mkdir(data)
    execFileSync('chown', ['1:1', data])
    const [command = '', ...args] = findUnprivileged(data, [data, secret], { force: true }).prefix
    expect(String(execFileSync(command, [...args, 'cat', secret]))).toBe('secret')
    expect(statusOf([command, ...args])).toMatchObject({ uid: '1', capabilities: '0000000000000002' })
  })
})
