import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { follow } from '../testing/app/kyc-app.ts'
import { createTestApp, type TestApp } from '../testing/app/test-app.ts'
import { visitor } from '../testing/app/visitor.ts'
import { seedDemoPartner } from './demo-partner.ts'
import { demoPartnerFile } from './partner-site/partner-keys.ts'

let app: TestApp
let path: string

beforeAll(async () => {
  app = await createTestApp({ env: { DEMO: 'on' } })
  path = join(app.dataDir, demoPartnerFile)
  await seedDemoPartner(app.services)
})
afterAll(() => app.close())

interface Told {
  readonly companyId: string
  readonly apiKey: string
  readonly signingSecret: string
  readonly origin: string
}

const told = async () => JSON.parse(await readFile(path, 'utf8')) as Told

async function open(apiKey: string): Promise<number> {
  const { companyId, origin } = await told()
  const link = { user_id: 'demo-user', callback_url: `${origin}/callback`, redirect_url: `${origin}/done` }
  const reply = await follow(await visitor(app), { ...link, api_key: apiKey, company_id: companyId })
  return reply.status
}

test('the demo has one test partner, whose program finds its key in a file for this account alone', async () => {
  const { origin, apiKey, signingSecret } = await told()
  expect(origin).toBe('http://localhost:4700')
  expect(signingSecret).toMatch(/^whsec_/)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await open(apiKey)).toBe(201)
  const partners = await app.sql('SELECT company_id, mode FROM partner')
  expect(partners).toEqual([{ company_id: 'demo-partner', mode: 'test' }])
})

test('a second start leaves both as they are', async () => {
  const before = await told()
  await seedDemoPartner(app.services)
  expect(await told()).toEqual(before)
  expect(await app.sql('SELECT 1 FROM partner_key')).toHaveLength(1)
})

test('a file that was lost is written again, with a new key that works', async () => {
  const { apiKey } = await told()
  await rm(path)
  await seedDemoPartner(app.services)
  const renewed = await told()
  expect(renewed.apiKey).not.toBe(apiKey)
  expect(await open(renewed.apiKey)).toBe(201)
})
