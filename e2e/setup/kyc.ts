import { randomBytes } from 'node:crypto'
import { login } from '@kyc/contract/accounts.ts'
import { createPartner, type Partner, type PartnerMode } from '@kyc/contract/partners.ts'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { type PartnerSite, startPartnerSite } from './partner-site.ts'
import { csrfHeaders, replyOf } from './records.ts'
import { test as base, demoPassword, emails } from './test.ts'

/** The credentials of a registered partner. */
export interface RegisteredPartner {
  readonly id: string
  readonly name: string
  readonly companyId: string
  readonly apiKey: string
  readonly signingSecret: string
}

/** A test partner of the product with a site on this machine. */
export interface TestPartner extends RegisteredPartner {
  readonly site: PartnerSite
}

/** The parts of a partner that its links contain. */
export type LinkingPartner = Pick<TestPartner, 'companyId' | 'apiKey'> & {
  readonly site: Pick<PartnerSite, 'url'>
}

interface Fixtures {
  /** The partner of this worker; its callback returns 200 at the start of each journey. */
  partner: TestPartner
}

interface WorkerFixtures {
  registeredPartner: TestPartner
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  registeredPartner: [
    async ({ playwright }, use) => {
      const site = await startPartnerSite()
      // Set by the global setup.
      const request = await playwright.request.newContext({ baseURL: process.env.E2E_URL ?? '' })
      await expectProvider(request)
      await signInByCall(request)
      await use({ site, ...(await registerPartner(request, site.url)) })
      await request.dispose()
      await site.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  partner: async ({ registeredPartner }, use) => {
    registeredPartner.site.callbackStatus = 200
    await use(registeredPartner)
  },
})

/** The provider's emulator starts in the background with the product. */
export async function expectProvider(request: APIRequestContext): Promise<void> {
  const codes = '/emulator/v1/projects/demo-kyc/oobCodes'
  await expect.poll(async () => (await request.get(codes)).status(), { timeout: 120_000 }).toBe(200)
}

/** Signs `request` in by password without a page, by default as the superadmin of the demo. */
export async function signInByCall(
  request: APIRequestContext,
  account: ProviderAccount = { email: emails.superadmin, password: demoPassword },
): Promise<void> {
  const headers = await csrfHeaders({ request })
  await replyOf(await request.post(`/api${login.path}`, { headers, data: account }))
}

/** Registers a partner with `origin` on all its lists; `request` must be signed in as a superadmin. */
export async function registerPartner(
  request: APIRequestContext,
  origin: string,
  mode: PartnerMode = 'test',
): Promise<RegisteredPartner> {
  const mark = randomBytes(4).toString('hex')
  const origins = [origin]
  const data = {
    companyId: `partner-${mark}`,
    name: `見本配信 ${mark}`,
    mode,
    callbackOrigins: origins,
    redirectOrigins: origins,
    referrerOrigins: origins,
  }
  const created = await replyOf<{ partner: Partner; apiKey: string; signingSecret: string }>(
    await request.post(`/api${createPartner.path}`, { headers: await csrfHeaders({ request }), data }),
  )
  const { partner, apiKey, signingSecret } = created
  return { id: partner.id, name: partner.name, companyId: partner.companyId, apiKey, signingSecret }
}

export type Parameters = Readonly<Record<string, string | undefined>>

/** The link of a partner for one of its users; `undefined` removes a parameter. */
export function kycLink({ site, companyId, apiKey }: LinkingPartner, changes: Parameters = {}): string {
  const parameters: Parameters = {
    user_id: newUserId(),
    callback_url: `${site.url}/callback`,
    api_key: apiKey,
    redirect_url: `${site.url}/done`,
    company_id: companyId,
    session_id: 'sess_8f3a21c0',
    ...changes,
  }
  const present = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  return `/kyc/register?${new URLSearchParams(present)}`
}

export function newUserId(): string {
  return `user_${randomBytes(4).toString('hex')}`
}

export const startButton = (page: Page) => page.getByRole('button', { name: '認証を開始' })
export const currentStep = (page: Page) =>
  page.getByRole('list', { name: '手続きの段階' }).locator('[aria-current="step"]')
export const emailField = (page: Page) => page.getByLabel('メールアドレス', { exact: true })
export const passwordField = (page: Page) => page.getByLabel('パスワード', { exact: true })
/** The page of the partner to which the browser returns. */
export const partnerReturnPage = (page: Page) => page.getByRole('heading', { name: '提携先に戻りました' })
/** Shown while the partner has not received the result (spec §4). */
export const resultNotSent = 'KYC登録は完了しましたが、提携先への結果の送信に失敗しました。'
/** The line that Chromium logs when the result could not be delivered. */
export const badGateway = /responded with a status of 502 /
export const loginButton = (page: Page) => page.getByRole('button', { name: 'ログイン', exact: true })

/** Opens a KYC session and continues to its second step. */
export async function openSignIn(
  page: Page,
  partner: LinkingPartner,
  changes: Parameters = {},
): Promise<void> {
  await page.goto(kycLink(partner, changes))
  await startButton(page).click()
  await expect(currentStep(page)).toContainText('認証')
}

export interface ProviderAccount {
  readonly email: string
  readonly password: string
}

/** Creates an account that exists only at the provider. */
export async function newProviderAccount(request: APIRequestContext): Promise<ProviderAccount> {
  const account = { email: `kyc-${randomBytes(4).toString('hex')}@example.com`, password: 'a-pass-word' }
  await signUpVerified(request, account)
  return account
}

/** Signs up at the provider. A password reset by mail is what verifies the address there. */
export async function signUpVerified(
  request: APIRequestContext,
  { email, password }: ProviderAccount,
): Promise<void> {
  await callProvider(request, 'signUp', { email, password, returnSecureToken: true })
  await callProvider(request, 'sendOobCode', { requestType: 'PASSWORD_RESET', email })
  const { oobCodes } = await (await request.get('/emulator/v1/projects/demo-kyc/oobCodes')).json()
  const { oobCode } = oobCodes.findLast((sent: { email: string }) => sent.email === email)
  await callProvider(request, 'resetPassword', { oobCode, newPassword: password })
}

export async function callProvider(request: APIRequestContext, act: string, data: object): Promise<unknown> {
  const path = `/identitytoolkit.googleapis.com/v1/accounts:${act}?key=demo`
  return replyOf(await request.post(path, { data }))
}

export async function signInAtForm(page: Page, { email, password }: ProviderAccount): Promise<void> {
  await emailField(page).fill(email)
  await passwordField(page).fill(password)
  await loginButton(page).click()
}
