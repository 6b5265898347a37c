import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { effectiveSettings } from '../../start/effective-settings.ts'
import { refuseWeakConfinement } from '../../start/refuse-weak-confinement.ts'
import { faultsOf } from '../../testing/app/settings-faults.ts'
import { readConfig } from '../config.ts'

const key = Buffer.from([...Array(32).keys()]).toString('base64')
const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://app:pass-word@db.example.com/kyc?sslmode=verify-full',
  DATABASE_OWNER_URL: 'postgres://owner:other-word@db.example.com/kyc?sslmode=verify-full',
  STORAGE_URL: '/srv/kyc',
  MASTER_KEY: key,
  PUBLIC_URL: 'https://kyc.example.com',
  SMTP_URL: 'smtps://kyc:smtp-word@mail.example.com',
  MAIL_FROM: 'kyc@example.com',
  CONTACT_TO: 'support@example.com',
  TRUST_PROXY: '10.0.0.0/8',
}

it('a warning names variables that are almost settings, and production refuses them', () => {
  const misspelt = { MASTERKEY_FILE: '/run/key', RETENTION_YEAR: '10', PUBLICURL: 'https://kyc.example.com' }
  const { warnings } = readConfig({ DEMO: 'off', ...misspelt })
  expect(warnings).toEqual([
    'MASTERKEY_FILE is not a setting and has no effect: write MASTER_KEY_FILE, or remove it.',
    'RETENTION_YEAR is not a setting and has no effect: write RETENTION_YEARS, or remove it.',
    'PUBLICURL is not a setting and has no effect: write PUBLIC_URL, or remove it.',
  ])
  expect(faultsOf({ ...production, ...misspelt })).toEqual(warnings)
  const others = [
    'HOSTNAME',
    'HOME',
    'NODE_OPTIONS',
    'NODE_EXTRA_CA_CERTS',
    'AWS_REGION',
    'KYC_PORT',
    'LANG',
    'LOGNAME',
  ]
  expect(faultsOf({ ...production, ...Object.fromEntries(others.map((name) => [name, 'x'])) })).toEqual([])
})

it('no setting counts as the misspelling of another one', () => {
  const example = readFileSync(join(import.meta.dirname, '../../../../.env.example'), 'utf8')
  const names = [...example.matchAll(/^#([A-Z_]+)=/gm)].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(40)
  for (const name of names)
    expect(faultsOf({ NODE_ENV: 'production', [name]: 'x' }).join(), name).not.toContain('is not a setting')
})

it('the logged settings contain no secret', () => {
  const shown = JSON.stringify(
    effectiveSettings(
      readConfig({ ...production, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a:trace-word@collector:4318/x' }),
    ),
  )
  for (const secret of ['pass-word', 'other-word', 'smtp-word', 'trace-word', key])
    expect(shown).not.toContain(secret)
  expect(shown).toContain('"retentionYears":7')
})

it('production reaches a store without TLS only where PLAIN_HTTP_STORES names its host', () => {
  const at = (endpoint: string) => ({ ...production, STORAGE_URL: `s3://files/kyc?endpoint=${endpoint}` })
  expect(faultsOf(at('http://storage:8333'))).toEqual([
    expect.stringMatching(/^STORAGE_URL .*PLAIN_HTTP_STORES=storage\.$/),
  ])
  expect(faultsOf({ ...at('http://storage:8333'), PLAIN_HTTP_STORES: 'other' })).toHaveLength(1)
  expect(faultsOf({ ...at('http://storage:8333'), PLAIN_HTTP_STORES: 'other, storage' })).toEqual([])
  for (const endpoint of ['https://storage:8333', 'http://127.0.0.1:8333'])
    expect(faultsOf(at(endpoint))).toEqual([])
})

it('production starts where helpers are confined only partly only if HELPER_CONFINEMENT accepts it', () => {
  const start = (env: Record<string, string>, isFull: boolean) => () =>
    refuseWeakConfinement(readConfig(env), isFull)
  const refused = /HELPER_CONFINEMENT=weak/
  expect(start(production, false)).toThrow(refused)
  expect(start({ DEMO: 'off', HELPER_CONFINEMENT: 'full' }, false)).toThrow(refused)
  for (const [env, isFull] of [
    [production, true],
    [{ ...production, HELPER_CONFINEMENT: 'weak' }, false],
    [{ DEMO: 'off' }, false],
  ] as const)
    expect(start(env, isFull)).not.toThrow()
})
