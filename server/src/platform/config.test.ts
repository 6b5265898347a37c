import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { faultsOf } from '../testing/app/settings-faults.ts'
import { readConfig, withPort } from './config.ts'

const keyBytes = Buffer.from([...Array(32).keys()])
const key = keyBytes.toString('base64')
const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://app:pass-word@db.example.com/kyc?sslmode=verify-full',
  DATABASE_OWNER_URL: 'postgres://owner:other-word@db.example.com/kyc?sslmode=verify-full',
  STORAGE_URL: '/srv/kyc',
  MASTER_KEY: key,
  PUBLIC_URL: 'https://kyc.example.com',
  SMTP_URL: 'smtps://kyc:smtp-word@mail.example.com',
  MAIL_FROM: '本人確認 <kyc@example.com>',
  CONTACT_TO: 'support@example.com',
  TRUST_PROXY: '10.0.0.0/8',
}

describe('demo mode', () => {
  it('is the default of an empty environment, on loopback and with embedded parts only', () => {
    const config = readConfig({})
    expect(config).toMatchObject({ demo: true, production: false, host: '127.0.0.1', port: 3000 })
    expect(config.publicUrl.origin).toBe('http://localhost:3000')
    expect(config.database).toEqual({ kind: 'embedded' })
    expect(config.dataDir).toMatch(/[/]data[/]demo$/)
    expect(config.masterKey).toEqual({
      kind: 'file',
      path: `${config.dataDir}/master.key`,
      generate: true,
    })
  })

  it.each([
    ['DATABASE_URL', 'postgres://a@localhost/b'],
    ['PUBLIC_URL', 'https://kyc.example.com'],
    ['DEMO', 'off'],
  ])('is off when %s is set', (name, value) => {
    expect(readConfig({ [name]: value }).demo).toBe(false)
  })

  it('has its own folder; DATA_DIR overrides both defaults', () => {
    expect(readConfig({ DEMO: 'off' }).dataDir).toMatch(/[/]data[/]live$/)
    for (const DEMO of ['on', 'off'])
      expect(readConfig({ DEMO, DATA_DIR: '/srv/kyc' }).dataDir).toBe('/srv/kyc')
  })

  it('is off in production', () => {
    expect(readConfig(production)).toMatchObject({ demo: false, production: true })
  })

  it.each(['Production', 'PRODUCTION', 'prod'])('is not selected by NODE_ENV=%s', (name) => {
    expect(faultsOf({ NODE_ENV: name })).toEqual([expect.stringContaining('NODE_ENV=production')])
  })

  it('can not be switched on in production or together with real settings', () => {
    expect(faultsOf({ ...production, DEMO: 'on' })).toEqual([expect.stringContaining('DEMO=on contradicts')])
    expect(faultsOf({ DEMO: 'on', DATABASE_URL: 'postgres://a@localhost/b' })).toHaveLength(1)
    expect(faultsOf({ DEMO: 'on', PUBLIC_URL: 'https://kyc.example.com' })).toHaveLength(1)
  })

  it.each(['0.0.0.0', '::', '192.168.1.5', 'kyc.example.com'])('does not listen on %s', (host) => {
    expect(faultsOf({ HOST: host })).toHaveLength(1)
    expect(faultsOf({ HOST: host, DEMO: 'off' })).toEqual([])
  })

  it.each(['localhost', '127.0.0.2', '::1'])('listens on %s', (host) => {
    expect(readConfig({ HOST: host }).demo).toBe(true)
  })
})

