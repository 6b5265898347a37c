import type { Page } from '@playwright/test'
import { openPerformer } from '../setup/performer-page.ts'
import { registerPerformer } from '../setup/records.ts'
import { demoPassword, emails, expect, fillLogin, test } from '../setup/test.ts'

const wrong = 'メールアドレスまたはパスワードが正しくありません。'

function dashboard(page: Page) {
  return page.getByRole('heading', { level: 1, name: 'ダッシュボード' })
}

function loginTitle(page: Page) {
  return page.getByRole('heading', { level: 1, name: 'ログイン' })
}

test('a protected page redirects to the login page, and the sign-in leads back to it', async ({ page }) => {
  await page.goto('/performers?status=rejected&sort=name')
  await expect(page).toHaveURL('/login?redirect=%2Fperformers%3Fstatus%3Drejected%26sort%3Dname')
  await fillLogin(page, emails.user, demoPassword)
  await expect(page).toHaveURL('/performers?status=rejected&sort=name')
  await expect(page.getByRole('heading', { level: 1, name: '見本制作の出演者' })).toBeVisible()
})

test.describe('a redirect leads only to pages of the product', () => {
  const targets: readonly (readonly [string, string])[] = [
    ['/audit-logs', '/audit-logs'],
    ['/performers?status=pending', '/performers?status=pending'],
    ['/\\evil.example', '/'],
    ['//evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['https://evil.example/', '/'],
    ['javascript:alert(1)', '/'],
    ['/api/auth/logout', '/'],
    ['/%61pi/auth/me', '/'],
    ['/login?redirect=/login', '/'],
    ['/.well-known/jwks.json', '/'],
  ]
  test('after sign-in, and when already signed in', { tag: '@long' }, async ({ page }) => {
    await page.goto(`/login?redirect=${encodeURIComponent(targets[2]?.[0] ?? '')}`)
    await fillLogin(page, emails.user, demoPassword)
    await expect(page).toHaveURL('/')
    await expect(dashboard(page)).toBeVisible()
    for (const [target, expected] of targets) {
      await page.goto(`/login?redirect=${encodeURIComponent(target)}`)
      await expect(page, target).toHaveURL(expected)
    }
  })
})

test('a wrong password is reported above the fields, and the form keeps the address', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/login')
  await fillLogin(page, emails.user, 'not-the-password')
  await expect(page.getByRole('alert')).toHaveText(wrong)
  await expect(page.getByLabel('メールアドレス', { exact: true })).toHaveValue(emails.user)
  await expect(page.getByRole('button', { name: 'ログイン', exact: true })).toBeEnabled()
  await fillLogin(page, emails.user, demoPassword)
  await expect(dashboard(page)).toBeVisible()
})

test('an unknown address shows the same message as a wrong password', { tag: '@long' }, async ({ page }) => {
  await page.goto('/login')
  await fillLogin(page, 'nobody@example.com', 'not-the-password')
  await expect(page.getByRole('alert')).toHaveText(wrong)
})

test('empty fields and a malformed address are not sent to the server', { tag: '@long' }, async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/login')
  for (const [email, password, message] of [
    ['', '', 'メールアドレスを入力してください。'],
    ['no-address', 'some-password', '有効なメールアドレスを入力してください。'],
    [emails.user, '', 'パスワードを入力してください。'],
  ] as const) {
    await fillLogin(page, email, password)
    await expect(page.getByText(message, { exact: true })).toBeVisible()
    await expect(page.locator('input[aria-invalid="true"]').first()).toBeFocused()
  }
  expect(asked).not.toContain('/api/auth/login')
})

test('a button of the demo signs in to one of its accounts with one click', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/login')
  await page.getByRole('button', { name: '監査する', exact: true }).click()
  await expect(page.getByRole('banner')).toContainText('監査 六郎')
})

