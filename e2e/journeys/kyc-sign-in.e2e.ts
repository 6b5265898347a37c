import type { Page } from '@playwright/test'
import { expectAccessible } from '../setup/accessible.ts'
import {
  currentStep,
  emailField,
  loginButton,
  newProviderAccount,
  openSignIn,
  passwordField,
  signInAtForm,
  signUpVerified,
  test,
} from '../setup/kyc.ts'
import { codeField, setUpAuthenticator } from '../setup/second-factor.ts'
import { demoPassword, expect } from '../setup/test.ts'

// spec §2, §4, §5 and §8: the form of the second step, with the provider's SDK and its emulator.

const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const confirmation = (page: Page) => page.getByLabel('パスワード（確認）', { exact: true })
const submit = (page: Page) => page.locator('form button[type="submit"]')

test('faults of the form are shown in the words of the specification', { tag: '@long' }, async ({
  page,
  partner,
}) => {
  await openSignIn(page, partner)
  await emailField(page).fill('hanako.example.com')
  await passwordField(page).fill('12345')
  await loginButton(page).click()
  await expect(page.getByText('有効なメールアドレスを入力してください。')).toBeVisible()
  await expect(page.getByText('パスワードは6文字以上で入力してください。')).toBeVisible()
  await expect(emailField(page)).toBeFocused()
  await expectAccessible(page)

  await tab(page, '新規登録').click()
  await expect(page.getByText('有効なメールアドレスを入力してください。')).toBeHidden()
  await expect(emailField(page)).toHaveValue('hanako.example.com')
  await expect(passwordField(page)).toHaveValue('')
  await emailField(page).fill('hanako@example.com')
  await passwordField(page).fill('1234567')
  await expect(page.getByText('セキュリティ向上のため、8文字以上のパスワードを推奨します。')).toBeVisible()
  await confirmation(page).fill('7654321')
  await submit(page).click()
  await expect(page.getByText('パスワードが一致しません。')).toBeVisible()
  await expect(confirmation(page)).toBeFocused()
  await passwordField(page).fill('12345678')
  await expect(page.getByText('セキュリティ向上のため、8文字以上のパスワードを推奨します。')).toBeHidden()

  await tab(page, 'パスワード再設定').click()
  await expect(passwordField(page)).toHaveCount(0)
  await emailField(page).fill('hanako')
  await submit(page).click()
  await expect(page.getByText('有効なメールアドレスを入力してください。')).toBeVisible()
})

const refusals = [
  [
    'a wrong password',
    'sister@example.com',
    'not-the-password',
    '認証情報が無効です。正しい情報を入力してください。',
  ],
  [
    'an unknown account',
    'nobody@example.com',
    demoPassword,
    '認証情報が無効です。正しい情報を入力してください。',
  ],
  ['a disabled account', 'disabled@example.com', demoPassword, 'このアカウントは無効になっています。'],
  [
    'an unverified address of a password account',
    'user@example.com',
    demoPassword,
    'このメールアドレスは既に使用されています。',
  ],
] as const

test('refusals of the provider are shown in Japanese, and another mode clears the message', {
  tag: '@long',
}, async ({ page, partner }) => {
  await openSignIn(page, partner)
  for (const [what, email, password, message] of refusals) {
    await test.step(what, async () => {
      await signInAtForm(page, { email, password })
      await expect(page.getByRole('alert')).toHaveText(message)
      await expect(currentStep(page)).toContainText('認証')
      await tab(page, '新規登録').click()
      await expect(page.getByRole('alert')).toHaveCount(0)
      await expect(passwordField(page)).toHaveValue('')
      await tab(page, 'ログイン').click()
    })
  }
  await test.step('a registration with a taken address is refused', async () => {
    await tab(page, '新規登録').click()
    await emailField(page).fill('sister@example.com')
    await passwordField(page).fill('a-pass-word')
    await confirmation(page).fill('a-pass-word')
    await submit(page).click()
    await expect(page.getByRole('alert')).toHaveText('このメールアドレスは既に使用されています。')
  })
})

