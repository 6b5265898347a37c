import { randomBytes } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { appearancesFor, expectFit } from '../setup/accessible.ts'
import { expectProvider } from '../setup/kyc.ts'
import { linkInMail } from '../setup/mails.ts'
import { expect, test } from '../setup/test.ts'

const password = 'pass-unverified-word'

test.beforeEach(async ({ request }) => {
  await expectProvider(request)
})

for (const { width, options } of appearancesFor(0)) {
  test(`at ${width} px an unverified address is marked, and the link of the mail verifies it`, {
    tag: '@long',
  }, async ({ newPage, pageOf, request }) => {
    const email = await signUp(request)
    const page = await newPage(options)
    await enter(page, email)
    await page.goto('/account')
    await expect(page.getByText('メールアドレスが確認されていません')).toBeVisible()
    await expect(page.getByRole('button', { name: '確認メールを送信' })).toBeDisabled()
    await expect(page.getByText('（1時間に1通まで送信できます）')).toBeVisible()
    await expectFit(page)

    const superadmin = await pageOf('superadmin', options)
    await superadmin.goto(`/users?search=${encodeURIComponent(email)}`)
    const row = superadmin.getByRole('row').filter({ hasText: email })
    await expect(row).toContainText('未確認')
    await expectFit(superadmin)
    await row.getByRole('button', { name: /の操作$/ }).click()
    const change = superadmin.getByRole('menuitem', { name: '権限を変更（メールアドレス未確認）' })
    await expect(change).toBeDisabled()

    const link = await linkInMail(page, email, '/verify-email')
    const outsider = await newPage(options)
    await outsider.goto(link)
    await expect(outsider.getByText('確認するアカウントでログインしてから')).toBeVisible()
    await expectFit(outsider)

    await page.goto(link)
    await expect(page, 'the secret has left the address').toHaveURL('/verify-email')
    await expectFit(page)
    await page.getByRole('button', { name: 'メールアドレスを確認する' }).click()
    await expect(page.getByRole('heading', { name: 'メールアドレスを確認しました' })).toBeVisible()
    await expectFit(page)
    await page.getByRole('link', { name: 'アカウントを開く' }).click()
    await expect(page.getByText(email)).toBeVisible()
    await expect(page.getByText('未確認')).toBeHidden()
    await superadmin.reload()
    await expect(row).toBeVisible()
    await expect(row).not.toContainText('未確認')
  })
}

async function signUp(request: APIRequestContext): Promise<string> {
  const email = `${randomBytes(4).toString('hex')}@example.com`
  const reply = await request.post('/identitytoolkit.googleapis.com/v1/accounts:signUp?key=demo', {
    data: { email, password, returnSecureToken: true },
  })
  expect(reply.status()).toBe(200)
  return email
}

async function enter(page: Page, email: string): Promise<void> {
  await page.goto('/firebase-login')
  await page.getByLabel('メールアドレス').fill(email)
  await page.getByLabel('パスワード', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'ダッシュボード' })).toBeVisible()
}
