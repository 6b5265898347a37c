import type { Page } from '@playwright/test'
import {
  approveInViewer,
  decision,
  openPerformer,
  readDocument,
  review,
  viewer,
} from '../setup/performer-page.ts'
import { csrfHeaders, registerPerformer, replyOf } from '../setup/records.ts'
import { demoPassword, emails, expect, fillLogin, test } from '../setup/test.ts'

/** Buttons during a call, and messages without a response (spec §2, §8). */

/** Delays every response by `latency` until the returned function is called. */
async function delayResponses(page: Page, latency: number): Promise<() => Promise<void>> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.enable')
  const emulate = (milliseconds: number) =>
    browser.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: milliseconds,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
  await emulate(latency)
  return async () => {
    await emulate(0)
  }
}

test('during a sign-in its button shows ログイン中... and is disabled', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'ログイン', exact: true })).toBeEnabled()
  const hurry = await delayResponses(page, 2000)
  await fillLogin(page, emails.user, demoPassword)
  await expect(page.getByRole('button', { name: 'ログイン中...' })).toBeDisabled()
  await hurry()
  await expect(page.getByRole('heading', { level: 1, name: 'ダッシュボード' })).toBeVisible()
})

test('during an approval its button shows 処理中..., and a failure is shown next to it', {
  tag: '@long',
}, async ({ pageOf }) => {
  const [owner, admin] = [await pageOf('user'), await pageOf('admin')]
  const performer = await registerPerformer(owner)
  await openPerformer(admin, performer)
  await decision(admin, 'selfie', '承認').click()
  const button = (label: string, act: string) =>
    viewer(admin).getByRole('button', { name: `${label}を${act}`, exact: true })
  await expect(button('本人写真', '承認')).toBeEnabled()
  const hurry = await delayResponses(admin, 2000)
  await button('本人写真', '承認').click()
  await expect(button('本人写真', '処理中...')).toHaveAttribute('aria-disabled', 'true')
  await hurry()
  await approveInViewer(admin, 'agreementFile')

  await readDocument(admin, 'idFront')
  // Another account claims the case, so the last approval fails.
  const other = await pageOf('superadmin')
  const claim = `/api/review/cases/${performer.id}/claim`
  await replyOf(await other.request.put(claim, { headers: await csrfHeaders(other) }))
  await button('身分証明書表面', '承認').click()
  const alert = review(admin, 'idFront').getByRole('alert')
  await expect(alert).toContainText('承認処理に失敗しました')
  await expect(alert).toContainText('審査中')
})

test('the page shows a spinner while it loads the session, and then the login page', {
  tag: '@long',
}, async ({ page }) => {
  // Caches the code of the page, so that only its first call is delayed.
  await page.goto('/performers')
  await expect(page).toHaveURL(/\/login/)
  const hurry = await delayResponses(page, 2000)
  await page.goto('/performers', { waitUntil: 'commit' })
  await expect(page.getByRole('status', { name: '読み込み中' })).toBeVisible({ timeout: 15_000 })
  await hurry()
  await expect(page).toHaveURL('/login?redirect=%2Fperformers')
})

test('a download without a response shows ダウンロードに失敗しました', { tag: '@long' }, async ({
  pageOf,
  faults,
}) => {
  faults.expect(/net::ERR_INTERNET_DISCONNECTED/)
  const page = await pageOf('user')
  await openPerformer(page, await registerPerformer(page))
  // Waits until the page has loaded, because it cannot load more without a connection.
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: '出演同意書をダウンロード' }).click()
  await expect(page.getByText('ダウンロードに失敗しました')).toBeVisible()
})

test('the label 日本語 is inactive, and the footer shows the build and its date', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'デモ環境で動作しています' })).toBeVisible()
  const before = await page.getByRole('main').ariaSnapshot()
  await page.getByText('日本語', { exact: true }).click()
  expect(await page.getByRole('main').ariaSnapshot()).toBe(before)
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('contentinfo')).toContainText('staging-emergency-fix-1.0.0（2025-08-18）')
})

test('the account page leads to the cancellation of a monthly plan in the organisation and of an annual plan by an inquiry', {
  tag: '@long',
}, async ({ pageOf }) => {
  const page = await pageOf('user')
  await page.goto('/account')
  const plan = page.getByRole('region', { name: 'ご契約' })
  await plan.getByRole('link', { name: '組織の画面' }).click()
  await expect(page.getByRole('button', { name: '解約する' })).toBeEnabled()
  await page.goBack()
  await plan.getByRole('link', { name: '年額プランの解約を申し込む' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'お問い合わせ' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: /^件名/ })).toHaveValue('解約の申し込み')
  await expect(page.getByRole('textbox', { name: /^メールアドレス/ })).toHaveValue(emails.user)
})
