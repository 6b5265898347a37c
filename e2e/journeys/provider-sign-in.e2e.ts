import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible } from '../setup/accessible.ts'
import { ageSignIns } from '../setup/database.ts'
import { expectProvider } from '../setup/kyc.ts'
import { demoPassword, expect, test } from '../setup/test.ts'

// Uses the real Firebase SDK with the real Auth emulator, which starts in the background with the product.

const codes = '/emulator/v1/projects/demo-kyc/oobCodes'

test.beforeEach(async ({ request }) => {
  await expectProvider(request)
})

test('an account of the video service signs in from the login page and opens the dashboard', async ({
  page,
}) => {
  await page.goto('/login')
  await page.getByRole('link', { name: '動画サービスのアカウントでログイン' }).click()
  // Waits for the heading, because the page before has the same fields.
  await expect(
    page.getByRole('heading', { level: 1, name: '動画サービスのアカウントでログイン' }),
  ).toBeVisible()
  await expectAccessible(page)
  await signInAtProvider(page, 'sister@example.com')
  await expect(page.getByText('ログインしました。ページを開いています。')).toBeVisible()
  expect(page.url()).not.toContain('token=')
  await expect(page.getByRole('heading', { level: 1, name: 'ダッシュボード' })).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('the progress bar is painted at 25, 50, 75 and 100 percent (spec §2)', { tag: '@long' }, async ({
  page,
}) => {
  await page.addInitScript(() => {
    const painted: number[] = []
    Object.assign(window, { painted })
    // Records the width of the bar in each frame, because its value is not visible.
    const sample = () => {
      const bar = document.querySelector('[role="progressbar"]')
      const track = bar?.parentElement
      if (bar && track) {
        painted.push(
          Math.round((100 * bar.getBoundingClientRect().width) / track.getBoundingClientRect().width),
        )
      }
      requestAnimationFrame(sample)
    }
    requestAnimationFrame(sample)
  })
  await page.goto('/firebase-login')
  await signInAtProvider(page, 'sister@example.com')
  await expect(page.getByText('ログインしました。ページを開いています。')).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { painted: number[] }).painted.at(-1)))
    .toBe(100)
  const painted = await page.evaluate(() => (window as unknown as { painted: number[] }).painted)
  expect([...new Set(painted)].filter((percent) => percent % 25 === 0)).toEqual([25, 50, 75, 100])
})

test('the Google popup signs in', { tag: '@long' }, async ({ page }) => {
  await page.goto('/firebase-login')
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Googleアカウントでログイン' }).click(),
  ])
  await popup.getByText('google@example.com').click()
  await expect(page.getByRole('heading', { level: 1, name: 'ダッシュボード' })).toBeVisible()
})

test('a step-up with the provider runs on the same page', { tag: '@long' }, async ({ page, request }) => {
  const email = `step-up-${Date.now()}@example.com`
  await provider(request, 'signUp', { email, password: demoPassword, returnSecureToken: true })
  await page.goto('/firebase-login')
  await signInAtProvider(page, email)
  await expect(page.getByRole('heading', { level: 1, name: 'ダッシュボード' })).toBeVisible()
  // An account without a display name gets the name of its address.
  await expect(page.getByRole('banner')).toContainText(email.replace('@example.com', ''))
  await page.goto('/account')
  await ageSignIns(email)
  await page.getByRole('button', { name: '設定する', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '認証' })
  await expect(dialog.getByLabel('動画サービスのメールアドレス')).toHaveValue(email)
  await expectAccessible(page)
  await dialog.getByLabel('動画サービスのパスワード').fill('not-the-password')
  await dialog.getByRole('button', { name: '確認する' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByLabel('動画サービスのパスワード').fill(demoPassword)
  await dialog.getByRole('button', { name: '確認する' }).click()
  await expect(page.getByRole('dialog', { name: '認証アプリの設定' })).toBeVisible()
})

test('a role from the provider’s claims takes effect at once', { tag: '@long' }, async ({ page }) => {
  await page.goto('/firebase-login')
  await signInAtProvider(page, 'sister-admin@example.com')
  await expect(page.getByRole('heading', { level: 1, name: 'ダッシュボード' })).toBeVisible()
  await expect(page.getByRole('banner').getByText('管理者')).toBeVisible()
})

test('refusals are shown in English, and the form keeps the address', { tag: '@long' }, async ({ page }) => {
  await page.goto('/firebase-login')
  for (const [what, email, password, message] of [
    ['a wrong password', 'sister@example.com', 'not-the-password', 'Incorrect e-mail address or password.'],
    [
      'a disabled account',
      'disabled@example.com',
      demoPassword,
      'This account has been disabled. Please contact the administrator.',
    ],
    ['an unknown account', 'nobody@example.com', demoPassword, 'Incorrect e-mail address or password.'],
    ['a malformed address', 'no-address', demoPassword, 'Invalid email format.'],
  ] as const) {
    await test.step(what, async () => {
      await signInAtProvider(page, email, password)
      await expect(page.getByText(message, { exact: true })).toBeVisible()
      await expect(page.getByLabel('メールアドレス')).toHaveValue(email)
    })
  }
  await expectAccessible(page)
})

test('an unverified address is not merged with the password account of the same address', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/firebase-login')
  await signInAtProvider(page, 'user@example.com')
  await expect(page.getByRole('alert')).toContainText('このメールアドレスは既に使用されています。')
  await expect(page).toHaveURL(/\/login$/)
})

test('a callback without a token shows an error and returns to the login page after 3 s', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/login')
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.goto('/sso-callback')
  await expect(page.getByRole('alert')).toContainText('認証トークンが見つかりません')
  await page.clock.runFor(2900)
  await expect(page).toHaveURL(/\/sso-callback$/)
  await page.clock.resume()
  await expect(page).toHaveURL(/\/login$/)

  await test.step('a page that was opened meanwhile stays open', async () => {
    await page.clock.pauseAt(Date.now() + 120_000)
    await page.goto('/sso-callback')
    await expect(page.getByRole('alert')).toContainText('認証トークンが見つかりません')
    await page.getByRole('contentinfo').getByRole('link', { name: '利用規約' }).click()
    await expect(page).toHaveURL(/\/terms$/)
    await page.clock.runFor(4000)
    await expect(page).toHaveURL(/\/terms$/)
  })
})