test('a mail for a new password is confirmed by a banner that closes automatically', {
  tag: '@long',
}, async ({ page, partner, request }) => {
  const { email } = await newProviderAccount(request)
  await openSignIn(page, partner)
  await tab(page, 'パスワード再設定').click()
  await emailField(page).fill(email)
  await submit(page).click()
  const banner = page.getByText('パスワードリセットメールを送信しました。メールを確認してください。')
  await expect(banner).toBeVisible()
  await expectAccessible(page)
  await expect(banner).toBeHidden()
  const { oobCodes } = await (await request.get('/emulator/v1/projects/demo-kyc/oobCodes')).json()
  expect(oobCodes.map((sent: { email: string }) => sent.email)).toContain(email)

  await test.step('the button of the banner closes it', async () => {
    await submit(page).click()
    await expect(banner).toBeVisible()
    await page.getByRole('button', { name: '閉じる' }).click()
    await expect(banner).toBeHidden()
  })
})

test('remembering stores the address on this device and never the password', { tag: '@long' }, async ({
  page,
  partner,
  request,
}) => {
  const account = await newProviderAccount(request)
  await openSignIn(page, partner)
  await page.getByLabel('メールアドレスを記憶する').check()
  await signInAtForm(page, account)
  await expect(page.getByText('ログインに成功しました！')).toBeVisible()
  await expect(page.getByRole('heading', { name: '提携先に戻りました' })).toBeVisible()

  await openSignIn(page, partner)
  await expect(emailField(page)).toHaveValue(account.email)
  await expect(page.getByLabel('メールアドレスを記憶する')).toBeChecked()
  await expect(passwordField(page)).toHaveValue('')
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(stored).not.toContain(account.password)

  await test.step('after the box is unchecked, a sign-in removes the stored address', async () => {
    await page.getByLabel('メールアドレスを記憶する').uncheck()
    await signInAtForm(page, account)
    await expect(page.getByRole('heading', { name: '提携先に戻りました' })).toBeVisible()
    await openSignIn(page, partner)
    await expect(emailField(page)).toHaveValue('')
    await expect(page.getByLabel('メールアドレスを記憶する')).not.toBeChecked()
  })
})

test('the Google popup signs in', { tag: '@long' }, async ({ page, partner }) => {
  await openSignIn(page, partner)
  const popup = await openGoogle(page)
  await popup.getByText('google@example.com').click()
  await expect(page.getByText('ログインに成功しました！')).toBeVisible()
  await expect(page.getByRole('heading', { name: '提携先に戻りました' })).toBeVisible()
})

test('a closed popup is reported, and the form stays usable', { tag: '@long' }, async ({
  page,
  partner,
  request,
}) => {
  await openSignIn(page, partner)
  const popup = await openGoogle(page)
  await popup.close()
  await expect(page.getByRole('alert')).toHaveText('ログイン画面が閉じられました。')
  await signInAtForm(page, await newProviderAccount(request))
  await expect(page.getByText('ログインに成功しました！')).toBeVisible()
})

test('a blocked popup is reported', { tag: '@long' }, async ({ page, partner }) => {
  await page.addInitScript(() => {
    window.open = () => null
  })
  await openSignIn(page, partner)
  await googleButton(page).click()
  await expect(page.getByRole('alert')).toHaveText(
    'ポップアップがブロックされました。ブラウザの設定を確認してください。',
  )
})

test('a sign-in for a partner requires the second factor of the account', { tag: '@long' }, async ({
  page,
  partner,
  request,
  newAccount,
}) => {
  const account = await newAccount('user')
  // The address is verified, so that both accounts are merged (D30).
  await signUpVerified(request, account)
  await page.goto('/login')
  await signInAtForm(page, account)
  await expect(page.getByRole('heading', { level: 1, name: 'ダッシュボード' })).toBeVisible()
  await page.goto('/account')
  const { app } = await setUpAuthenticator(page)

  await openSignIn(page, partner)
  await expect(page.getByText(`現在 ${account.email} としてログイン中です。`)).toBeVisible()
  await signInAtForm(page, account)
  await expect(page.getByRole('region', { name: '二段階認証' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('本人確認の登録')
  await codeField(page).fill(app.code())
  await page.getByRole('button', { name: '確認してログイン' }).click()
  await expect(page.getByText('ログインに成功しました！')).toBeVisible()
  await expect(page.getByRole('heading', { name: '提携先に戻りました' })).toBeVisible()
})

const googleButton = (page: Page) => page.getByRole('button', { name: 'Googleアカウントでログイン' })

async function openGoogle(page: Page): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), googleButton(page).click()])
  return popup
}
