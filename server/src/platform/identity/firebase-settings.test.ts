import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { Environment } from '../settings/environment.ts'
import { type FirebaseSettings, readFirebase } from './firebase-settings.ts'

const account = {
  type: 'service_account',
  project_id: 'kyc',
  client_email: 'server@kyc.iam.gserviceaccount.com',
  private_key: '-----BEGIN PRIVATE KEY-----\nsecret\n-----END PRIVATE KEY-----\n',
}
const project = {
  FIREBASE_API_KEY: 'key',
  FIREBASE_AUTH_DOMAIN: 'kyc.firebaseapp.com',
  FIREBASE_PROJECT_ID: 'kyc',
}
const complete = { ...project, FIREBASE_CREDENTIALS: JSON.stringify(account) }

function read(
  variables: Record<string, string>,
  demo = false,
): { settings: FirebaseSettings | null; faults: readonly string[] } {
  const env = new Environment(variables)
  return { settings: readFirebase(env, demo), faults: env.faults }
}

test('without settings, demo mode uses its own emulator, and other modes have no provider', () => {
  expect(read({})).toEqual({ settings: null, faults: [] })
  expect(read({}, true)).toMatchObject({
    settings: { projectId: 'demo-kyc', access: { kind: 'emulator', host: undefined } },
    faults: [],
  })
})

test('reads a project with its service account, and never logs the key', () => {
  const { settings, faults } = read(complete)
  expect(faults).toEqual([])
  expect(settings).toMatchObject({ apiKey: 'key', authDomain: 'kyc.firebaseapp.com', projectId: 'kyc' })
  expect(settings?.access.kind).toBe('google')
  expect(JSON.stringify(settings) + inspect(settings, { depth: 9 })).not.toContain('secret\\n')
})

test('reads the service account from a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kyc-firebase-'))
  const path = join(folder, 'account.json')
  await writeFile(path, JSON.stringify(account))
  expect(read({ ...project, FIREBASE_CREDENTIALS: path }).faults).toEqual([])
  await rm(folder, { recursive: true })
  expect(read({ ...project, FIREBASE_CREDENTIALS: path }).faults).toHaveLength(1)
})

test('uses the credentials of the machine if configured', () => {
  const { settings } = read({ ...project, FIREBASE_CREDENTIALS: 'application-default' })
  expect(settings?.access).toEqual({ kind: 'google', credentials: 'application-default' })
})

test.each<[string, Record<string, string>, boolean]>([
  ['a project without credentials', project, false],
  ['credentials without a project', { FIREBASE_CREDENTIALS: complete.FIREBASE_CREDENTIALS }, false],
  ['invalid credentials', { ...project, FIREBASE_CREDENTIALS: '{"private_key":"x"}' }, false],
  ['the account of another project', { ...complete, FIREBASE_PROJECT_ID: 'other' }, false],
  ['an emulator outside demo mode', { FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }, false],
  ['an emulator on another machine', { FIREBASE_AUTH_EMULATOR_HOST: 'emulator.example.com:9099' }, true],
])('rejects %s with one sentence without the key', (_, variables, demo) => {
  const { faults } = read(variables, demo)
  expect(faults).toHaveLength(1)
  expect(faults.join()).not.toMatch(/PRIVATE KEY|private_key/)
})

test('uses a running emulator in demo mode', () => {
  const { settings, faults } = read({ FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }, true)
  expect(faults).toEqual([])
  expect(settings?.access).toEqual({ kind: 'emulator', host: '127.0.0.1:9099' })
})
