import type { Page } from '@playwright/test'
import { expect, fillLogin, test } from '../setup/test.ts'

/** Starts to add up the layout shifts of the pages that `page` opens. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts = { shifted: 0 }
    new PerformanceObserver((list) => {
      // The type of an entry of this kind is not in the DOM library.
      for (const entry of list.getEntries()) shifts.shifted += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
    Object.assign(globalThis, { shifts })
  })
  // Defined by the script above.
  return () => page.evaluate(() => (globalThis as unknown as { shifts: { shifted: number } }).shifts.shifted)
}

test('a new name is shown in the header at once', { tag: '@long' }, async ({
  newPage,
  newAccount,
  signIn,
}) => {
  const account = await newAccount('user')
  const page = await newPage()
  await signIn(page, account)
  await page.getByRole('link', { name: account.name }).click()
  await page.getByLabel('氏名').fill(`改名 ${account.name}`)
  await page.getByRole('button', { name: '氏名を変更' }).click()
  await expect(page.getByRole('banner')).toContainText(`改名 ${account.name}`)
})

test('a password change ends all other sessions and keeps this one', { tag: '@long' }, async ({
  newPage,
  newAccount,
  signIn,
}) => {
  const account = await newAccount('user')
  const [page, elsewhere] = [await newPage(), await newPage()]
  await signIn(page, account)
  await signIn(elsewhere, account)
  await page.goto('/account')
  await page.getByLabel('現在のパスワード', { exact: true }).fill('not-the-password')
  await page.getByLabel('新しいパスワード', { exact: true }).fill('a-new-pass-phrase')
  await page.getByRole('button', { name: 'パスワードを変更' }).click()
  await expect(page.getByText('現在のパスワードが正しくありません。')).toBeVisible()
  await page.getByLabel('現在のパスワード', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'パスワードを変更' }).click()
  await expect(page.getByRole('status').getByText('パスワードを変更しました。')).toBeVisible()

  await expect(elsewhere.getByRole('heading', { level: 1, name: 'ログイン' })).toBeVisible()
  await fillLogin(elsewhere, account.email, 'a-new-pass-phrase')
  await expect(elsewhere.getByRole('heading', { level: 1, name: 'ダッシュボード' })).toBeVisible()
  await page.getByRole('button', { name: '氏名を変更' }).waitFor()
  await page.goto('/performers')
  await expect(page.getByRole('heading', { level: 1, name: '自分の出演者' })).toBeVisible()
})

test('the account page lists the sessions and ends one of them, then all others', { tag: '@long' }, async ({
  newPage,
  newAccount,
  signIn,
}) => {
  const account = await newAccount('user')
  const [page, second, third] = [await newPage(), await newPage(), await newPage()]
  for (const each of [second, third, page]) await signIn(each, account)
  const shifts = await watchShifts(page)
  const painted = Promise.withResolvers<void>()
  await page.route('**/api/account/security', (route) => painted.promise.then(() => route.continue()))
  await page.goto('/account')
  const sessions = page.getByRole('region', { name: 'ログイン中の端末' }).getByRole('listitem')
  await expect(sessions).toHaveCount(3)
  painted.resolve()
  await expect(page.getByRole('region', { name: '二段階認証' })).toContainText('未設定')
  await expect(page.getByRole('region', { name: 'パスワード' })).toBeVisible()
  expect(await shifts(), 'the page does not move when the replies arrive').toBeLessThan(0.01)
  await expect(sessions.filter({ hasText: 'この端末' })).toHaveCount(1)
  await expect(
    sessions.filter({ hasText: 'この端末' }).getByRole('button'),
    'the current session is ended by ログアウト in the header',
  ).toBeHidden()

  await sessions
    .getByRole('button', { name: /をログアウト$/ })
    .first()
    .click()
  await expect(sessions).toHaveCount(2)
  await page.getByRole('button', { name: 'ほかの端末をすべてログアウト' }).click()
  await page.getByRole('button', { name: 'すべてログアウト', exact: true }).click()
  await expect(sessions).toHaveCount(1)
  for (const ended of [second, third]) {
    await ended.goto('/performers')
    await expect(ended.getByRole('heading', { level: 1, name: 'ログイン' })).toBeVisible()
  }
})
