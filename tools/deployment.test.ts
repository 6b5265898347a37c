import { execFileSync, spawnSync } from 'node:child_process'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limits } from '@kyc/contract/limits.ts'
import { requestLimits } from '@kyc/contract/request-limits.ts'
import { standardTimes } from '@kyc/server/platform/http/node-server.ts'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { root } from './setup/install.mjs'

const folder = join(root, 'deploy')
const read = (path: string) => readFileSync(join(folder, path), 'utf8')
/** The settings that .env.example describes, which a test compares with config.ts. */
const settings = [...readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^#?([A-Z_]+)=/gm)].map(
  ([, name]) => name,
)
const others = ['NODE_EXTRA_CA_CERTS', 'NODE_COMPILE_CACHE']
const temporary = (name: string) => mkdtempDisposable(join(tmpdir(), `kyc-${name}-`))

interface Service {
  readonly image: string
  readonly environment?: Readonly<Record<string, string>>
  readonly secrets?: readonly string[]
  readonly networks: readonly string[]
  readonly volumes?: readonly string[]
  readonly depends_on?: readonly string[] | Readonly<Record<string, object>>
  readonly read_only?: boolean
  readonly ports?: readonly string[]
  readonly stop_grace_period?: string
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly networks: Readonly<Record<string, { ipam?: { config: { subnet: string }[] }; internal?: boolean }>>
  readonly volumes: Readonly<Record<string, object>>
  readonly secrets: Readonly<Record<string, { file: string }>>
}

const compose = parse(read('compose.yaml'), { merge: true }) as Compose // as Compose reads it
const services = Object.entries(compose.services)
const ofProduct = services.filter(([, { environment }]) => environment?.ROLE !== undefined)
const seconds = (text: string | undefined) => Number(/^(\d+)s$/.exec(text ?? '')?.[1])

describe('compose.yaml', () => {
  it('names networks, volumes, secrets and services that it declares', () => {
    for (const [name, service] of services) {
      const declared = { networks: compose.networks, secrets: compose.secrets }
      for (const kind of ['networks', 'secrets'] as const)
        for (const each of service[kind] ?? []) expect(Object.keys(declared[kind]), name).toContain(each)
      const needed = service.depends_on ?? []
      for (const each of Array.isArray(needed) ? needed : Object.keys(needed)) {
        expect(Object.keys(compose.services), name).toContain(each)
      }
      for (const volume of service.volumes ?? []) {
        const [source = ''] = volume.split(':')
        if (source.startsWith('./')) expect(existsSync(join(folder, source)), volume).toBe(true)
        else expect(Object.keys(compose.volumes), name).toContain(source)
      }
    }
  })

  it('runs two web processes and one worker, read-only, which stop within their time', () => {
    expect(ofProduct.map(([, { environment }]) => environment?.ROLE).sort()).toEqual(['web', 'web', 'worker'])
    for (const [, service] of ofProduct) {
      expect(service.read_only).toBe(true)
      expect(service.ports).toBeUndefined()
      expect(seconds(service.stop_grace_period)).toBeGreaterThan(35)
    }
  })

  it('uses settings that exist, files of secrets that it mounts, and the network of the proxy', () => {
    const { front, inside } = compose.networks
    expect([front?.internal, inside?.internal]).toEqual([true, true])
    for (const [name, { environment = {}, secrets = [] }] of ofProduct) {
      const unknown = Object.keys(environment).filter(
        (each) => !settings.includes(each) && !others.includes(each),
      )
      expect(unknown, name).toEqual([])
      const files = Object.values(environment).flatMap(
        (value) => /^\/run\/secrets\/(.+)$/.exec(value)?.[1] ?? [],
      )
      expect(files.sort(), name).toEqual([...secrets].sort())
      expect(environment.TRUST_PROXY).toBe(front?.ipam?.config[0]?.subnet)
    }
    const { KYC_UPSTREAMS: upstreams } = compose.services.proxy?.environment ?? {}
    const web = ofProduct.filter(([, { environment }]) => environment?.ROLE === 'web')
    expect(upstreams).toBe(web.map(([name, { environment }]) => `${name}:${environment?.PORT}`).join(' '))
  })

  it('names an exact version of each image, like the Containerfile', () => {
    const built = ofProduct.map(([, { image }]) => image)
    const images = services.map(([, { image }]) => image).filter((image) => !built.includes(image))
    const bases = [...read('Containerfile').matchAll(/^ARG NODE=(.+)$/gm)].map(([, image]) => image)
    expect(bases).toHaveLength(1)
    for (const image of [...images, ...bases])
      expect(image).toMatch(/^docker\.io\/[\w/]+:\d+\.\d+(\.\d+)?(-\w+)*$/)
  })
})

