import type { Page } from '@playwright/test'
import { required } from '../setup/files.ts'
import { uniqueNames } from '../setup/records.ts'
import { fillNames, nameField, openRegistration, slot } from '../setup/registration-form.ts'
import { type Account, demoPassword, emails, expect, fillLogin, test } from '../setup/test.ts'

const cover = (page: Page) => page.getByRole('dialog', { name: 'もう一度ログインしてください' })

/** Signs in on the cover; the form hidden below it has a field for an address too. */
async function signInOnCover(page: Page, email: string, password: string): Promise<void> {
  await cover(page).getByLabel('メールアドレス', { exact: true }).fill(email)
  await cover(page).getByLabel('パスワード', { exact: true }).fill(password)
  await cover(page).getByRole('button', { name: 'ログイン', exact: true }).click()
}

/** Fills the form of `page` and signs out in another tab of the same browser. */
async function signOutElsewhere(page: Page, account: Account, names = uniqueNames()): Promise<void> {
  await openRegistration(page)
  await fillNames(page, names)
  await slot(page, 'selfie').setInputFiles(required.selfie)
  await expect(page.getByText('選択済み')).toBeVisible()
  const other = await page.context().newPage()
  await other.goto('/dashboard')
  await other.getByRole('button', { name: 'ログアウト' }).click()
  await expect(other).toHaveURL(/\/login/)
  await other.close()
  await expect(cover(page)).toBeVisible()
  await expect(page.getByText('選択済み')).toBeHidden()
  await expect(page.getByText(account.email)).toBeHidden()
}

test('a sign-out in another tab covers a filled form until the same user signs in', async ({
  newPage,
  newAccount,
  signInByForm,
}) => {
  const page = await newPage()
  const account = await newAccount('user')
  await signInByForm(page, account)
  const names = uniqueNames()
  await signOutElsewhere(page, account, names)
  await expect(cover(page).getByRole('heading'), 'the next key must not discard the input').toBeFocused()
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(cover(page)).toBeVisible()
  expect(await page.ariaSnapshot()).not.toContain(names.lastName)
  expect(calls.filter((path) => path.startsWith('/api/') && !path.startsWith('/api/auth/'))).toEqual([])

  await signInOnCover(page, account.email, account.password)
  await expect(cover(page)).toBeHidden()
  await expect(nameField(page, 'firstName')).toHaveValue(names.firstName)
  await expect(page.getByText('選択済み')).toBeVisible()

  await page.getByRole('button', { name: 'ログアウト' }).click()
  const question = page.getByRole('dialog', { name: '入力した内容を破棄しますか' })
  await question.getByRole('button', { name: '入力に戻る' }).click()
  await expect(nameField(page, 'firstName')).toHaveValue(names.firstName)
  await page.getByRole('button', { name: 'ログアウト' }).click()
  await question.getByRole('button', { name: '破棄してログアウト' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test('input under the cover is discarded for another user and after 15 minutes', { tag: '@long' }, async ({
  newPage,
  newAccount,
  signInByForm,
}) => {
  const page = await newPage()
  await page.clock.install()
  const account = await newAccount('user')
  await signInByForm(page, account)
  await signOutElsewhere(page, account)
  await signInOnCover(page, emails.user, demoPassword)
  await expect(cover(page)).toBeHidden()
  await expect(nameField(page, 'firstName')).toHaveValue('')
  await expect(page.getByText('選択済み')).toBeHidden()

  await page.context().clearCookies()
  await signInByForm(page, account)
  await signOutElsewhere(page, account)
  await page.clock.fastForward('14:00')
  await expect(cover(page)).toBeVisible()
  await page.clock.fastForward('01:01')
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await fillLogin(page, account.email, account.password)
  await expect(nameField(page, 'firstName')).toHaveValue('')
})
