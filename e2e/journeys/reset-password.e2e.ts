import { linkInMail } from '../setup/mails.ts'
import { expect, fillLogin, test } from '../setup/test.ts'

test('the link of the mail resets a forgotten password and works once', { tag: '@long' }, async ({
  newPage,
  newAccount,
  signIn,
}) => {
  const account = await newAccount('user')
  const elsewhere = await newPage()
  await signIn(elsewhere, account)
  const page = await newPage()
  await page.goto('/login')
  await page.getByRole('link', { name: 'パスワードをお忘れの方' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'パスワードの再設定' })).toBeVisible()
  await page.getByLabel('メールアドレス', { exact: true }).fill(account.email)
  await page.getByRole('button', { name: 'メールを送信' }).click()
  await expect(page.getByRole('heading', { name: 'メールをご確認ください' })).toBeVisible()

  const link = await linkInMail(page, account.email, '/password-reset')
  await page.goto(link)
  await expect(page.getByLabel('新しいパスワード', { exact: true })).toBeVisible()
  await expect(page, 'the secret has left the address').toHaveURL('/password-reset')
  await page.getByLabel('新しいパスワード', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'パスワードを設定' }).click()
  await expect(page.getByText('パスワードは8文字以上で設定してください。')).toBeVisible()
  await page.getByLabel('新しいパスワード', { exact: true }).fill('a-new-pass-phrase')
  await page.getByRole('button', { name: 'パスワードを設定' }).click()
  await expect(page.getByRole('heading', { name: 'パスワードを変更しました' })).toBeVisible()
  await page.getByRole('link', { name: 'ログイン画面へ' }).click()
  await fillLogin(page, account.email, account.password)
  await expect(page.getByRole('alert')).toHaveText('メールアドレスまたはパスワードが正しくありません。')
  await fillLogin(page, account.email, 'a-new-pass-phrase')
  await expect(page.getByRole('heading', { level: 1, name: 'ダッシュボード' })).toBeVisible()

  await test.step('all other sessions have ended', async () => {
    await elsewhere.goto('/performers')
    await expect(elsewhere.getByRole('heading', { level: 1, name: 'ログイン' })).toBeVisible()
  })
  await test.step('the used link is refused and offers a new one', async () => {
    const late = await newPage()
    await late.goto(link)
    await late.getByLabel('新しいパスワード', { exact: true }).fill('another-pass-phrase')
    await late.getByRole('button', { name: 'パスワードを設定' }).click()
    await expect(late.getByRole('alert')).toContainText(
      'リンクの有効期限が切れているか、すでに使われています。',
    )
    await late.getByRole('button', { name: 'もう一度メールを受け取る' }).click()
    await expect(late.getByRole('button', { name: 'メールを送信' })).toBeVisible()
  })
})

test('requesting a link does not reveal whether the account exists', { tag: '@long' }, async ({ page }) => {
  await page.goto('/password-reset')
  await page.getByLabel('メールアドレス', { exact: true }).fill('nobody-at-all@example.com')
  await page.getByRole('button', { name: 'メールを送信' }).click()
  await expect(page.getByRole('heading', { name: 'メールをご確認ください' })).toBeVisible()
})
