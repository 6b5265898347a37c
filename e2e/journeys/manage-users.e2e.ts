import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { ageSignIns } from '../setup/database.ts'
import { linkInMail } from '../setup/mails.ts'
import { type Account, demoNames, emails, expect, fillLogin, heading, test } from '../setup/test.ts'

/** Searches the list for the account. */
async function find(page: Page, { email }: Pick<Account, 'email'>): Promise<void> {
  await page.goto('/users')
  await page.getByRole('searchbox', { name: 'ユーザーを検索' }).fill(email)
  // While other rows are listed, rows move, and a click may open the menu of another account.
  await expect(row(page, '@').filter({ hasNotText: email })).toHaveCount(0)
  await expect(row(page, email).first()).toBeVisible()
}

function row(page: Page, text: string) {
  return page.getByRole('row').filter({ hasText: text })
}

async function choose(page: Page, account: Pick<Account, 'name'>, act: string): Promise<void> {
  await page.getByRole('button', { name: `${account.name}の操作` }).click()
  await page.getByRole('menuitem', { name: act, exact: true }).click()
}

test('an invitation shows its account, and its user chooses a password and signs in', async ({
  pageOf,
  newPage,
}) => {
  const admin = await pageOf('admin', { at: '/' })
  const id = randomBytes(4).toString('hex')
  const invited = { email: `${id}@example.com`, name: `招待 ${id}`, password: `pass-${id}-word` }
  await admin.getByRole('link', { name: 'ユーザー', exact: true }).click()
  await admin.getByRole('button', { name: 'ユーザーを招待' }).click()
  const dialog = admin.getByRole('dialog', { name: 'ユーザーを招待' })
  await dialog.getByLabel('メールアドレス').fill(invited.email)
  await dialog.getByLabel('氏名').fill(invited.name)
  await expect(dialog.getByRole('option')).toHaveText(['一般ユーザー'])
  await dialog.getByRole('button', { name: '招待メールを送信' }).click()
  await expect(dialog).toBeHidden()
  await expect(row(admin, invited.email)).toContainText('招待中')

  const page = await newPage()
  const link = await linkInMail(page, invited.email, '/invite')
  await page.goto(link)
  await expect(page.getByText(`${invited.email} の方へのご招待です。`)).toBeVisible()
  await expect(page, 'the secret has left the address').toHaveURL('/invite')
  await expect(page.getByLabel('氏名')).toHaveValue(invited.name)
  await page.getByLabel('パスワード', { exact: true }).fill(invited.password)
  await page.getByRole('button', { name: '利用を開始' }).click()
  await page.getByRole('link', { name: 'ログイン画面へ' }).click()
  await expect(page.getByLabel('メールアドレス', { exact: true })).toHaveValue(invited.email)
  await fillLogin(page, invited.email, invited.password)
  await expect(heading(page, 'ダッシュボード')).toBeVisible()
  await find(admin, invited)
  await expect(row(admin, invited.email)).toContainText('有効')

  await test.step('the used link leads to the login page or to an inquiry', async () => {
    const late = await newPage()
    await late.goto(link)
    await expect(late.getByRole('alert')).toHaveText(
      'この招待は、有効期限が切れているか、すでに使われています。',
    )
    await expect(late.getByRole('link', { name: 'ログイン画面へ' })).toHaveAttribute('href', '/login')
    await late.getByRole('main').getByRole('link', { name: 'お問い合わせ' }).click()
    await expect(heading(late, 'お問い合わせ')).toBeVisible()
  })

  await test.step('the same address cannot be invited twice', async () => {
    await admin.getByRole('button', { name: 'ユーザーを招待' }).click()
    await dialog.getByLabel('メールアドレス').fill(invited.email)
    await dialog.getByLabel('氏名').fill(invited.name)
    await dialog.getByRole('button', { name: '招待メールを送信' }).click()
    await expect(dialog.getByText('このメールアドレスは既に使用されています。')).toBeVisible()
  })
})

