import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { anonymousBrowser } from '../testing/app/anonymous-browser.ts'
import { follow } from '../testing/app/kyc-app.ts'
import { useStage } from '../testing/app/test-app.ts'
import { seedDemoPartner } from './demo-partner.ts'
import { demoPartnerFile } from './partner-site/partner-keys.ts'

const { app } = useStage({}, { env: { DEMO: 'on' } })
let path: string

beforeAll(async () => {
  path = join(app.dataDir, demoPartnerFile)
  await seedDemoPartner(app.services)
})

interface PartnerFile {
  readonly companyId: string
  readonly apiKey: string
  readonly signingSecret: string
  readonly origin: string
}

const readPartnerFile = async () => JSON.parse(await readFile(path, 'utf8')) as PartnerFile

async function open(apiKey: string): Promise<number> {
  const { companyId, origin } = await readPartnerFile()
  const link = { user_id: 'demo-user', callback_url: `${origin}/callback`, redirect_url: `${origin}/done` }
  const reply = await follow(await anonymousBrowser(app), { ...link, api_key: apiKey, company_id: companyId })
  return reply.status
}

test('demo mode creates one test partner, whose key is in a file that only this account can read', async () => {
  const { origin, apiKey, signingSecret } = await readPartnerFile()
  expect(origin).toBe('http://localhost:4700')
  expect(signingSecret).toMatch(/^whsec_/)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await open(apiKey)).toBe(201)
  const partners = await app.sql('SELECT company_id, mode FROM partner')
  expect(partners).toEqual([{ company_id: 'demo-partner', mode: 'test' }])
})

test('a second start changes neither partner nor file', async () => {
  const before = await readPartnerFile()
  await seedDemoPartner(app.services)
  expect(await readPartnerFile()).toEqual(before)
  expect(await app.sql('SELECT 1 FROM partner_key')).toHaveLength(1)
})

test('a start writes a lost file again with a new, valid key', async () => {
  const { apiKey } = await readPartnerFile()
  await rm(path)
  await seedDemoPartner(app.services)
  const renewed = await readPartnerFile()
  expect(renewed.apiKey).not.toBe(apiKey)
  expect(await open(renewed.apiKey)).toBe(201)
})
