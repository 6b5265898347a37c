import { performerFields } from '@kyc/contract/performer-fields.ts'
import type { Page } from '@playwright/test'
import { Calls } from '../setup/calls.ts'
import { approveOnPage, openPerformer } from '../setup/performer-page.ts'
import { fullName, registerPerformer, uniqueNames } from '../setup/records.ts'
import {
  chooseRequiredFiles,
  fillNames,
  nameField,
  openRegistration,
  performerAddress,
  submitButton,
} from '../setup/registration-form.ts'
import { stopLiveUpdates } from '../setup/stop-live-updates.ts'
import { demoNames, demoPassword, emails, expect, fillLogin, test } from '../setup/test.ts'

/** Rules of spec §7, §8 and D51 that need a real browser with a real server. */

async function metaToken(page: Page): Promise<string> {
  return (await page.locator('meta[name="csrf-token"]').getAttribute('content')) ?? ''
}

test('every call sends the headers of spec §7, and a CSRF token if it changes something', {
  tag: '@long',
}, async ({ page }) => {
  const calls = new Calls(page)
  await page.goto('/login')
  const token = await metaToken(page)
  expect(token).toMatch(/^[\w-]{43}$/)
  await fillLogin(page, emails.user, demoPassword)
  await expect(page.getByRole('heading', { level: 1, name: 'ダッシュボード' })).toBeVisible()

  for (const name of [
    'GET /auth/me',
    'POST /auth/session/init',
    'POST /auth/login',
    'GET /dashboard/stats',
  ]) {
    const [request] = calls.requests(name)
    expect(await request?.allHeaders(), name).toMatchObject({
      'x-requested-with': 'XMLHttpRequest',
      'x-client-version': 'staging-emergency-fix-1.0.0',
      'x-auth-layer': 'frontend',
      'x-security-version': '2025.01.24',
    })
  }
  expect(calls.requests('GET /dashboard/stats')[0]?.headers()).not.toHaveProperty('x-csrf-token')
  expect(calls.requests('POST /auth/session/init')[0]?.headers()['x-csrf-token']).toBe(token)
  expect(calls.requests('POST /auth/login')[0]?.headers()['x-csrf-token']).toMatch(/^[\w-]{43}$/)
})

test('only the first call that changes something starts the session, with the browser’s data', {
  tag: '@long',
}, async ({ page }) => {
  const calls = new Calls(page)
  await page.goto('/login')
  await fillLogin(page, emails.user, 'x'.repeat(300))
  await expect(page.getByText('パスワードが長すぎます。')).toBeVisible()
  expect(calls.names().filter((name) => name.startsWith('POST'))).toEqual([])
  await fillLogin(page, 'nobody-known@example.com', 'not-the-password')
  await expect(page.getByRole('alert')).toBeVisible()
  await fillLogin(page, emails.user, demoPassword)
  await expect(page.getByRole('heading', { level: 1, name: 'ダッシュボード' })).toBeVisible()
  const posts = calls.names().filter((name) => name.startsWith('POST'))
  expect(posts).toEqual(['POST /auth/session/init', 'POST /auth/login', 'POST /auth/login'])
  expect(calls.requests('POST /auth/session/init')[0]?.postDataJSON()).toEqual({
    clientInfo: {
      userAgent: expect.stringContaining('Chrome'),
      platform: expect.any(String),
      language: 'ja-JP',
      timezone: 'America/New_York',
    },
  })
})

test('a wrong password causes one call, without retry and refresh', { tag: '@long' }, async ({ page }) => {
  const calls = new Calls(page)
  await page.goto('/login')
  await fillLogin(page, 'nobody-at-all@example.com', 'not-the-password')
  await expect(page.getByRole('alert')).toBeVisible()
  expect(calls.requests('POST /auth/login')).toHaveLength(1)
  expect(calls.requests('POST /auth/refresh')).toHaveLength(0)
})