test('a callback with an invalid token is refused and returns to the login page', { tag: '@long' }, async ({
  page,
}) => {
  // The alert is visible for 3 s of the page's clock, which advances in small steps until the alert is found.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.goto('/sso-callback?token=made-up&redirect=/performers')
  await expect(async () => {
    await page.clock.runFor(100)
    await expect(page.getByRole('alert')).toContainText(
      '認証中にエラーが発生しました。もう一度お試しください。',
      { timeout: 500 },
    )
  }).toPass()
  await page.clock.resume()
  await expect(page).toHaveURL(/\/login$/)
})

test('a link from another site asks before it signs in', { tag: '@long' }, async ({ page, request }) => {
  const idToken = await tokenOf(request, 'sister@example.com')
  await page.goto(
    `/api/auth/firebase-sso?${new URLSearchParams({ id_token: idToken, redirect_url: '/dashboard' })}`,
  )
  await expect(page.getByText(/としてログインしますか/)).toBeVisible()
  const cookies = await page.context().cookies()
  expect(cookies.map((cookie) => cookie.name)).not.toContain('__Host-sid')
})

test('a reset link sets a new password once; a used link is refused', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const email = `reset-${Date.now()}@example.com`
  await provider(request, 'signUp', { email, password: 'first-password', returnSecureToken: true })
  await provider(request, 'sendOobCode', { requestType: 'PASSWORD_RESET', email })
  const { oobCodes } = await (await request.get(codes)).json()
  const { oobCode } = oobCodes.findLast((sent: { email: string }) => sent.email === email)
  await page.goto(`/auth/action?mode=resetPassword&oobCode=${oobCode}`)
  await expect(page.getByText(`${email} の新しいパスワードを入力してください。`)).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('新しいパスワード', { exact: true }).fill('short')
  await expect(page.getByText('パスワードは6文字以上で入力してください。')).toBeVisible()
  await page.getByLabel('新しいパスワード', { exact: true }).fill('second-password')
  await page.getByRole('button', { name: 'パスワードを変更' }).click()
  await expect(
    page.getByText('パスワードを変更しました。新しいパスワードでログインしてください。'),
  ).toBeVisible()
  await page.goto(`/auth/action?mode=resetPassword&oobCode=${oobCode}`)
  await expect(page.getByRole('alert')).toHaveText('アクションコードが無効です。')
})

async function signInAtProvider(page: Page, email: string, password: string = demoPassword): Promise<void> {
  await page.getByLabel('メールアドレス').fill(email)
  await page.getByLabel('パスワード', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
}

async function tokenOf(request: APIRequestContext, email: string): Promise<string> {
  const body = { email, password: demoPassword, returnSecureToken: true }
  return (await provider(request, 'signInWithPassword', body)).idToken
}

async function provider(
  request: APIRequestContext,
  method: string,
  data: object,
): Promise<{ idToken: string }> {
  const reply = await request.post(`/identitytoolkit.googleapis.com/v1/accounts:${method}?key=demo`, { data })
  expect(reply.status()).toBe(200)
  return reply.json()
}