describe('Containerfile', () => {
  const lines = read('Containerfile').replace(/\\\n/g, ' ').split('\n')

  it('runs the Node that the product is tested with, as an ordinary account, and stops on SIGTERM', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      dependencies: { node: string }
    } // ours
    expect(lines).toContain(`ARG NODE=docker.io/library/node:${manifest.dependencies.node}-trixie-slim`)
    expect(lines.findLast((line) => line.startsWith('USER'))).toBe('USER 10001:10001')
    expect(lines).toContain('STOPSIGNAL SIGTERM')
    expect(lines.some((line) => line.startsWith('HEALTHCHECK') && line.includes('/api/health/live'))).toBe(
      true,
    )
  })

  it('copies what exists, and .dockerignore keeps tests and demo data out', () => {
    const copied = lines.flatMap((line) => /^COPY (?!--from)(.+) \S+$/.exec(line)?.[1]?.split(' ') ?? [])
    expect(copied.length).toBeGreaterThan(8)
    for (const path of copied) expect(existsSync(join(root, path)), path).toBe(true)
    const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')
    expect(ignored).toEqual(
      expect.arrayContaining(['*', '**/*.test.ts', 'server/src/demo', 'server/src/testing']),
    )
  })
})

it.runIf(hasProgram('openssl', 'version'))(
  'prepare.sh creates each secret once, and a certificate that verifies',
  async () => {
    await using secrets = await temporary('secrets')
    const prepare = () => execFileSync('sh', [join(folder, 'prepare.sh'), secrets.path], { encoding: 'utf8' })
    expect(prepare()).toContain('smtp-url')
    const contents = () =>
      readdirSync(secrets.path).map((name) => [name, readFileSync(join(secrets.path, name), 'utf8')])
    const first = contents()
    const mounted = Object.values(compose.secrets).map(({ file }) => file.replace('./secrets/', ''))
    expect([...first.map(([name]) => name), 'smtp-url'].sort()).toEqual(mounted.sort())
    for (const [name] of first) expect(statSync(join(secrets.path, name ?? '')).mode & 0o077, name).toBe(0)
    writeFileSync(join(secrets.path, 'smtp-url'), 'smtps://user:word@mail.example.com')
    expect(prepare()).not.toContain('smtp-url')
    expect(contents()).toEqual(expect.arrayContaining(first))

    const textOf = (name: string) => readFileSync(join(secrets.path, name), 'utf8')
    const certificate = new X509Certificate(textOf('database.pem'))
    expect(certificate.verify(new X509Certificate(textOf('authority.pem')).publicKey)).toBe(true)
    expect(certificate.checkPrivateKey(createPrivateKey(textOf('database.key')))).toBe(true)
    expect(certificate.checkHost(new URL(textOf('database-server-url').trim()).hostname)).toBeDefined()
  },
)

describe('Caddyfile', () => {
  const text = read('Caddyfile')
  const numberIn = (pattern: RegExp) => Number(pattern.exec(text)?.[1])

  it('permits what the product permits, which then replies itself', () => {
    expect(numberIn(/max_size (\d+)MB/) * 1e6).toBeGreaterThan(requestLimits.multipartBytes)
    for (const timeout of [/read_body (\d+)m/, /response_header_timeout (\d+)m/])
      expect(numberIn(timeout) * 60_000).toBeGreaterThan(limits.uploadMaximum + 30_000)
    expect(numberIn(/max_header_size (\d+)KB/) * 1000).toBeGreaterThan(requestLimits.headerBytes)
    // The side that closes idle connections must be the one that sends the requests.
    expect(numberIn(/keepalive (\d+)s/) * 1000).toBeLessThan(standardTimes.keepAlive)
    expect(text).not.toMatch(/Content-Security-Policy|Strict-Transport|X-Frame/i)
  })

  it.runIf(hasProgram('caddy', 'version'))('is valid', () => {
    const env = {
      ...process.env,
      KYC_HOST: 'https://localhost:8443',
      KYC_UPSTREAMS: '127.0.0.1:3001 127.0.0.1:3002',
    }
    const { status, stderr } = spawnSync(
      'caddy',
      ['validate', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')],
      { env, encoding: 'utf8' },
    )
    expect(status, stderr).toBe(0)
  })
})

describe.each(['kyc-web@.service', 'kyc-worker.service'])('%s', (name) => {
  const unit = read(`systemd/${name}`)
  const valuesOf = (key: string) =>
    [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value)

  it('uses settings that exist and loads the secrets that they name', () => {
    const pairs = valuesOf('Environment')
      .flatMap((line) => line.split(' '))
      .map((each) => each.split('='))
    expect(
      pairs.map(([key = '']) => key).filter((key) => !settings.includes(key) && !others.includes(key)),
    ).toEqual([])
    const files = pairs.flatMap(([, value = '']) => /^%d\/(.+)$/.exec(value)?.[1] ?? [])
    expect(files.sort()).toEqual(
      valuesOf('LoadCredential')
        .map((each) => each.split(':')[0])
        .sort(),
    )
    expect(Number(valuesOf('TimeoutStopSec')[0])).toBeGreaterThan(35)
  })

  it.runIf(hasProgram('systemd-analyze', '--version'))(
    'is valid, confined, and permits what helpers need',
    async () => {
      await using copies = await temporary('units')
      const copy = join(copies.path, name.replace('@', '@3001'))
      // systemd splits paths at spaces.
      const product = join(copies.path, 'kyc')
      symlinkSync(root, product)
      writeFileSync(copy, unit.replaceAll('/opt/kyc', product))
      expect(spawnSync('systemd-analyze', ['verify', copy], { encoding: 'utf8' })).toMatchObject({
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

function hasProgram(program: string, version: string): boolean {
  return spawnSync(program, [version], { stdio: 'ignore' }).status === 0
}
