import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  folder,
  hasProgram,
  notShared,
  others,
  read,
  required,
  settings,
  temporary,
  timeToStop,
} from './deployment.ts'
import { root } from './setup/install.mjs'

const operations = readFileSync(join(root, 'docs/operations.md'), 'utf8')
const units = ['kyc-web@.service', 'kyc-worker.service', 'kyc-backup.service', 'kyc-migrate.service'] as const
const servers: readonly string[] = units.slice(0, 2)
const unitOf = (name: string) => read(`systemd/${name}`)
const valuesIn = (text: string, key: string) =>
  [...text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value)
const pairsIn = (text: string) =>
  valuesIn(text, 'Environment')
    .flatMap((line) => line.split(' '))
    .map((each) => each.split('=', 2))
const unknownIn = (text: string) =>
  pairsIn(text)
    .map(([key = '']) => key)
    .filter((key) => !settings.includes(key) && !others.includes(key))
/** The drop-ins of docs/operations.md. */
const dropIns = [...operations.matchAll(/^ *```ini\n([\s\S]*?)^ *```$/gm)].map(([, text = '']) =>
  text.replace(/^ +/gm, ''),
)

describe.each(units)('%s', (name) => {
  const unit = unitOf(name)
  const valuesOf = (key: string) => valuesIn(unit, key)

  it('uses only settings that exist, loads the secrets that they name, and has enough time to stop', () => {
    expect(unknownIn(unit)).toEqual([])
    const files = pairsIn(unit).flatMap(([, value = '']) => /^%d\/(.+)$/.exec(value)?.[1] ?? [])
    expect(files.sort()).toEqual(
      valuesOf('LoadCredential')
        .map((each) => each.split(':')[0])
        .sort(),
    )
    const drain = pairsIn(unit).find(([key]) => key === 'DRAIN_SECONDS')?.[1]
    for (const stop of valuesOf('TimeoutStopSec'))
      expect(Number(stop)).toBeGreaterThanOrEqual(timeToStop(drain))
  })

  it('has the login of the owner of the tables only if it is no server, and starts after the migration if it is one', () => {
    const owner = pairsIn(unit).some(([key]) => key === 'DATABASE_OWNER_URL_FILE')
    expect(owner).toBe(!servers.includes(name))
    for (const key of ['After', 'Wants'])
      expect(valuesOf(key).join().includes('kyc-migrate.service')).toBe(servers.includes(name))
  })

  it.skipIf(name === 'kyc-migrate.service')(
    'has the settings and secrets of the worker, and each required setting is in it or in step 3 of docs/operations.md',
    () => {
      const own = /^(ROLE|PORT|METRICS_PORT|DRAIN_SECONDS|DATABASE_OWNER_URL_FILE)$/
      const shared = (text: string) => [
        ...pairsIn(text).filter(([key = '']) => !own.test(key)),
        ...['EnvironmentFile', 'LoadCredential', 'User', 'WorkingDirectory'].map((key) =>
          valuesIn(text, key).filter((value) => !value.startsWith('database-owner-url:')),
        ),
      ]
      expect(shared(unit)).toEqual(shared(unitOf('kyc-worker.service')))
      const [, step = ''] = /^3\. Write the settings without secrets([\s\S]*?)^4\./m.exec(operations) ?? []
      const given = new Set([...pairsIn(unit).map(([key]) => key), ...(step.match(/[A-Z_]{5,}/g) ?? [])])
      expect(required.filter((names) => !names.some((each) => given.has(each)))).toEqual([])
    },
  )

  it.runIf(hasProgram('systemd-analyze', '--version'))(
    'is valid with the drop-ins of docs/operations.md, is confined, and permits what helpers need',
    async () => {
      await using copies = await temporary('units')
      const copy = join(copies.path, name.replace('@', '@3001'))
      // systemd splits paths at spaces, so the unit names a link without spaces to the checkout.
      const product = join(copies.path, 'kyc')
      symlinkSync(root, product)
      writeFileSync(copy, unit.replaceAll('/opt/kyc', product))
      mkdirSync(join(copies.path, 'kyc-.service.d'))
      for (const [n, text] of dropIns.entries())
        writeFileSync(join(copies.path, 'kyc-.service.d', `${n}.conf`), text)
      const env = { ...process.env, SYSTEMD_UNIT_PATH: `${copies.path}:` }
      expect(spawnSync('systemd-analyze', ['verify', copy], { encoding: 'utf8', env })).toMatchObject({
        status: 0,
        stderr: '',
      })
      const score = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=25', copy], {
        encoding: 'utf8',
      })
      expect(score.status, score.stdout).toBe(0)
      expect(valuesOf('RestrictNamespaces')).toEqual(['user net ipc mnt'])
      expect(valuesOf('SystemCallFilter')[0]).toContain('@mount')
      expect(valuesOf('MemoryDenyWriteExecute')).toEqual([])
    },
  )
})

