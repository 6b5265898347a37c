import type { Page } from '@playwright/test'
import { appearancesFor, expectAccessible, expectNoHorizontalScroll, tabTo } from '../setup/accessible.ts'
import { Calls } from '../setup/calls.ts'
import {
  badGateway,
  currentStep,
  emailField,
  kycLink,
  newProviderAccount,
  newUserId,
  openSignIn,
  partnerReturnPage,
  passwordField,
  resultNotSent,
  signInAtForm,
  startButton,
  test,
} from '../setup/kyc.ts'
import { expect } from '../setup/test.ts'

// spec §4, §7 and §9: after the sign-in the result is sent to the partner, and the browser returns there.

const sendAgain = (page: Page) => page.getByRole('button', { name: '再送する', exact: true })

test('after a sign-in the partner receives the result, and the browser returns to the partner', async ({
  page,
  partner,
  request,
}) => {
  const account = await newProviderAccount(request)
  const userId = newUserId()
  await openSignIn(page, partner, { user_id: userId })
  const calls = new Calls(page)
  await signInAtForm(page, account)
  await expect(page.getByText('ログインに成功しました！')).toBeVisible()
  await expect(currentStep(page)).toHaveText(/3.*完了/)
  await expect(page.getByText('KYC登録が完了しました。')).toBeVisible()
  await expect(page.getByText(/秒後に提携先のページへ移動します。/)).toBeVisible()
  await expect(partnerReturnPage(page)).toBeVisible()

  const address = new URL(page.url())
  expect(address.origin + address.pathname).toBe(`${partner.site.url}/done`)
  const [result] = partner.site.resultsOf(userId)
  expect(result?.body).toMatchObject({ user_id: userId, email: account.email, session_id: 'sess_8f3a21c0' })
  expect(Object.fromEntries(address.searchParams)).toEqual({
    user_id: userId,
    firebase_uid: result?.body.firebase_uid,
    status: 'success',
    ...{ session_id: 'sess_8f3a21c0', timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
  })
  expect(partner.site.resultsOf(userId)).toHaveLength(1)

  const order = ['POST /auth/firebase/session', 'POST /auth/refresh']
  const sharegram = ['POST /users/sharegram-register', 'POST /sharegram/auth-result']
  expect(calls.names().filter((name) => [...order, ...sharegram].includes(name))).toEqual([
    ...order,
    ...sharegram,
  ])
  for (const name of sharegram) {
    const [sent] = calls.requests(name)
    expect(sent?.headers().authorization).toMatch(/^Bearer \S+$/)
    expect(sent?.postData()).not.toContain(partner.apiKey)
  }

  await test.step('a step back from the partner stays at the finished KYC session', async () => {
    await page.goBack()
    await expect(page.getByText('KYC登録が完了しました。')).toBeVisible()
    await expect(page.getByText(/秒後に提携先のページへ移動します。/)).toBeHidden()
    await page.getByRole('link', { name: '提携先のページへ戻る' }).click()
    await expect(partnerReturnPage(page)).toBeVisible()
    expect(partner.site.resultsOf(userId)).toHaveLength(1)
  })
})

test('a registration creates the account, and without redirect_url the browser returns to callback_url', {
  tag: '@long',
}, async ({ page, partner }) => {
  const userId = newUserId()
  await openSignIn(page, partner, { user_id: userId, redirect_url: undefined, session_id: undefined })
  await page.getByRole('tab', { name: '新規登録' }).click()
  await emailField(page).fill(`${userId}@example.com`)
  await passwordField(page).fill('a-pass-word')
  await page.getByLabel('パスワード（確認）', { exact: true }).fill('a-pass-word')
  await page.getByRole('button', { name: 'アカウントを作成' }).click()
  await expect(page.getByText('アカウントを作成しました！')).toBeVisible()
  await expect(partnerReturnPage(page)).toBeVisible()
  const address = new URL(page.url())
  expect(address.pathname).toBe('/callback')
  expect(address.searchParams.has('session_id')).toBe(false)
  expect(partner.site.resultsOf(userId)[0]?.body).toMatchObject({ email: null })
})

test('a failed delivery is shown, and the browser stays until the partner accepts the result', {
  tag: '@long',
}, async ({ page, partner, request, faults }) => {
  faults.expect(badGateway)
  faults.expect(/ERR_INTERNET_DISCONNECTED/)
  const userId = newUserId()
  partner.site.callbackStatus = 500
  await openSignIn(page, partner, { user_id: userId })
  await signInAtForm(page, await newProviderAccount(request))
  await expect(page.getByRole('alert')).toContainText(resultNotSent)
  await expect(page.getByRole('alert')).toContainText('この後もシステムが自動で再送します。')
  await expectAccessible(page)

  await test.step('a reload stays at the last step', async () => {
    await page.reload()
    await expect(currentStep(page)).toHaveText(/3.*完了/)
    await expect(page.getByRole('alert')).toContainText(resultNotSent)
    await expect(page).toHaveURL(/\/kyc\/register\?kyc=[^&]+&step=result$/)
  })

  await test.step('sending again without a connection shows a message', async () => {
    await page.context().setOffline(true)
    await sendAgain(page).click()
    await expect(page.getByRole('alert')).toContainText(resultNotSent)
    await expect(page.getByRole('alert')).toContainText('サーバーに接続できませんでした。')
    await page.context().setOffline(false)
  })

  await test.step('after the partner has recovered, sending again delivers the result and returns to the partner', async () => {
    partner.site.callbackStatus = 200
    await sendAgain(page).click()
    await expect(page.getByText('KYC登録が完了しました。')).toBeVisible()
    await expect(partnerReturnPage(page)).toBeVisible()
    // Every attempt has the same webhook-id, so that the partner can deduplicate.
    expect(new Set(partner.site.resultsOf(userId).map(({ id }) => id)).size).toBe(1)
  })
})

test('a signed-in user must sign in again for the partner', { tag: '@long' }, async ({
  pageOf,
  partner,
  request,
}) => {
  const page = await pageOf('user')
  await page.goto(kycLink(partner))
  await startButton(page).click()
  await expect(page.getByText('現在 user@example.com としてログイン中です。')).toBeVisible()
  await page.goto(page.url().replace('step=auth', 'step=result'))
  await expect(page.getByRole('alert')).toContainText('この画面で、もう一度ログインしてください。')
  await expect(currentStep(page)).toHaveText(/2.*認証/)
  await signInAtForm(page, await newProviderAccount(request))
  await expect(partnerReturnPage(page)).toBeVisible()
})

test('a user of the partner belongs to the first account that signs in for this user', {
  tag: '@long',
}, async ({ page, newPage, partner, request }) => {
  const userId = newUserId()
  await openSignIn(page, partner, { user_id: userId })
  await signInAtForm(page, await newProviderAccount(request))
  await expect(partnerReturnPage(page)).toBeVisible()
  const other = await newPage()
  await openSignIn(other, partner, { user_id: userId })
  await signInAtForm(other, await newProviderAccount(request))
  await expect(other.getByRole('alert')).toContainText('この user_id は別のアカウントで登録済みです。')
  await expect(currentStep(other)).toHaveText(/2.*認証/)
  expect(partner.site.resultsOf(userId)).toHaveLength(1)
})

test('the third step of a KYC session without a sign-in shows the second one', { tag: '@long' }, async ({
  page,
  partner,
}) => {
  await openSignIn(page, partner)
  await page.goto(page.url().replace('step=auth', 'step=result'))
  await expect(currentStep(page)).toHaveText(/2.*認証/)
  await expect(page).toHaveURL(/step=auth$/)
})

test('a KYC session works by keyboard only, from the link to the return to the partner', {
  tag: '@long',
}, async ({ page, partner, request }) => {
  const account = await newProviderAccount(request)
  await page.goto(kycLink(partner))
  await expect(startButton(page)).toBeEnabled()
  await tabTo(page, startButton(page))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2 })).toBeFocused()
  await tabTo(page, page.getByRole('tab', { name: 'ログイン' }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: '新規登録' })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await tabTo(page, emailField(page))
  await page.keyboard.type(account.email)
  await tabTo(page, passwordField(page))
  await page.keyboard.type(account.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('KYC登録が完了しました。')).toBeVisible()
  await expect(partnerReturnPage(page)).toBeVisible()
})

for (const { width, colorScheme, options } of appearancesFor(1)) {
  test(`the last step fits ${width} px in the ${colorScheme} scheme`, { tag: '@long' }, async ({
    newPage,
    partner,
    request,
    faults,
  }) => {
    faults.expect(badGateway)
    const page = await newPage(options)
    partner.site.callbackStatus = 500
    await openSignIn(page, partner)
    await signInAtForm(page, await newProviderAccount(request))
    await expect(page.getByRole('alert')).toContainText(resultNotSent)
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
  })
}