test('a role change requires a step-up, ends the account’s sessions, and applies to the next one', {
  tag: '@long',
}, async ({ newPage, newAccount, signIn }) => {
  const [account, superadmin] = [await newAccount('user'), await newAccount('superadmin')]
  const [page, boss] = [await newPage(), await newPage()]
  await signIn(page, account)
  await signIn(boss, superadmin)
  await find(boss, account)
  await ageSignIns(superadmin.email)
  await choose(boss, account, '権限を変更')
  const dialog = boss.getByRole('dialog', { name: '権限の変更' })
  await dialog.getByLabel('権限').selectOption('管理者')
  await dialog.getByRole('button', { name: '変更する' }).click()
  const stepUp = boss.getByRole('dialog', { name: '認証' })
  await stepUp.getByLabel('パスワード', { exact: true }).fill(superadmin.password)
  await boss.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(row(boss, account.email)).toContainText('管理者')

  await expect(heading(page, 'ログイン')).toBeVisible()
  await fillLogin(page, account.email, account.password)
  await expect(page.getByRole('banner')).toContainText(`${account.name}管理者`)
})

test('a disabled account is signed out at once and cannot sign in until enabled', { tag: '@long' }, async ({
  newPage,
  newAccount,
  signIn,
  pageOf,
}) => {
  const account = await newAccount('user')
  const [page, admin] = [await newPage(), await pageOf('admin')]
  await signIn(page, account)
  await find(admin, account)
  await choose(admin, account, '無効にする')
  await admin.getByRole('button', { name: '無効にする', exact: true }).click()
  await expect(row(admin, account.email)).toContainText('無効')
  await expect(heading(page, 'ログイン')).toBeVisible()
  await fillLogin(page, account.email, account.password)
  await expect(page.getByRole('alert')).toBeVisible()

  await choose(admin, account, '有効にする')
  await admin.getByRole('button', { name: '有効にする', exact: true }).click()
  await expect(admin.getByRole('dialog')).toBeHidden()
  await fillLogin(page, account.email, account.password)
  await expect(heading(page, 'ログイン')).toBeHidden()
})

test('an admin sees the sessions of an account and ends them', { tag: '@long' }, async ({
  newPage,
  newAccount,
  signIn,
  pageOf,
}) => {
  const account = await newAccount('user')
  const [page, admin] = [await newPage(), await pageOf('admin')]
  await signIn(page, account)
  await find(admin, account)
  await choose(admin, account, 'ログイン中の端末')
  const dialog = admin.getByRole('dialog', { name: `${account.name}さんのログイン中の端末` })
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await dialog.getByRole('button', { name: 'すべてログアウト' }).click()
  await expect(dialog).toBeHidden()
  await expect(heading(page, 'ログイン')).toBeVisible()
})

test('acts on one’s own account or a higher role are disabled with a reason', { tag: '@long' }, async ({
  pageOf,
}) => {
  const admin = await pageOf('admin')
  for (const [email, name, reason] of [
    [emails.admin, demoNames.admin, 'ご自身のアカウントは「アカウント」画面で管理します。'],
    [emails.superadmin, demoNames.superadmin, '自分と同じか上の権限の方は操作できません。'],
  ] as const) {
    await find(admin, { email })
    await admin.getByRole('button', { name: `${name}の操作` }).click()
    const menu = admin.getByRole('menu', { name: `${name}の操作` })
    await expect(menu).toHaveAccessibleDescription(reason)
    await expect(menu.getByRole('menuitem', { name: '無効にする' })).toBeDisabled()
    await admin.keyboard.press('Escape')
  }
})

test('the role filter is kept in the address, and an empty result can be reset', { tag: '@long' }, async ({
  pageOf,
}) => {
  const admin = await pageOf('admin')
  await admin.goto('/users')
  await admin.getByRole('combobox', { name: '権限で絞り込む' }).selectOption('最高管理者')
  await expect(admin).toHaveURL('/users?role=superadmin')
  await expect(row(admin, emails.superadmin)).toBeVisible()
  await expect(row(admin, emails.user)).toBeHidden()
  await admin.getByRole('searchbox', { name: 'ユーザーを検索' }).fill('no-such-account')
  await expect(admin.getByRole('heading', { name: '条件に合うユーザーはいません' })).toBeVisible()
  await admin.getByRole('link', { name: '絞り込みを解除' }).click()
  await expect(admin).toHaveURL('/users')
})

test('a user has neither the menu entry nor the page of the accounts', { tag: '@long' }, async ({
  pageOf,
}) => {
  const page = await pageOf('user', { at: '/' })
  await expect(page.getByRole('link', { name: 'ユーザー', exact: true })).toBeHidden()
  await page.goto('/users')
  await expect(page.getByRole('heading', { name: 'この画面を表示する権限がありません' })).toBeVisible()
})