describe('production', () => {
  it('accepts all of its settings', () => {
    const config = readConfig(production)
    expect(config.database.kind === 'url' && config.database.url.reveal()).toBe(production.DATABASE_URL)
    expect(config.database.kind === 'url' && config.database.ownerUrl?.reveal()).toBe(
      production.DATABASE_OWNER_URL,
    )
    expect(config.masterKey.kind === 'value' && config.masterKey.bytes.reveal()).toEqual(keyBytes)
    expect(config.storage).toEqual({ kind: 'folder', path: '/srv/kyc' })
    expect(config.publicUrl.origin).toBe('https://kyc.example.com')
    expect(config.mail.kind === 'smtp' && config.mail.url.reveal().href).toBe(production.SMTP_URL)
    expect(config.mail.from).toEqual({ name: '本人確認', address: 'kyc@example.com' })
    expect(config.contactTo).toBe('support@example.com')
  })

  it('requires a second factor of admins by default, in production only (D31)', () => {
    const ruleOf = (env: Record<string, string>) => readConfig(env).adminMfa
    expect([ruleOf(production), ruleOf({ ...production, ADMIN_MFA: 'optional' })]).toEqual([
      'required',
      'optional',
    ])
    expect([ruleOf({}), ruleOf({ ADMIN_MFA: 'required' })]).toEqual(['optional', 'required'])
    expect(faultsOf({ ...production, ADMIN_MFA: 'off' })).toHaveLength(1)
  })

  it('reports all missing settings at once', () => {
    const names = faultsOf({ NODE_ENV: 'production' }).map((fault) => fault.split(' ')[0])
    expect(names.sort()).toEqual([
      'CONTACT_TO',
      'DATABASE_URL',
      'MAIL_FROM',
      'MASTER_KEY',
      'PUBLIC_URL',
      'SMTP_URL',
      'STORAGE_URL',
      'TRUST_PROXY',
    ])
    const { MAIL_FROM: _, ...without } = production
    expect(faultsOf(without)).toEqual(['MAIL_FROM is missing: NODE_ENV=production requires it.'])
  })

  it('requires TRUST_PROXY for https; its value can be none', () => {
    const { TRUST_PROXY: _, ...without } = production
    expect(faultsOf(without)).toEqual([expect.stringContaining('TRUST_PROXY is missing')])
    expect(readConfig({ ...without, TRUST_PROXY: 'none' }).trustProxy).toEqual([])
    expect(faultsOf({ ...without, PUBLIC_URL: 'http://localhost:3000' })).toEqual([])
  })

  it('verifies certificates', () => {
    expect(faultsOf({ ...production, NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toHaveLength(1)
    expect(faultsOf({ ...production, NODE_TLS_REJECT_UNAUTHORIZED: '1' })).toEqual([])
  })

  it('rejects cookies without Secure and tokens of the emulator', () => {
    expect(faultsOf({ ...production, SECURE_COOKIES: 'off' })).toHaveLength(1)
    expect(faultsOf({ ...production, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9199' })).toHaveLength(1)
  })

  it('calls no partner on this machine and trusts no test authority', () => {
    const named = { CALLBACK_LOCAL_ADDRESSES: 'localhost:8443' }
    expect(faultsOf({ ...production, ...named })[0]).toContain('CALLBACK_LOCAL_ADDRESSES is for tests')
    const authority = { CALLBACK_CA_FILE: '/no/such/file' }
    expect(faultsOf({ ...production, ...authority })[0]).toContain('CALLBACK_CA_FILE is for tests')
    expect(readConfig(production).callbacks).toEqual({ localAddresses: [], ca: null })
  })
})

describe('inquiries', () => {
  it('go to the address of the setting, else to the sender of mails, and in demo mode to a sample address (D43)', () => {
    const addressOf = (env: Record<string, string>) => readConfig(env).contactTo
    expect(addressOf({ CONTACT_TO: 'support@example.com' })).toBe('support@example.com')
    expect(addressOf({ DEMO: 'off', MAIL_FROM: '本人確認 <kyc@example.com>' })).toBe('kyc@example.com')
    expect(addressOf({})).toBe('contact@example.com')
  })
})

describe('single settings', () => {
  it.each<[string, Record<string, string>]>([
    ['a port above 65535', { PORT: '70000' }],
    ['a port with letters', { PORT: '30x0' }],
    ['a flag that is neither on nor off', { ANALYTICS: 'yes' }],
    ['a port below 0', { PORT: '-1' }],
    ['a mode that is neither on nor off', { DEMO: 'yes' }],
    ['four eyes that are neither on nor off', { REVIEW_FOUR_EYES: 'true' }],
    ['cookies that are neither on nor off', { SECURE_COOKIES: 'no' }],
    ['an unknown rule for second factors', { ADMIN_MFA: 'sometimes' }],
    ['a public address of another protocol', { PUBLIC_URL: 'ftp://kyc.example.com' }],
    ['a public address without a protocol', { PUBLIC_URL: 'kyc.example.com' }],
    ['http in public', { PUBLIC_URL: 'http://kyc.example.com' }],
    ['a public address with a path', { PUBLIC_URL: 'https://kyc.example.com/app' }],
    ['an owner without an application account', { DATABASE_OWNER_URL: 'postgres://a@localhost/b' }],
    ['another database', { DATABASE_URL: 'mysql://a@localhost/b' }],
    ['files in a bucket without a valid name', { STORAGE_URL: 's3://B/files' }],
    ['checkpoints in a bucket without a valid name', { AUDIT_CHECKPOINTS: 's3://B/log' }],
    ['files on another machine', { STORAGE_URL: 'file://elsewhere/files' }],
    [
      'checkpoints in the folder of the files',
      { STORAGE_URL: '/srv/kyc', AUDIT_CHECKPOINTS: '/srv/kyc/log' },
    ],
    ['data on another machine', { DATA_DIR: 'file://elsewhere/data' }],
    ['a key file on another machine', { MASTER_KEY_FILE: 'file://elsewhere/master.key' }],
    ['pages on another machine', { WEB_DIST: 'file://elsewhere/dist' }],
    ['a short key', { MASTER_KEY: 'c2hvcnQ=' }],
    ['a key that is not base64', { MASTER_KEY: '!'.repeat(44) }],
    ['a key of zeros', { MASTER_KEY: Buffer.alloc(32).toString('base64') }],
    ['a key of one repeated byte', { MASTER_KEY: Buffer.alloc(32, 7).toString('base64') }],
    ['every address as a proxy', { TRUST_PROXY: '10.0.0.0/8, 0.0.0.0/0' }],
    ['every IPv6 address as a proxy', { TRUST_PROXY: '::/0' }],
    ['a login with a broken escape', { DATABASE_URL: 'postgres://a%zz@localhost/b' }],
    ['two keys', { MASTER_KEY: key, MASTER_KEY_FILE: '/etc/kyc.key' }],
    ['half a provider', { FIREBASE_API_KEY: 'a', FIREBASE_PROJECT_ID: 'b' }],
    ['an emulator on another machine', { FIREBASE_AUTH_EMULATOR_HOST: 'emulator.example.com:9099' }],
    ['an emulator outside demo mode', { DEMO: 'off', FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }],
    ['a proxy by name', { TRUST_PROXY: '10.0.0.0/8, proxy.example.com' }],
    ['a network that is too wide', { TRUST_PROXY: '10.0.0.0/33' }],
    ['an unknown log level', { LOG_LEVEL: 'chatty' }],
    ['insecure cookies away from loopback', { SECURE_COOKIES: 'off', HOST: '0.0.0.0', DEMO: 'off' }],
    ['mails by another protocol', { SMTP_URL: 'http://mail.example.com', MAIL_FROM: 'kyc@example.com' }],
    ['mails without a server', { SMTP_URL: 'smtp:', MAIL_FROM: 'kyc@example.com' }],
    ['mails without a sender', { SMTP_URL: 'smtp://mail.example.com' }],
    ['mails from two senders', { MAIL_FROM: 'a@example.com, b@example.com' }],
    ['two addresses for inquiries', { CONTACT_TO: 'a@example.com, b@example.com' }],
    ['a shorter retention than the terms promise', { RETENTION_YEARS: '6' }],
    ['more than a hundred years of retention', { RETENTION_YEARS: '101' }],
    ['no days of a second person', { SECOND_PERSON_DAYS: '0' }],
    ['half a megabyte a day', { UPLOAD_MB_PER_DAY: '0.5' }],
    ['no calls a minute', { RATE_API_PER_MINUTE: '0' }],
    ['no registrations a day', { REGISTRATIONS_PER_DAY: '0' }],
    ['a local partner without a port', { CALLBACK_LOCAL_ADDRESSES: 'localhost' }],
    ['a local partner with a path', { CALLBACK_LOCAL_ADDRESSES: 'https://localhost:1/x' }],
    ['a file without a certificate', { CALLBACK_CA_FILE: '/etc/hosts' }],
    ['an alert of one number', { LOOKS_ALERT: '200' }],
    ['an alert with a zero', { LOOKS_ALERT: '0,600' }],
    ['a missing certificate file', { CALLBACK_CA_FILE: '/no/such/file' }],
  ])('rejects %s with one sentence that names a setting', (_, env) => {
    const groups = Object.keys(env).map((name) => name.split('_', 1)[0])
    expect(faultsOf(env)).toEqual([expect.stringMatching(new RegExp(`\\b(?:${groups.join('|')})`))])
  })

  it('are read', () => {
    const config = readConfig({
      PORT: '0',
      DATA_DIR: '/var/lib/本人 確認',
      STORAGE_URL: 'file:///srv/kyc%20files',
      SECURE_COOKIES: 'off',
      REVIEW_FOUR_EYES: 'on',
      RETENTION_YEARS: '10',
      SECOND_PERSON_DAYS: '3',
      LOG_LEVEL: 'warn',
      ADMIN_MFA: 'required',
      LOOKS_ALERT: '100, 300',
      AUDIT_CHECKPOINTS: 's3://sample-bucket',
      ANALYTICS: 'off',
      TRUST_PROXY: '10.0.0.0/8, ::1',
      RATE_API_PER_MINUTE: '100000',
      REGISTRATIONS_PER_DAY: '20',
      UPLOAD_MB_PER_DAY: '100',
      WEB_DIST: '/srv/web',
      MASTER_KEY_FILE: '/etc/kyc.key',
      CALLBACK_LOCAL_ADDRESSES: 'localhost:8443, [::1]:9',
    })
    expect(config).toMatchObject({
      dataDir: '/var/lib/本人 確認',
      storage: { path: '/srv/kyc files' },
      auditCheckpoints: { kind: 'bucket', bucket: 'sample-bucket' },
      secureCookies: false,
      fourEyes: true,
      retentionYears: 10,
      secondPersonDays: 3,
      logLevel: 'warn',
      adminMfa: 'required',
      bulkViewAlert: { performers: 100, documents: 300 },
      analytics: false,
      trustProxy: ['10.0.0.0/8', '::1'],
      rate: { apiPerMinute: 100_000 },
      webDist: '/srv/web',
      callbacks: { localAddresses: ['localhost:8443', '[::1]:9'], ca: null },
      masterKey: { kind: 'file', path: '/etc/kyc.key', generate: false },
    })
  })

  it('alert on bulk views unless switched off', () => {
    expect(readConfig({}).bulkViewAlert).toEqual({ performers: 200, documents: 600 })
    expect(readConfig({ LOOKS_ALERT: 'off' }).bulkViewAlert).toBeNull()
  })

  it('name a master key of AWS KMS and the key that a rotation replaces', () => {
    const keyId = 'arn:aws:kms:ap-northeast-1:111122223333:key/1234abcd-12ab'
    const address = `kms://ap-northeast-1/${keyId}`
    const kms = { kind: 'kms', address, region: 'ap-northeast-1', keyId }
    expect(readConfig({ MASTER_KEY: address, MASTER_KEY_PREVIOUS_FILE: '/etc/old.key' })).toMatchObject({
      masterKey: kms,
      previousMasterKey: { kind: 'file', path: '/etc/old.key', generate: false },
    })
    const { previousMasterKey } = readConfig({ MASTER_KEY_PREVIOUS: key })
    expect(previousMasterKey?.kind === 'value' && previousMasterKey.bytes.reveal()).toEqual(keyBytes)
    expect(readConfig({}).previousMasterKey).toBeNull()
    for (const place of [':region', '://region', '://region/', ':///key', '://a/b?c']) {
      const wrong = `kms${place}`
      expect(faultsOf({ MASTER_KEY: wrong })).toEqual([expect.stringContaining('kms://<region>')])
    }
    expect(faultsOf({ MASTER_KEY_PREVIOUS: 'short' })).toEqual([
      expect.stringContaining('MASTER_KEY_PREVIOUS'),
    ])
    expect(faultsOf({ MASTER_KEY_PREVIOUS: key, MASTER_KEY_PREVIOUS_FILE: '/etc/old.key' })).toHaveLength(1)
  })

  it('are ignored when empty', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', DEMO: '' })).toMatchObject({ demo: true, port: 3000 })
  })

  it('the default public address contains the actual port', () => {
    expect(withPort(readConfig({ PORT: '0' }), 4567).publicUrl.origin).toBe('http://localhost:4567')
    const explicit = readConfig({ PORT: '0', PUBLIC_URL: 'https://kyc.example.com' })
    expect(withPort(explicit, 4567).publicUrl.origin).toBe('https://kyc.example.com')
  })
})

it('logging, inspection and faults show no secret', () => {
  const config = readConfig(production)
  const shown = inspect(config, { depth: 10, showHidden: true }) + JSON.stringify(config)
  const faults = faultsOf({ ...production, PORT: 'x', DATABASE_URL: 'http://a:pass-word@b' }).join()
  for (const secret of ['pass-word', 'other-word', 'smtp-word', key, keyBytes.toString('hex')]) {
    expect(shown + faults).not.toContain(secret)
  }
})
