import { appearancesFor, expectFit } from '../setup/accessible.ts'
import { AuthenticatorApp, codeField, readRecoveryCodes } from '../setup/second-factor.ts'
import { expect, fillLogin, test } from '../setup/test.ts'

for (const { width, colorScheme, options } of appearancesFor(0)) {
  test.describe(`at ${width} px in the ${colorScheme} scheme`, () => {
    test('the account page and the second step of sign-in are accessible', { tag: '@long' }, async ({
      newPage,
      newAccount,
      signIn,
    }) => {
      const account = await newAccount('user')
      const page = await newPage(options)
      await signIn(page, account)
      await page.goto('/account')
      await expect(page.getByText('この端末', { exact: true })).toBeVisible()
      await expectFit(page)
      await page.getByRole('button', { name: '設定する', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: '認証アプリの設定' })
      const app = new AuthenticatorApp(await dialog.getByRole('code').innerText())
      await expectFit(page)
      await codeField(page).fill(app.code())
      await dialog.getByRole('button', { name: '設定する', exact: true }).click()
      await expect(page.getByRole('button', { name: '控えたので閉じる' })).toBeVisible()
      await expectFit(page)
      await readRecoveryCodes(page)
      const later = await newPage(options)
      await later.goto('/login')
      await fillLogin(later, account.email, account.password)
      await expect(codeField(later)).toBeVisible()
      await expectFit(later)
      const member = await newPage(options)
      await signIn(member, 'user')
      await member.goto('/account')
      await expect(member.getByRole('combobox', { name: 'ほかのメンバーが登録した' })).toBeVisible()
      await expectFit(member)
    })
  })
}

for (const { width, colorScheme, options } of appearancesFor(1)) {
  test.describe(`at ${width} px in the ${colorScheme} scheme`, () => {
    test('the pages that mails link to are accessible', { tag: '@long' }, async ({ newPage }) => {
      const page = await newPage(options)
      await page.goto('/password-reset')
      await page.getByRole('button', { name: 'メールを送信' }).click()
      await expect(page.getByText('メールアドレスを入力してください。', { exact: true })).toBeVisible()
      await expectFit(page)
      await page.goto('/password-reset#token=over')
      await page.getByLabel('新しいパスワード', { exact: true }).fill('a-new-pass-phrase')
      await page.getByRole('button', { name: 'パスワードを設定' }).click()
      await expect(page.getByRole('alert')).toBeVisible()
      await expectFit(page)
      await page.goto('/invite#token=over')
      await expect(page.getByRole('alert')).toBeVisible()
      await expectFit(page)
    })

    test('the list of users, its menu and its dialogs are accessible', { tag: '@long' }, async ({
      pageOf,
    }) => {
      const page = await pageOf('admin', options)
      await page.goto('/users')
      await expect(page.getByText('admin@example.com', { exact: true })).toBeVisible()
      await expectFit(page)
      // Lists this account alone, so that no other row is half under the header.
      await page.getByRole('searchbox', { name: 'ユーザーを検索' }).fill('管理 太郎')
      await expect(page.getByRole('button', { name: /の操作$/ })).toHaveCount(1)
      await page.getByRole('button', { name: '管理 太郎の操作' }).click()
      await expect(page.getByRole('menu', { name: '管理 太郎の操作' })).toBeVisible()
      await expectFit(page)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'ユーザーを招待' }).click()
      await page.getByRole('button', { name: '招待メールを送信' }).click()
      await expect(page.getByText('氏名を入力してください。')).toBeVisible()
      await expectFit(page)
    })
  })
}
