import { problems } from '@kyc/contract/problems.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../setup/accessible.ts'
import {
  currentStep,
  emailField,
  type LinkingPartner,
  openSignIn,
  registerPartner,
  signInByCall,
} from '../setup/kyc.ts'
import { createUser, newDataDir, type Product, removeDataDir, startProduct } from '../setup/product.ts'
import { test as base, expect, fillLogin } from '../setup/test.ts'

// D46: without FIREBASE_* there is no identity provider, and whoever needs it learns so before typing a password.

interface WorkerFixtures {
  /** A product as an operator begins with it: no demo, no provider. */
  bare: { readonly product: Product; readonly partner: LinkingPartner }
}

const superadmin = { email: 'operator@example.com', password: 'operators-pass-word' }

const test = base.extend<object, WorkerFixtures>({
  bare: [
    async ({ playwright }, use) => {
      const dataDir = await newDataDir()
      const product = await startProduct({ dataDir, env: { DEMO: 'off' } })
      const request = await playwright.request.newContext({ baseURL: product.url })
      try {
        await createUser(product, { ...superadmin, role: 'superadmin', name: '運用 担当' })
        await signInByCall(request, superadmin)
        const url = 'https://partner.example.com'
        await use({ product, partner: { ...(await registerPartner(request, url, 'live')), site: { url } } })
      } finally {
        await request.dispose()
        await product.stop()
        await removeDataDir(dataDir)
      }
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ bare }, use) => use(bare.product.url),
})

test('a KYC session from a partner is checked, and says at its second step that nobody can sign in', async ({
  page,
  bare: { partner },
}) => {
  await openSignIn(page, partner)
  await expect(page.getByRole('alert')).toHaveText(problems.PROVIDER_NOT_CONFIGURED.title)
  await expect(emailField(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Googleアカウントでログイン' })).toHaveCount(0)
  await expect(currentStep(page)).toHaveText(/2.*認証/)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)

  await page.goto(page.url().replace('step=auth', 'step=result'))
  await expect(currentStep(page)).toHaveText(/2.*認証/)
  await expect(page.getByRole('alert')).toHaveText(problems.PROVIDER_NOT_CONFIGURED.title)
})

test('/firebase-login says in English that it is not configured, and the normal login stays open', async ({
  page,
}) => {
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
