import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { hasProgram, read } from './deployment.ts'

// What an attacker can reach and read after taking over one service of compose.yaml.

interface Service {
  readonly networks?: readonly string[]
  readonly network_mode?: string
  readonly secrets?: readonly string[]
  readonly privileged?: boolean
  readonly cap_add?: readonly string[]
  readonly ports?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly volumes?: readonly string[]
  readonly env_file?: readonly unknown[]
  readonly pid?: string
  readonly ipc?: string
  readonly devices?: readonly string[]
}
const compose = parse(read('compose.yaml'), { merge: true }) as {
  services: Readonly<Record<string, Service>>
  networks: Readonly<Record<string, { internal?: boolean } | null>>
} // as Compose reads it
const services = Object.entries(compose.services)

const product = ['program', 'web1', 'web2', 'worker']
/** The services that each one may reach, because they share a network. A new service needs a line here. */
const mayReach: Readonly<Record<string, readonly string[]>> = {
  web1: [...product, 'database', 'gateway', 'migrate', 'proxy', 'scanner'],
  web2: [...product, 'database', 'gateway', 'migrate', 'proxy', 'scanner'],
  worker: [...product, 'database', 'gateway', 'migrate'],
  program: [...product, 'database', 'gateway', 'migrate'],
  database: [...product, 'migrate'],
  migrate: [...product, 'database'],
  gateway: [...product, 'buckets', 'storage'],
  storage: ['buckets', 'gateway'],
  buckets: ['gateway', 'storage'],
  scanner: ['web1', 'web2'],
  proxy: ['web1', 'web2'],
}
const ofProduct = ['authority', 'database-server-url', 'master-key', 'smtp-url', 'storage-credentials']
const mayRead: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(product.map((name) => [name, ofProduct])),
  // The login that owns the tables, which the servers do not read.
  program: [...ofProduct, 'database-owner-url'],
  migrate: ['authority', 'database-owner-url', 'database-server-url'],
  database: [
    ...['database-admin-password', 'database-owner-password', 'database-server-password'],
    ...['database.key', 'database.pem'],
  ],
  gateway: ['store.key', 'store.pem'],
  storage: ['storage.json'],
}
const data = ['data', 'KYC_CHECKPOINTS_FOLDER', './secrets/optional']
/** The volumes and folders that each service sees. A new one needs a line here. */
const mayMount: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(product.map((name) => [name, data])),
  program: [...data, 'KYC_BACKUPS', 'KYC_BACKUP_KEYS'],
  database: ['database', './database/create-logins.sh', './database/create-logins.sql'],
  storage: ['files'],
  gateway: ['./store.Caddyfile'],
  scanner: ['signatures'],
  proxy: ['./Caddyfile', 'certificates', 'proxy'],
}
/** The networks from which the internet can be reached. */
const mayLeave = ['outside', 'public', 'signatures']

describe('compose.yaml', () => {
  it.each(services)('%s reaches and reads only what it may', (name, service) => {
    expect(service.network_mode).toBeUndefined()
    const shares = (other: Service) => other.networks?.some((each) => service.networks?.includes(each))
    const reached = services.filter(([other, each]) => other !== name && shares(each)).map(([other]) => other)
    const allowed = (mayReach[name] ?? []).filter((other) => other !== name)
    expect(reached.filter((other) => !allowed.includes(other))).toEqual([])
    expect((service.secrets ?? []).filter((secret) => !mayRead[name]?.includes(secret))).toEqual([])
    expect(service.privileged).toBeUndefined()
    expect(service.ports === undefined || name === 'proxy').toBe(true)
    const mounted = (service.volumes ?? []).map((volume) => /^(?:\$\{)?([\w./-]+)/.exec(volume)?.[1])
    expect(mounted.filter((volume) => !mayMount[name]?.includes(volume ?? ''))).toEqual([])
    if (!product.includes(name)) expect(service.env_file ?? []).toEqual([])
    const { pid, ipc, devices } = service
    expect({ pid, ipc, devices }).toEqual({})
    expect((service.cap_add ?? []).filter((each) => each !== 'NET_BIND_SERVICE')).toEqual([])
  })

  it('only three networks lead to the internet, and the scanner shares none of them with the product', () => {
    const open = Object.entries(compose.networks).filter(([, network]) => network?.internal !== true)
    expect(open.map(([name]) => name).sort()).toEqual(mayLeave)
    for (const leaving of mayLeave) {
      const inside = services.filter(([, { networks }]) => networks?.includes(leaving)).map(([name]) => name)
      expect(inside.sort()).toEqual({ outside: product, public: ['proxy'], signatures: ['scanner'] }[leaving])
    }
  })

  it('lets only web processes confine helpers, weakens no protection, and reaches the store with TLS', () => {
    for (const [name, { environment, security_opt: options }] of services) {
      if (!product.includes(name)) continue
      expect(environment?.HELPER_CONFINEMENT).toBeUndefined()
      expect(environment?.PLAIN_HTTP_STORES).toBeUndefined()
      expect(environment?.STORAGE_URL).toContain('endpoint=https://gateway:')
      expect(environment?.AUDIT_CHECKPOINTS).not.toContain('gateway')
      const own = ['seccomp:./seccomp.json', 'apparmor:unconfined']
      const expected = ['no-new-privileges:true', ...(name.startsWith('web') ? own : [])]
      expect(options, name).toEqual(expected)
    }
  })
})

describe('seccomp.json', () => {
  const profile = JSON.parse(read('seccomp.json')) as {
    defaultAction: string
    syscalls: { names: string[]; action: string }[]
  } // the form of Docker
  const names = profile.syscalls.flatMap((group) => group.names)

  it('permits the calls that confine helpers, and none for the kernel’s keys, modules and tracing', () => {
    expect(profile.defaultAction).toBe('SCMP_ACT_ERRNO')
    expect(profile.syscalls.map(({ action }) => action)).toEqual(['SCMP_ACT_ALLOW'])
    for (const needed of ['unshare', 'mount', 'umount2', 'clone', 'prctl', 'prlimit64'])
      expect(names).toContain(needed)
    for (const refused of [
      ...['keyctl', 'add_key', 'request_key', 'userfaultfd', 'chroot', 'pivot_root', 'io_uring_setup'],
      ...[
        'bpf',
        'perf_event_open',
        'ptrace',
        'process_vm_readv',
        'init_module',
        'kexec_load',
        'open_by_handle_at',
      ],
    ])
      expect(names).not.toContain(refused)
  })

  it.runIf(hasProgram('systemd-analyze'))('permits no call that the systemd units forbid', () => {
    const filter = read('systemd/kyc-web@.service')
    expect(filter).toContain('SystemCallFilter=@system-service @mount\n')
    const permitted = new Set(['@system-service', '@mount', '@default'].flatMap(callsOf))
    expect(names.filter((name) => !permitted.has(name))).toEqual([])
  })
})

function callsOf(group: string): string[] {
  const lines = execFileSync('systemd-analyze', ['syscall-filter', group], { encoding: 'utf8' }).split('\n')
  return lines
    .slice(1)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap((line) => (line.startsWith('@') ? callsOf(line) : line))
}