it('the drop-ins of docs/operations.md use only settings that exist, and load each secret that no unit loads', () => {
  const text = dropIns.join('\n')
  expect(unknownIn(text)).toEqual([])
  const files = new Set([...units.map(unitOf), text].flatMap(pairsIn).map(([key]) => key))
  const withFile = settings.filter((name) => /(_FILE|_CREDENTIALS)$/.test(name ?? ''))
  expect(withFile.filter((name) => !files.has(name ?? '') && !notShared.test(name ?? ''))).toEqual([])
  const named = pairsIn(text).flatMap(([, value = '']) => /^%d\/(.+)$/.exec(value)?.[1] ?? [])
  const loaded = valuesIn(text, 'LoadCredential').map((each) => each.split(':')[0])
  expect(named.sort()).toEqual(loaded.sort())
})

it.runIf(hasProgram('systemd-analyze', '--version'))('kyc-backup.timer is valid', () => {
  const path = join(folder, 'systemd/kyc-backup.timer')
  const { stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' })
  expect(stderr.split('\n').filter((line) => line.includes('.timer'))).toEqual([])
})

describe('kyc-run', () => {
  /** Runs kyc-run with stand-ins for systemctl and systemd-run, and returns the arguments of systemd-run. */
  async function run(...args: string[]) {
    await using place = await temporary('run')
    const settings = [
      '# /etc/systemd/system/kyc-worker.service',
      unitOf('kyc-worker.service').replaceAll('/opt/kyc', root),
      '# /etc/systemd/system/kyc-.service.d/settings.conf\n[Service]',
      'LoadCredential=firebase:/etc/kyc/firebase.json\nEnvironment=FIREBASE_CREDENTIALS=%d/firebase "A=b c"',
    ].join('\n')
    writeFileSync(join(place.path, 'settings'), settings)
    const program = (name: string, text: string) =>
      writeFileSync(join(place.path, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
    program('systemctl', `test "$*" = 'cat kyc-worker.service' && cat '${join(place.path, 'settings')}'`)
    program('systemd-run', `printf '%s\\n' "$@"; exit 3`)
    const env = { ...process.env, PATH: `${place.path}:${process.env.PATH}` }
    const { status, stdout, stderr } = spawnSync('sh', [join(folder, 'systemd/kyc-run'), ...args], {
      env,
      encoding: 'utf8',
    })
    return { status, stderr, args: stdout.trim().split('\n') }
  }

  it('runs a program with the account, settings and secrets of the worker and its drop-ins, and returns its exit code', async () => {
    const { status, args } = await run('audit:verify', '--reason', 'a  b')
    expect(status).toBe(3)
    const at = args.indexOf(join(root, 'node_modules/node/bin/node'))
    expect(args.slice(at + 1)).toEqual(['server/src/commands/audit-verify.ts', '--reason', 'a  b'])
    const unit = args.find((each) => each.startsWith('--unit='))?.slice('--unit='.length)
    const properties = args.slice(0, at).flatMap((each) => /^--property=(.+)$/.exec(each)?.[1] ?? [])
    expect(properties).toEqual(
      expect.arrayContaining([
        'User=kyc',
        `WorkingDirectory=${root}`,
        'EnvironmentFile=/etc/kyc/kyc.env',
        'LoadCredential=master-key:/etc/kyc/master-key',
        'LoadCredential=firebase:/etc/kyc/firebase.json',
        'StateDirectory=kyc',
      ]),
    )
    // Later lines override earlier ones, so their order stays.
    expect(properties.at(-1)).toBe(
      `Environment=FIREBASE_CREDENTIALS=/run/credentials/${unit}.service/firebase "A=b c"`,
    )
    expect(properties.join()).not.toMatch(/%d|ExecStart|Restart|ProtectSystem/)
  })

  it('gives the login of the owner of the tables only to programs that need it', async () => {
    for (const [program, needs] of [
      ['migrate', true],
      ['keys:rotate', true],
      ['doctor', false],
      ['user:create', false],
    ] as const)
      expect((await run(program)).args.join().includes('database-owner-url'), program).toBe(needs)
  })

  it('refuses unknown programs in one sentence', async () => {
    expect(await run()).toMatchObject({ status: 1, stderr: expect.stringMatching(/^Usage: .*\n$/) })
    expect(await run('no-such')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^There is no program no-such.*\n$/),
    })
  })

  it.runIf(hasProgram('shellcheck', '--version'))('passes shellcheck, like the other scripts', () => {
    const scripts = ['systemd/kyc-run', 'prepare.sh', 'database/create-logins.sh'].map((each) =>
      join(folder, each),
    )
    const { status, stdout } = spawnSync('shellcheck', scripts, { encoding: 'utf8' })
    expect(status, stdout).toBe(0)
  })
})