test('the choice of a demo account fills the form and focuses ログイン', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/login')
  await page.getByText('すべてのアカウント').click()
  await page.getByRole('button', { name: '管理者のアカウントを入力', exact: true }).click()
  await expect(page.getByRole('button', { name: 'ログイン', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dashboard(page)).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('管理 太郎管理者')
})

test('five failures lock password sign-in for unknown browsers, and the owner still signs in on a known device', {
  tag: '@long',
}, async ({ newPage, signInByForm, newAccount }) => {
  const account = await newAccount('user')
  const known = await newPage()
  await signInByForm(known, account)
  await known.getByRole('button', { name: 'ログアウト' }).click()
  await expect(loginTitle(known)).toBeVisible()

  const outsider = await newPage()
  await outsider.goto('/login')
  for (let failure = 1; failure <= 5; failure++) {
    await fillLogin(outsider, account.email, `guess-${failure}`)
    await expect(outsider.getByRole('alert')).toHaveText(wrong)
  }
  const [answer] = await Promise.all([
    outsider.waitForResponse('**/api/auth/login'),
    fillLogin(outsider, account.email, account.password),
  ])
  expect(answer.status()).toBe(401)
  expect(Number(answer.headers()['retry-after'])).toBeGreaterThan(600)
  await expect(outsider.getByRole('alert')).toHaveText(wrong)

  await fillLogin(known, account.email, account.password)
  await expect(dashboard(known)).toBeVisible()
})

test('a session that has ended on the server closes the page, and signing in leads back', {
  tag: '@long',
}, async ({ faults, pageOf, newPage }) => {
  // Live updates connect again before the page detects the end of the session, and Chromium logs the refusal.
  faults.expect(/^WebSocket connection .* failed: HTTP Authentication failed/)
  const page = await pageOf('user')
  await page.goto('/audit-logs')
  await expect(page.getByRole('row').nth(1)).toBeVisible()

  await test.step('the same session signs out elsewhere', async () => {
    const elsewhere = await newPage({ storageState: await page.context().storageState() })
    await elsewhere.goto('/')
    await elsewhere.getByRole('button', { name: 'ログアウト' }).click()
    await expect(loginTitle(elsewhere)).toBeVisible()
  })

  await expect(page).toHaveURL('/login?redirect=%2Faudit-logs')
  await expect(page.getByRole('table')).toBeHidden()
  await fillLogin(page, emails.user, demoPassword)
  await expect(page).toHaveURL('/audit-logs')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
})

test('after signing out nothing private remains on screen, behind the back button or in storage', async ({
  pageOf,
}) => {
  const page = await pageOf('user')
  const performer = await registerPerformer(page)
  await openPerformer(page, performer)
  await page.getByRole('link', { name: 'ダッシュボードへ戻る' }).click()
  await page.getByRole('button', { name: 'ログアウト' }).click()
  await expect(page).toHaveURL('/login')
  await page.goBack()
  await expect(loginTitle(page)).toBeVisible()
  await page.goto(`/performers/${performer.id}`)
  await expect(loginTitle(page)).toBeVisible()
  await expect(page.getByText(performer.firstName)).toBeHidden()
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.getItem('accessToken')])).toEqual([
    0,
    null,
  ])
  const answer = await page.request.get(`/api/performers/${performer.id}`)
  expect(answer.status()).toBe(401)
})

test('an unknown address leads to the start page', { tag: '@long' }, async ({ pageOf, newPage }) => {
  const page = await pageOf('user')
  await page.goto('/no/such/page?with=query')
  await expect(page).toHaveURL('/')
  await expect(dashboard(page)).toBeVisible()
  const anonymous = await newPage()
  await anonymous.goto('/no/such/page')
  await expect(anonymous).toHaveURL(/\/login(\?redirect=%2F)?$/)
})

test('every protected page redirects to the login page without a sign-in and requests no record', {
  tag: '@long',
}, async ({ page }) => {
  const asked = new Set<string>()
  page.on('request', (request) => asked.add(new URL(request.url()).pathname))
  for (const path of [
    '/',
    '/dashboard',
    '/performers',
    '/performers/add',
    '/add-performer',
    '/audit-logs',
    '/performers/x',
    '/videos',
    '/videos/x',
    '/videos/x/performers/add',
  ]) {
    await page.goto(path)
    await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent(path)}`)
    await expect(loginTitle(page)).toBeVisible()
  }
  const calls = [...asked].filter((path) => path.startsWith('/api/'))
  expect(calls.sort()).toEqual(['/api/analytics/events', '/api/auth/me', '/api/config'])
})

test('/dashboard and / show the same page', { tag: '@long' }, async ({ pageOf }) => {
  const page = await pageOf('user')
  for (const path of ['/', '/dashboard']) {
    await page.goto(path)
    await expect(dashboard(page)).toBeVisible()
  }
})
