import type { Page, Request } from '@playwright/test'
import { Calls } from '../setup/calls.ts'
import {
  badGateway,
  currentStep,
  newProviderAccount,
  openSignIn,
  resultNotSent,
  signInAtForm,
  test,
} from '../setup/kyc.ts'
import { expect, fillLogin } from '../setup/test.ts'

// spec §7, D30, D51: the SDK's state is in memory, so only the page of the sign-in sends the provider's
// token.

const tokenOf = (request: Request | undefined) => request?.headers()['x-firebase-token']

function tokens(calls: Calls): (string | undefined)[] {
  return calls.names().flatMap((name) => calls.requests(name).map(tokenOf))
}

test('calls send the provider’s token until the sign-out, and a renewed token after an hour', {
  tag: '@long',
}, async ({ page, partner, request, faults }) => {
  faults.expect(badGateway)
  // The partner does not accept the result, so the page of the sign-in stays open.
  partner.site.callbackStatus = 500
  const account = await newProviderAccount(request)
  await page.clock.install()
  const calls = new Calls(page)
  await openSignIn(page, partner)
  expect(tokens(calls).filter(Boolean)).toEqual([])
  calls.forget()
  await signInAtForm(page, account)
  await expect(page.getByRole('alert')).toContainText(resultNotSent)
  const [signIn] = calls.requests('POST /auth/firebase/session')
  const idToken: string = signIn?.postDataJSON().idToken
  for (const name of [
    'GET /auth/me',
    'POST /auth/refresh',
    'POST /users/sharegram-register',
    'POST /sharegram/auth-result',
  ]) {
    expect(tokenOf(calls.requests(name)[0]), name).toBe(idToken)
  }

  await test.step('the rotation after 30 minutes sends the token in the body', async () => {
    await page.clock.fastForward('30:00')
    const rotation = () => calls.requests('POST /auth/session/refresh')[0]
    await expect.poll(rotation).toBeDefined()
    expect(rotation()?.postDataJSON()).toEqual({ firebaseToken: idToken })
    expect((await rotation()?.response())?.status()).toBe(200)
  })

  await test.step('an expired token is renewed by the SDK', async () => {
    const renewal = page.waitForResponse(/\/securetoken\.googleapis\.com\//)
    await page.clock.fastForward('40:00')
    await toDashboard(page)
    const { id_token: renewed } = await (await renewal).json()
    const stats = calls.requests('GET /dashboard/stats')[0]
    expect(tokenOf(stats)).toBe(renewed)
    expect((await stats?.response())?.status()).toBe(200)
  })

  await test.step('after a sign-out no call sends the token, even without a reload', async () => {
    await page.getByRole('button', { name: 'ログアウト' }).click()
    await expect(page).toHaveURL(/\/login$/)
    calls.forget()
    await fillLogin(page, account.email, 'not-the-password')
    await expect(page.getByRole('alert')).toBeVisible()
    expect(tokens(calls).length).toBeGreaterThan(0)
    expect(tokens(calls).filter(Boolean)).toEqual([])
  })
})

test('calls send the token after a Google popup too, until a reload', { tag: '@long' }, async ({
  page,
  partner,
  faults,
}) => {
  faults.expect(badGateway)
  partner.site.callbackStatus = 500
  const calls = new Calls(page)
  await openSignIn(page, partner)
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Googleアカウントでログイン' }).click(),
  ])
  await popup.getByText('google@example.com').click()
  await expect(page.getByRole('alert')).toContainText(resultNotSent)
  expect(tokenOf(calls.requests('POST /sharegram/auth-result')[0])).toMatch(/^\S+\.\S+\./)
  calls.forget()
  await page.reload()
  await expect(page.getByRole('alert')).toContainText(resultNotSent)
  expect(tokens(calls).length).toBeGreaterThan(0)
  expect(tokens(calls).filter(Boolean)).toEqual([])
})

test('a page whose account is not the one of the session requires another sign-in', async ({
  page,
  partner,
  request,
  faults,
}) => {
  faults.expect(badGateway)
  partner.site.callbackStatus = 500
  await openSignIn(page, partner)
  await signInAtForm(page, await newProviderAccount(request))
  await expect(page.getByRole('alert')).toContainText(resultNotSent)
  const other = await page.context().newPage()
  await openSignIn(other, partner)
  await signInAtForm(other, await newProviderAccount(request))
  await expect(other.getByRole('alert')).toContainText(resultNotSent)
  await page.getByRole('button', { name: '再送する', exact: true }).click({ timeout: 45_000 })
  await expect(currentStep(page)).toContainText('認証')
  await toDashboard(other)
})

async function toDashboard(page: Page): Promise<void> {
  await page.getByRole('contentinfo').getByRole('link', { name: 'お問い合わせ' }).click()
  await page.getByRole('link', { name: 'ダッシュボードへ戻る' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'ダッシュボード' })).toBeVisible()
}
