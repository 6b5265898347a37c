import { problems } from '@kyc/contract/problems.ts'
import { expectAccessible, expectNoHorizontalScroll } from '../setup/accessible.ts'
import {
  currentStep,
  emailField,
  type LinkingPartner,
  openSignIn,
  registerPartner,
  signInByCall,
} from '../setup/kyc.ts'
import { newDataDir, removeDataDir, startProduct } from '../setup/product.ts'
import { test as base, expect, fillLogin } from '../setup/test.ts'

// D46: without FIREBASE_* there is no identity provider, and pages that need it report that before a password
// is typed.

const superadmin = { email: 'operator@example.com', name: '運用 担当', password: 'operators-pass-word' }

const test = base.extend<object, { partner: LinkingPartner }>({
  // A new installation: no demo, no provider.
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from this pattern
    async ({}, use) => {
      const dataDir = await newDataDir()
      const product = await startProduct({ dataDir, env: { DEMO: 'off' } })
      await use(product)
      await product.stop()
      await removeDataDir(dataDir)
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  partner: [
    async ({ playwright, product, accounts }, use) => {
      await accounts.create({ ...superadmin, role: 'superadmin' })
      const request = await playwright.request.newContext({ baseURL: product.url })
      await signInByCall(request, { email: superadmin.email, password: superadmin.password })
      const url = 'https://partner.example.com'
      await use({ ...(await registerPartner(request, url, 'live')), site: { url } })
      await request.dispose()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

test('a KYC session is checked, and its second step reports that sign-in is not configured', {
  tag: '@long',
}, async ({ page, partner }) => {
  await openSignIn(page, partner)
  await expect(page.getByRole('alert')).toHaveText(problems.PROVIDER_NOT_CONFIGURED.title)
  await expect(emailField(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Googleアカウントでログイン' })).toHaveCount(0)
  await expect(currentStep(page)).toHaveText(/2.*認証/)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoHorizontalScroll(page)

  await page.goto(page.url().replace('step=auth', 'step=result'))
  await expect(currentStep(page)).toHaveText(/2.*認証/)
  await expect(page.getByRole('alert')).toHaveText(problems.PROVIDER_NOT_CONFIGURED.title)
})

test('/firebase-login reports in English that it is not configured, and the normal login works', {
  tag: '@long',
}, async ({ page, partner: _ }) => {
  await page.goto('/firebase-login')
  await page.getByRole('button', { name: 'Googleアカウントでログイン' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'Authentication is not configured. Please contact the administrator.',
  )
  await page.getByRole('link', { name: '通常のログインへ戻る' }).click()
  await expect(page.getByRole('link', { name: '動画サービスのアカウントでログイン' })).toBeVisible()
  await fillLogin(page, superadmin.email, superadmin.password)
  await expect(page.getByRole('heading', { level: 1, name: 'ダッシュボード' })).toBeVisible()
})
