import type { Page } from '@playwright/test'
import { createAccounts } from '../setup/accounts.ts'
import { ageSignIns } from '../setup/database.ts'
import { newDataDir, removeDataDir, startProduct } from '../setup/product.ts'
import { startRelay } from '../setup/relay.ts'
import {
  codeField,
  plugInPasskeyDevice,
  readRecoveryCodes,
  setUpAuthenticator,
} from '../setup/second-factor.ts'
import { expect, fillLogin, heading, test } from '../setup/test.ts'

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'ログアウト', exact: true }).click()
  await expect(heading(page, 'ログイン')).toBeVisible()
}

test('an authenticator app is required from the next sign-in, and a recovery code replaces it once', {
  tag: '@long',
}, async ({ newPage, newAccount, signIn }) => {
  const account = await newAccount('user')
  const page = await newPage()
  await signIn(page, account)
  await page.getByRole('link', { name: account.name }).click()
  await expect(heading(page, 'アカウント')).toBeVisible()
  const { app, recoveryCodes } = await setUpAuthenticator(page)
  await expect(page.getByText('設定済み')).toBeVisible()
  await signOut(page)

  await fillLogin(page, account.email, account.password)
  await expect(heading(page, '二段階認証')).toBeVisible()
  await codeField(page).fill('000000')
  await page.getByRole('button', { name: '確認してログイン' }).click()
  await expect(page.getByRole('alert')).toHaveText('確認コードが正しくありません。もう一度お試しください。')
  await codeField(page).fill(app.code())
  await page.keyboard.press('Enter')
  await expect(heading(page, 'ダッシュボード')).toBeVisible()
  await signOut(page)

  for (const [time, outcome] of [
    ['first', 'ダッシュボード'],
    ['second', '二段階認証'],
  ] as const) {
    await test.step(`the ${time} use of a recovery code`, async () => {
      await fillLogin(page, account.email, account.password)
      await page.getByRole('button', { name: 'リカバリーコードを使う' }).click()
      await page.getByRole('textbox', { name: 'リカバリーコード' }).fill(recoveryCodes[0] ?? '')
      await page.getByRole('button', { name: '確認してログイン' }).click()
      if (outcome === '二段階認証') await expect(page.getByRole('alert')).toBeVisible()
      await expect(heading(page, outcome)).toBeVisible()
      if (outcome === 'ダッシュボード') await signOut(page)
    })
  }
  await page.getByRole('button', { name: 'ログインに戻る' }).click()
  await expect(heading(page, 'ログイン')).toBeVisible()
  await expect(page.getByLabel('パスワード', { exact: true })).toHaveValue('')
})

test('a passkey completes a sign-in and a step-up, and can be removed', async ({
  newPage,
  newAccount,
  signIn,
}) => {
  const account = await newAccount('user')
  const page = await newPage()
  await plugInPasskeyDevice(page)
  await signIn(page, account)
  await page.goto('/account')
  await page.getByRole('button', { name: '追加する' }).click()
  const dialog = page.getByRole('dialog', { name: 'パスキーの追加' })
  await dialog.getByLabel('パスキーの名前').fill('仕事用のパソコン')
  await dialog.getByRole('button', { name: '続ける' }).click()
  await readRecoveryCodes(page)
  await expect(page.getByRole('list', { name: '登録したパスキー' })).toContainText('仕事用のパソコン')
  await signOut(page)

  await fillLogin(page, account.email, account.password)
  await page.getByRole('button', { name: 'パスキーで確認' }).click()
  await expect(heading(page, 'ダッシュボード')).toBeVisible()

  await ageSignIns(account.email)
  await page.goto('/account')
  await page.getByRole('button', { name: '仕事用のパソコンを削除' }).click()
  await page.getByRole('button', { name: '削除', exact: true }).click()
  await page.getByRole('button', { name: 'パスキーで確認' }).click()
  await expect(page.getByRole('list', { name: '登録したパスキー' })).toBeHidden()
  await signOut(page)
  await fillLogin(page, account.email, account.password)
  await expect(heading(page, 'ダッシュボード')).toBeVisible()
})

test('when the second step fails to load, the login form keeps its input, and the step appears at the next attempt', {
  tag: '@long',
}, async ({ newPage, newAccount, signIn, baseURL, faults }) => {
  faults.expect(
    /net::ERR_(?:EMPTY_RESPONSE|CONNECTION_RESET|CONNECTION_CLOSED)|dynamically imported module|Unable to preload CSS/,
  )
  const account = await newAccount('user')
  const owner = await newPage()
  await signIn(owner, account)
  await owner.goto('/account')
  await setUpAuthenticator(owner)

  const relay = await startRelay(baseURL ?? '')
  const page = await newPage({ baseURL: relay.url })
  await page.goto('/login')
  relay.cutRequests('GET /assets/')
  await fillLogin(page, account.email, account.password)
  await expect(page.getByRole('alert')).toContainText('接続を確認して、もう一度お試しください。')
  await expect(page.getByLabel('パスワード', { exact: true })).toHaveValue(account.password)
  relay.cutRequests()
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  await expect(heading(page, '二段階認証')).toBeVisible()
  await page.context().close()
  await relay.close()
})