test('files are sent by XMLHttpRequest with a key that is kept for a retry and changes with the form', {
  tag: '@long',
}, async ({ pageOfNewAccount, faults }) => {
  faults.expect(/responded with a status of 502 /)
  const page = await pageOfNewAccount('user')
  const calls = new Calls(page)
  await openRegistration(page)
  await fillNames(page, { ...uniqueNames(), firstNameRoman: 'HANAKO' })
  // Fills the kana first: leaving the roman names fills them, which would change the form between two attempts.
  const kana = page.getByLabel(performerFields.firstNameKana.label, { exact: true })
  await kana.focus()
  await expect(kana).not.toHaveValue('')
  await chooseRequiredFiles(page)
  let failures = 2
  await page.route('**/api/performers', (route) =>
    failures-- > 0 ? route.fulfill({ status: 502 }) : route.continue(),
  )
  await submitButton(page).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await submitButton(page).click()
  await expect.poll(() => calls.requests('POST /performers').length).toBe(2)
  await expect(submitButton(page)).toBeEnabled()
  await nameField(page, 'lastName').fill('試験二')
  await submitButton(page).click()
  await expect(page).toHaveURL(performerAddress)
  const requests = calls.requests('POST /performers')
  expect(requests.map((request) => request.resourceType())).toEqual(['xhr', 'xhr', 'xhr'])
  const [first, second, third] = requests.map((request) => request.headers()['idempotency-key'])
  expect(first).toBeTruthy()
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('a CSRF token that another tab has invalidated is renewed, and the act is done once', {
  tag: '@long',
}, async ({ pageOf, pageOfNewAccount, faults }) => {
  const admin = await pageOf('admin')
  const performer = await registerPerformer(await pageOfNewAccount('user'))
  await openPerformer(admin, performer)
  await stopLiveUpdates(admin)
  await approveOnPage(admin, 'idFront')

  // Aborts the calls of the page, which polls while the log is verified: a call between the sign-out and the sign-in
  // would end its session.
  await admin.route('**/api/**', (route) => route.abort())
  faults.expect(/net::ERR_FAILED/)
  await test.step('the same account signs out and in again in another tab', async () => {
    const other = await admin.context().newPage()
    await other.goto('/')
    await other.getByRole('button', { name: 'ログアウト' }).click()
    await expect(other).toHaveURL('/login')
    await fillLogin(other, emails.admin, demoPassword)
    await expect(other.getByRole('banner')).toContainText(demoNames.admin)
    await other.close()
  })
  await admin.unroute('**/api/**')

  const calls = new Calls(admin)
  await approveOnPage(admin, 'selfie')
  const verify = `PUT /performers/${performer.id}/documents/selfie/verify`
  const answers = await Promise.all(calls.requests(verify).map((request) => request.response()))
  expect(answers.map((answer) => answer?.status())).toEqual([403, 200])
  expect(calls.requests('GET /auth/csrf-token')).toHaveLength(1)
})

test('parallel calls of an expired session share one refresh, and the page opens the login page', {
  tag: '@long',
}, async ({ pageOf, newPage }) => {
  const admin = await pageOf('admin')
  await admin.goto('/')
  await stopLiveUpdates(admin)
  await expect(admin.getByRole('table', { name: '1日の審査件数' })).toBeAttached()
  const elsewhere = await newPage({ storageState: await admin.context().storageState() })
  await elsewhere.goto('/')
  await elsewhere.getByRole('button', { name: 'ログアウト' }).click()
  await expect(elsewhere).toHaveURL('/login')

  const calls = new Calls(admin)
  await admin.getByRole('button', { name: '更新' }).click()
  await expect(admin).toHaveURL('/login?redirect=%2F')
  expect(calls.requests('GET /dashboard/stats')).toHaveLength(1)
  expect(calls.requests('GET /dashboard/charts')).toHaveLength(1)
  expect(calls.requests('POST /auth/session/init')).toHaveLength(1)
  expect(calls.requests('POST /auth/refresh')).toHaveLength(1)
  expect(calls.names().indexOf('POST /auth/session/init')).toBeLessThan(
    calls.names().indexOf('POST /auth/refresh'),
  )
  expect(await admin.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
})

test('a read without a response is tried four times with growing delays and then reported', {
  tag: '@long',
}, async ({ pageOfNewAccount, faults }) => {
  faults.expect(/net::ERR_INTERNET_DISCONNECTED/)
  const page = await pageOfNewAccount('user')
  await page.goto('/audit-logs')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  const calls = new Calls(page)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: '更新' }).click()
  const failed = page.getByText('最新の情報を取得できませんでした')
  await expect(failed).toBeVisible({ timeout: 20_000 })
  expect(calls.requests('GET /audit-logs')).toHaveLength(4)
  await expect(page.getByRole('row').nth(1), 'the rows stay').toBeVisible()
  await page.getByRole('button', { name: '再試行' }).click()
  await page.context().setOffline(false)
  await expect(failed).toBeHidden()
})

test('a visible page checks the session every 10 minutes and rotates the token every 30', {
  tag: '@long',
}, async ({ pageOfNewAccount }) => {
  const page = await pageOfNewAccount('user')
  await page.clock.install()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'ダッシュボード' })).toBeVisible()
  const calls = new Calls(page)
  await page.clock.fastForward('10:00')
  await expect.poll(() => calls.requests('GET /auth/me').length).toBe(1)
  await page.clock.fastForward('20:00')
  await expect.poll(() => calls.requests('POST /auth/session/refresh').length).toBe(1)
  calls.forget()
  await page.getByRole('button', { name: '更新' }).click()
  await expect.poll(() => calls.requests('GET /dashboard/stats').length).toBeGreaterThan(0)
})

test('a page whose session has ended detects it and shows nothing private', async ({
  pageOfNewAccount,
  newPage,
  faults,
}) => {
  // The clock skips ten minutes at once, so the socket may try to connect again before the page opens /login.
  faults.expect(/^WebSocket connection to .* failed/)
  const page = await pageOfNewAccount('user')
  const performer = await registerPerformer(page)
  await page.clock.install()
  await openPerformer(page, performer)
  const elsewhere = await newPage({ storageState: await page.context().storageState() })
  await elsewhere.goto('/')
  await elsewhere.getByRole('button', { name: 'ログアウト' }).click()
  await expect(elsewhere).toHaveURL('/login')
  await page.clock.fastForward('10:00')
  await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent(`/performers/${performer.id}`)}`)
  await expect(page.getByText(performer.firstName)).toBeHidden()
})

test('hovering over a link loads the code of its page and no record', { tag: '@long' }, async ({
  pageOfNewAccount,
}) => {
  const page = await pageOfNewAccount('user')
  const performer = await registerPerformer(page)
  await page.goto('/performers')
  const link = page.getByRole('link', { name: fullName(performer), exact: true })
  await expect(link).toBeVisible()
  // Waits for the page's own calls, because a link that they render again under the pointer preloads nothing.
  await page.waitForLoadState('networkidle')
  const calls = new Calls(page)
  const [code] = await Promise.all([
    page.waitForRequest((request) => new URL(request.url()).pathname.startsWith('/assets/')),
    link.hover(),
  ])
  expect(code.url()).toContain('PerformerPage')
  expect(calls.names()).toEqual([])
})
