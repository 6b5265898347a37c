import { execFileSync, spawnSync } from 'node:child_process'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { limits } from '@kyc/contract/limits.ts'
import { requestLimits } from '@kyc/contract/request-limits.ts'
import { standardTimes } from '@kyc/server/platform/http/node-server.ts'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { folder, hasProgram, notShared, others, read, settings, temporary, timeToStop } from './deployment.ts'
import { root } from './setup/install.mjs'
import { serverCommand } from './setup/server-command.mjs'

interface Service {
  readonly image: string
  readonly environment?: Readonly<Record<string, string>>
  readonly env_file?: readonly { readonly path: string; readonly required: boolean }[]
  readonly profiles?: readonly string[]
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
/** The servers, and the service that runs other programs. */
const ofProduct = services.filter(([, { environment }]) => environment?.MASTER_KEY_FILE !== undefined)
const servers = ofProduct.filter(([, { profiles }]) => profiles === undefined)
const seconds = (text: string | undefined) => Number(/^(\d+)s$/.exec(text ?? '')?.[1])

describe('compose.yaml', () => {
  it('names only networks, volumes, secrets and services that it declares', () => {
    for (const [name, service] of services) {
      const declared = { networks: compose.networks, secrets: compose.secrets }
      for (const kind of ['networks', 'secrets'] as const)
        for (const each of service[kind] ?? []) expect(Object.keys(declared[kind]), name).toContain(each)
      const needed = service.depends_on ?? []
      for (const each of Array.isArray(needed) ? needed : Object.keys(needed)) {
        expect(Object.keys(compose.services), name).toContain(each)
      }
      for (const volume of service.volumes ?? []) {
        // A variable is replaced by its default. prepare.sh creates the folder of the secrets later.
        const [source = ''] = volume.replace(/\$\{\w+:-([\w-]+)\}/, '$1').split(':')
        if (source.startsWith('./secrets/')) expect(source).toBe('./secrets/optional')
        else if (source.startsWith('./')) expect(existsSync(join(folder, source)), volume).toBe(true)
        else expect(Object.keys(compose.volumes), name).toContain(source)
      }
    }
  })

  it('runs two web processes and one worker, which are read-only and have enough time to stop', () => {
    expect(servers.map(([, { environment }]) => environment?.ROLE).sort()).toEqual(['web', 'web', 'worker'])
    for (const [, service] of ofProduct) {
      expect(service.read_only).toBe(true)
      expect(service.ports).toBeUndefined()
      expect(seconds(service.stop_grace_period)).toBeGreaterThanOrEqual(
        timeToStop(service.environment?.DRAIN_SECONDS),
      )
    }
  })

  it('gives the login of the owner of the tables only to services that run once, and migrates before the servers', () => {
    const withOwner = services.filter(([, { secrets }]) => secrets?.includes('database-owner-url'))
    expect(withOwner.map(([name]) => name).sort()).toEqual(['migrate', 'program'])
    for (const [name, { depends_on: needed }] of servers)
      expect(needed, name).toMatchObject({ migrate: { condition: 'service_completed_successfully' } })
    const { environment = {}, secrets = [] } = compose.services.migrate ?? {}
    expect(
      Object.values(environment)
        .flatMap((value) => /^\/run\/secrets\/(.+)$/.exec(value)?.[1] ?? [])
        .sort(),
    ).toEqual([...secrets].sort())
  })

  it('uses only settings that exist and secrets that it mounts, and trusts the network of the proxy', () => {
    const { front } = compose.networks
    expect(front?.internal).toBe(true)
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
    const web = servers.filter(([, { environment }]) => environment?.ROLE === 'web')
    expect(upstreams).toBe(web.map(([name, { environment }]) => `${name}:${environment?.PORT}`).join(' '))
  })

  it('can take every setting, from this file or from settings.env, which has a template', () => {
    const template = [...read('settings.example.env').matchAll(/^#([A-Z_]+)=/gm)].map(([, name = '']) => name)
    expect(template.filter((name) => !settings.includes(name))).toEqual([])
    for (const [name, { environment = {}, env_file: files }] of ofProduct) {
      expect(files, name).toEqual([{ path: './settings.env', required: false }])
      // A value of this file would replace that of settings.env.
      expect(
        template.filter((each) => each in environment),
        name,
      ).toEqual([])
      const taken = new Set([...Object.keys(environment), ...template])
      expect(
        settings.filter(
          (each = '') =>
            ![each, `${each}_FILE`, each.replace(/_FILE$/, '')].some((one) => taken.has(one)) &&
            !notShared.test(each),
        ),
        name,
      ).toEqual([])
    }
  })

  it('mounts backups only for the service that runs programs, in folders of the image', () => {
    const withBackups = services.filter(([, { volumes }]) => volumes?.some((each) => each.includes('backup')))
    expect(withBackups.map(([name]) => name)).toEqual(['program'])
    const mounted = compose.services.program?.volumes?.flatMap(
      (each) => /:(\/backup\/.+)$/.exec(each)?.[1] ?? [],
    )
    for (const folder of mounted ?? []) expect(read('Containerfile')).toContain(` ${folder}`)
    expect(mounted).toEqual(['/backup/kyc', '/backup/kyc-keys'])
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

it.each(['Containerfile', 'systemd/kyc-web@.service', 'systemd/kyc-worker.service'])(
  '%s limits the memory of the server as npm start does',
  (file) => {
    const { flags, environment } = serverCommand
    expect(flags).not.toEqual([])
    const arenas = `MALLOC_ARENA_MAX=${environment.MALLOC_ARENA_MAX}`
    expect(read(file).split(/[\s"[\],]+/)).toEqual(expect.arrayContaining([...flags, arenas]))
  },
)

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

  it('compiles the sources with the flags of its server, without which V8 would not accept them', () => {
    const programOf = (word: string) =>
      lines.flatMap((line) =>
        line.startsWith(`${word} [`) ? [JSON.parse(line.slice(word.length)) as string[]] : [],
      )
    const [command, ...others] = programOf('CMD')
    expect(others).toEqual([])
    expect(programOf('RUN')).toEqual([
      [...(command?.slice(0, -1) ?? []), 'server/src/start/fill-compile-cache.ts'],
    ])
  })

  it('copies only paths that exist, and .dockerignore keeps tests and demo data out', () => {
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
  'prepare.sh creates each secret once, and certificates that can be verified',
  async () => {
    await using secrets = await temporary('secrets')
    const prepare = () => execFileSync('sh', [join(folder, 'prepare.sh'), secrets.path], { encoding: 'utf8' })
    const files = () => readdirSync(secrets.path).filter((name) => name !== 'optional')
    expect(prepare()).toContain('smtp-url')
    const contents = () => files().map((name) => [name, readFileSync(join(secrets.path, name), 'utf8')])
    const first = contents()
    const mounted = Object.values(compose.secrets).map(({ file }) => file.replace('./secrets/', ''))
    expect([...first.map(([name]) => name), 'smtp-url'].sort()).toEqual(mounted.sort())
    expect(statSync(join(secrets.path, 'optional')).isDirectory()).toBe(true)
    for (const [name] of first) expect(statSync(join(secrets.path, name ?? '')).mode & 0o077, name).toBe(0)
    writeFileSync(join(secrets.path, 'smtp-url'), 'smtps://user:word@mail.example.com')
    expect(prepare()).not.toContain('smtp-url')
    expect(contents()).toEqual(expect.arrayContaining(first))

    const textOf = (name: string) => readFileSync(join(secrets.path, name), 'utf8')
    const certificate = new X509Certificate(textOf('database.pem'))
    expect(certificate.verify(new X509Certificate(textOf('authority.pem')).publicKey)).toBe(true)
    expect(certificate.checkPrivateKey(createPrivateKey(textOf('database.key')))).toBe(true)
    expect(certificate.checkHost(new URL(textOf('database-server-url').trim()).hostname)).toBeDefined()
    const store = new X509Certificate(textOf('store.pem'))
    expect(store.verify(new X509Certificate(textOf('authority.pem')).publicKey)).toBe(true)
    expect(store.checkPrivateKey(createPrivateKey(textOf('store.key')))).toBe(true)
    expect(store.checkHost('gateway')).toBeDefined()
  },
)

describe('Caddyfile', () => {
  const text = read('Caddyfile')
  const numberIn = (pattern: RegExp) => Number(pattern.exec(text)?.[1])

  it('permits more than the product, so that the product itself refuses what exceeds its limits', () => {
    expect(numberIn(/max_size (\d+)MB/) * 1e6).toBeGreaterThan(requestLimits.multipartBytes)
    for (const timeout of [/read_body (\d+)m/, /response_header_timeout (\d+)m/])
      expect(numberIn(timeout) * 60_000).toBeGreaterThan(limits.uploadMaximum + 30_000)
    expect(numberIn(/max_header_size (\d+)KB/) * 1000).toBeGreaterThan(requestLimits.headerBytes)
    // The proxy sends the requests, so it must be the side that closes idle connections.
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