test('with an authenticator app, a step-up requires its code or a recovery code, and never the password', {
  tag: '@long',
}, async ({ newPage, newAccount, signIn }) => {
  const account = await newAccount('user')
  const page = await newPage()
  await signIn(page, account)
  await page.goto('/account')
  const { app, recoveryCodes } = await setUpAuthenticator(page)
  const dialog = page.getByRole('dialog', { name: '認証' })
  const renew = page.getByRole('button', { name: '再発行', exact: true })

  await test.step('a recovery code completes the step-up', async () => {
    await ageSignIns(account.email)
    await renew.click()
    await page.getByRole('dialog').getByRole('button', { name: '再発行', exact: true }).click()
    await expect(dialog.getByLabel('確認コード')).toBeFocused()
    await expect(dialog.getByLabel('パスワード', { exact: true })).toBeHidden()
    await expect(dialog.getByText('管理者に二段階認証の解除を依頼')).toBeVisible()
    await dialog.getByRole('button', { name: 'リカバリーコードで確認する' }).click()
    await dialog.getByLabel('リカバリーコード').fill(recoveryCodes[0] ?? '')
    await page.keyboard.press('Enter')
    await readRecoveryCodes(page)
  })
  await test.step('the code of the app completes the step-up', async () => {
    await ageSignIns(account.email)
    await page.getByRole('button', { name: '削除', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: '削除', exact: true }).click()
    await codeField(page).fill(app.code())
    await page.keyboard.press('Enter')
    await expect(page.getByText('設定済み')).toBeHidden()
  })
})

test('an act that requires a step-up refuses a wrong password, and continues after the right one', {
  tag: '@long',
}, async ({ newPage, newAccount, signIn }) => {
  const account = await newAccount('user')
  const page = await newPage()
  await signIn(page, account)
  await page.goto('/account')
  await ageSignIns(account.email)
  const start = page.getByRole('button', { name: '設定する', exact: true })
  const dialog = page.getByRole('dialog', { name: '認証' })

  await start.click()
  await dialog.getByRole('button', { name: 'キャンセル' }).click()
  await expect(page.getByRole('alert')).toContainText('もう一度ログインが必要です')

  await start.click()
  await dialog.getByLabel('パスワード', { exact: true }).fill('not-the-password')
  await dialog.getByRole('button', { name: '確認する' }).click()
  await expect(dialog.getByRole('alert')).toContainText('パスワードが正しくありません。')
  await dialog.getByLabel('パスワード', { exact: true }).fill(account.password)
  await dialog.getByRole('button', { name: '確認する' }).click()
  await expect(page.getByRole('dialog', { name: '認証アプリの設定' })).toBeVisible()
})

test('after a cancelled step-up the focus returns to the dialog that required it', { tag: '@long' }, async ({
  newPage,
  newAccount,
  signIn,
}) => {
  const account = await newAccount('superadmin')
  const page = await newPage()
  await signIn(page, account)
  await page.goto('/partners')
  await ageSignIns(account.email)
  await page.getByRole('link', { name: 'デモ提携先' }).click()
  await page.getByRole('link', { name: 'APIキーと署名' }).click()
  await page.getByRole('button', { name: '再発行' }).first().press('Enter')
  const question = page.getByRole('dialog', { name: 'APIキーを再発行' })
  await question.getByRole('button', { name: '再発行する' }).press('Enter')
  await expect(page.getByRole('dialog', { name: '認証' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question.getByRole('alert')).toContainText('もう一度ログインが必要です')
  await expect(question.getByRole('button', { name: '再発行する' })).toBeFocused()
})

test('an account that must have a second factor has to enrol one first and cannot remove the last one', {
  tag: '@long',
}, async ({ newPage }) => {
  const dataDir = await newDataDir()
  // Without the demo records a product starts in a fifth of the time.
  const product = await startProduct({ dataDir, env: { DEMO: 'off', ADMIN_MFA: 'required' } })
  try {
    const admin = { email: 'admin@example.com', name: '管理 太郎', password: 'admins-pass-word' }
    await createAccounts(product, [{ ...admin, role: 'admin' }])
    const page = await newPage({ baseURL: product.url })
    await page.goto('/performers')
    await fillLogin(page, admin.email, admin.password)
    await expect(heading(page, '二段階認証の設定')).toBeVisible()
    await expect(page).toHaveURL('/account')
    await expect(page.getByRole('navigation')).toBeHidden()
    await page.goto('/performers')
    await expect(page).toHaveURL('/account')
    const answer = await page.request.get('/api/performers')
    expect([answer.status(), (await answer.json()).code]).toEqual([403, 'SECOND_FACTOR_ENROL'])

    await setUpAuthenticator(page)
    await expect(heading(page, 'ダッシュボード')).toBeVisible()
    await page.goto('/account')
    await expect(page.getByRole('button', { name: '削除', exact: true })).toBeDisabled()
    await expect(page.getByText('最後の1つは削除できません')).toBeVisible()
    // Closes the page, which would try to reach the server after its stop.
    await page.context().close()
  } finally {
    await product.stop()
    await removeDataDir(dataDir)
  }
})
