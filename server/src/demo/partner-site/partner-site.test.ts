import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CreatedPartner } from '../../features/partners/create-partner.ts'
import { freePort } from '../../platform/process/free-port.ts'
import { attemptNow, insertDelivery, registerPartner } from '../../testing/app/partners.ts'
import { useStage } from '../../testing/app/test-app.ts'
import { readPartnerKeys } from './partner-keys.ts'
import { type PartnerSite, startPartnerSite } from './partner-site.ts'

let port: number
let origin: string
const { app } = useStage({}, { env: { DEMO: 'on' } })
let site: PartnerSite
let company: CreatedPartner

beforeAll(async () => {
  port = await freePort()
  origin = `http://localhost:${port}`
  company = await registerPartner(app.services, origin)
  const { partner, apiKey, signingSecret } = company
  const keys = { companyId: partner.companyId, origin, apiKey, signingSecret }
  site = await startPartnerSite({ product: new URL(app.url), keys })
})
afterAll(async () => {
  await site.close()
})

/** The services with the address of the test server as PUBLIC_URL. */
function services() {
  return { ...app.services, config: { ...app.services.config, publicUrl: new URL(app.url) } }
}

async function page(path: string): Promise<string> {
  return (await fetch(site.url + path)).text()
}

async function deliver(): Promise<boolean> {
  const id = await insertDelivery(services(), company, '/callback')
  return attemptNow(services(), id)
}

test('the button on the partner’s page links to the product with every parameter', async () => {
  const [, href = ''] = /class="button" href="([^"]+)"/.exec(await page('/')) ?? []
  const link = new URL(href.replaceAll('&#38;', '&'))
  expect(link.href.startsWith(`${app.url}/kyc/register?`)).toBe(true)
  expect(Object.fromEntries(link.searchParams)).toEqual({
    user_id: expect.stringMatching(/^[\w-]+$/),
    callback_url: `${site.url}/callback`,
    api_key: company.apiKey,
    redirect_url: `${site.url}/return`,
    company_id: company.partner.companyId,
    session_id: expect.any(String),
    locale: 'ja',
  })
})

test('the site shows a received result with its verified signature and token', async () => {
  expect(await deliver()).toBe(true)
  const shown = await page('/')
  expect(shown).toContain('✓ 署名（Standard Webhooks）を確認しました')
  expect(shown).toContain('✓ id_tokenを確認しました')
  expect(shown).toContain('hanako@example.com')
})

test('the site rejects a forged result and shows it as unverified', async () => {
  const forged = await fetch(`${site.url}/callback`, {
    method: 'POST',
    headers: { 'webhook-id': 'x', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AAAA' },
    body: '{"status":"success","display_name":"<script>alert(1)</script>"}',
  })
  expect(forged.status).toBe(400)
  const shown = await page('/')
  expect(shown).toContain('✗ 署名（Standard Webhooks）を確認できませんでした')
  expect(shown).not.toContain('<script>')
})

test('the response of the site can be changed to try out failures', async () => {
  const respondWith = (status: string) =>
    fetch(`${site.url}/answer`, { method: 'POST', body: new URLSearchParams({ status }), redirect: 'manual' })
  await respondWith('500')
  expect(await deliver()).toBe(false)
  await respondWith('999')
  expect(await deliver()).toBe(false)
  await respondWith('204')
  expect(await deliver()).toBe(true)
})

test('the return page shows the parameters of the address as text', async () => {
  const shown = await page('/return?user_id=demo-1&status=success&session_id=%3Cb%3E')
  for (const value of ['demo-1', 'success', '&#60;b&#62;']) expect(shown).toContain(value)
  expect(shown).toContain('この訪問の結果は受け取っていません')
})

test('the site serves its own host name and known paths only', async () => {
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(421)
  expect((await fetch(`${site.url}/nowhere`)).status).toBe(404)
  expect((await fetch(`${site.url}/callback`, { method: 'POST', body: 'x'.repeat(70_000) })).status).toBe(413)
})

test('the site reads the keys from the data folder, if present', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kyc-demo-partner-'))
  expect(await readPartnerKeys(folder)).toBeUndefined()
  const keys = { companyId: 'demo', origin, apiKey: 'kyc_pk_x', signingSecret: 'whsec_eA==' }
  await writeFile(join(folder, 'demo-partner.json'), JSON.stringify({ ...keys, note: 'and more' }))
  expect(await readPartnerKeys(folder)).toEqual(keys)
  await rm(folder, { recursive: true })
})
