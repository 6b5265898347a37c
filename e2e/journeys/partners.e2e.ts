import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { appearancesFor, expectAccessible, expectFit } from '../setup/accessible.ts'
import { expect, heading, test } from '../setup/test.ts'

/** Registers a test partner with the dialog; returns the secrets, which are shown once. */
async function register(page: Page, partner: { name: string; companyId: string }) {
  await page.goto('/partners')
  await page.getByRole('button', { name: '提携先を登録' }).click()
  const dialog = page.getByRole('dialog', { name: '提携先を登録' })
  await dialog.getByLabel('提携先名').fill(partner.name)
  await dialog.getByLabel('会社ID').fill(partner.companyId)
  await dialog.getByLabel('コールバックの送信先').fill('http://localhost:4999')
  await dialog.getByRole('button', { name: '登録する' }).click()
  const shown = page.getByRole('dialog', { name: `${partner.name} のAPIキーと署名シークレット` })
  await expect(shown).toBeVisible()
  const [apiKey = '', secret = ''] = await shown.getByRole('code').allTextContents()
  await shown.getByRole('button', { name: '控えたので閉じる' }).click()
  await expect(heading(page, partner.name)).toBeVisible()
  return { apiKey, secret }
}

function someCompany() {
  const mark = randomBytes(4).toString('hex')
  return { name: `見本配信 ${mark}`, companyId: `mihon-${mark}` }
}

test('a new partner’s key and secret are shown once', { tag: '@long' }, async ({ pageOf }) => {
  const page = await pageOf('superadmin', { at: '/' })
  await page.getByRole('link', { name: '提携先', exact: true }).click()
  await expect(heading(page, '提携先')).toBeVisible()
  const partner = someCompany()
  const { apiKey, secret } = await register(page, partner)
  expect(apiKey.length).toBeGreaterThan(30)
  expect(secret).toMatch(/^whsec_/)
  await page.getByRole('link', { name: 'APIキーと署名' }).click()
  await expect(page.getByText(`…${apiKey.slice(-4)}`)).toBeVisible()
  expect(await page.content()).not.toContain(apiKey)
  expect(await page.content()).not.toContain(secret)
  await page.goto('/partners')
  await expect(page.getByRole('row').filter({ hasText: partner.companyId })).toContainText('有効')
})

test('faults of a new partner are reported at their fields, and the form keeps its input', {
  tag: '@long',
}, async ({ pageOf }) => {
  const page = await pageOf('superadmin')
  const partner = someCompany()
  await register(page, partner)
  await page.goto('/partners')
  await page.getByRole('button', { name: '提携先を登録' }).click()
  const dialog = page.getByRole('dialog', { name: '提携先を登録' })
  await dialog.getByRole('button', { name: '登録する' }).click()
  await expect(dialog.getByText('提携先名を入力してください。')).toBeVisible()
  await expect(dialog.getByLabel('提携先名')).toBeFocused()
  await dialog.getByLabel('提携先名').fill('別の名前')
  await dialog.getByLabel('会社ID').fill(partner.companyId)
  await dialog.getByLabel('コールバックの送信先').fill('https://partner.example.com/path')
  await dialog.getByRole('button', { name: '登録する' }).click()
  await expect(dialog.getByText('コールバックの送信先は https://example.com の形で')).toBeVisible()
  await dialog.getByLabel('コールバックの送信先').fill('https://partner.example.com/')
  await dialog.getByRole('button', { name: '登録する' }).click()
  await expect(dialog.getByText('この会社IDはすでに登録されています。')).toBeVisible()
  await expect(dialog.getByLabel('会社ID')).toBeFocused()
  await expect(dialog.getByLabel('提携先名')).toHaveValue('別の名前')
})

test('a partner is renamed, its addresses change, it is disabled and enabled again', {
  tag: '@long',
}, async ({ pageOf }) => {
  const page = await pageOf('superadmin')
  const partner = someCompany()
  await register(page, partner)

  await page.getByRole('button', { name: '編集' }).click()
  const edit = page.getByRole('dialog', { name: '提携先の編集' })
  await edit.getByLabel('提携先名').fill(`${partner.name} 改`)
  await edit.getByRole('button', { name: '保存' }).click()
  await expect(heading(page, `${partner.name} 改`)).toBeVisible()

  await page.getByRole('link', { name: '許可する送信先' }).click()
  await page.getByLabel('戻り先').fill('http://localhost:4999\nhttp://localhost:4998/')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('提携先の情報を更新しました').last()).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('戻り先')).toHaveValue('http://localhost:4999\nhttp://localhost:4998')

  await page.getByRole('link', { name: '基本情報' }).click()
  await page.getByRole('button', { name: '無効にする' }).click()
  const question = page.getByRole('dialog', { name: '提携先の無効化' })
  await expect(question.getByRole('button', { name: 'キャンセル' })).toBeFocused()
  await question.getByRole('button', { name: '無効にする' }).click()
  await expect(page.getByRole('button', { name: '有効にする' })).toBeVisible()
  await page.getByRole('button', { name: '有効にする' }).click()
  await page
    .getByRole('dialog', { name: '提携先の有効化' })
    .getByRole('button', { name: '有効にする' })
    .click()
  await expect(page.getByRole('button', { name: '無効にする' })).toBeVisible()

  await page.getByRole('button', { name: '送信を停止' }).click()
  await page.getByRole('dialog', { name: '送信の停止' }).getByRole('button', { name: '停止する' }).click()
  await expect(page.getByText('最高管理者が送信を停止しています。')).toBeVisible()
  await page.getByRole('button', { name: '送信を再開' }).click()
  await expect(page.getByText('最高管理者が送信を停止しています。')).toBeHidden()
})

test('saving does not undo a concurrent change', { tag: '@long' }, async ({ pageOf }) => {
  const [page, other] = [await pageOf('superadmin'), await pageOf('superadmin')]
  const redirects = (at: Page) => at.getByLabel('戻り先')
  const save = (at: Page) => at.getByRole('button', { name: '保存' })
  await register(page, someCompany())
  await page.getByRole('button', { name: '送信を停止' }).click()
  await page.getByRole('dialog', { name: '送信の停止' }).getByRole('button', { name: '停止する' }).click()
  await page.getByRole('link', { name: '許可する送信先' }).click()
  await expect(redirects(page)).toHaveValue('')
  await other.goto(page.url())
  await redirects(other).fill('http://localhost:4998')
  await save(other).click()
  await expect(other.getByText('提携先の情報を更新しました')).toBeVisible()

  await test.step('unchanged fields show the stored values', async () => {
    await page.getByRole('button', { name: '送信を再開' }).click()
    await expect(redirects(page)).toHaveValue('http://localhost:4998')
    await expect(save(page)).toBeDisabled()
  })
  await test.step('input for an older version is refused, and the form keeps it', async () => {
    await redirects(page).fill('http://localhost:4997')
    await other.reload()
    await redirects(other).fill('http://localhost:4998\nhttp://localhost:4996')
    await save(other).click()
    await expect(other.getByText('提携先の情報を更新しました')).toBeVisible()
    await save(page).click()
    await expect(page.getByText('他の操作と重なりました。')).toBeVisible()
    await expect(redirects(page)).toHaveValue('http://localhost:4997')
    await page.getByRole('button', { name: '元に戻す' }).click()
    await expect(redirects(page)).toHaveValue('http://localhost:4998\nhttp://localhost:4996')
  })
})

test('a key is rotated with an overlap, and the old one can be revoked at once', { tag: '@long' }, async ({
  pageOf,
}) => {
  const page = await pageOf('superadmin')
  const partner = someCompany()
  const { apiKey } = await register(page, partner)
  await page.getByRole('link', { name: 'APIキーと署名' }).click()
  const keys = page.getByRole('region', { name: 'APIキー', exact: true })
  await keys.getByRole('button', { name: '再発行' }).click()
  await page
    .getByRole('dialog', { name: 'APIキーを再発行' })
    .getByRole('button', { name: '再発行する' })
    .click()
  const shown = page.getByRole('dialog', { name: `${partner.name} のAPIキー` })
  const renewed = (await shown.getByRole('code').textContent()) ?? ''
  expect(renewed).not.toBe(apiKey)
  await shown.getByRole('button', { name: '控えたので閉じる' }).click()
  await expect(keys.getByRole('listitem')).toHaveCount(2)
  await expect(keys.getByText('まで使えます')).toHaveCount(1)
  await keys.getByRole('button', { name: `…${apiKey.slice(-4)} を今すぐ終了` }).click()
  await page.getByRole('dialog', { name: 'APIキーの終了' }).getByRole('button', { name: '終了する' }).click()
  await expect(keys.getByRole('listitem')).toHaveCount(1)
  await expect(keys.getByText(`…${renewed.slice(-4)}`)).toBeVisible()
})

test('admins and users have neither the menu entry nor the page of the partners', { tag: '@long' }, async ({
  pageOf,
}) => {
  for (const role of ['admin', 'user'] as const) {
    const page = await pageOf(role, { at: '/' })
    await expect(page.getByRole('link', { name: '提携先', exact: true })).toBeHidden()
    await page.goto('/partners')
    await expect(page.getByRole('heading', { name: 'この画面を表示する権限がありません' })).toBeVisible()
  }
})

for (const { width, colorScheme, options } of appearancesFor(0)) {
  test(`the pages of partners are accessible at ${width} px in the ${colorScheme} scheme`, {
    tag: '@long',
  }, async ({ pageOf }) => {
    const page = await pageOf('superadmin', options)
    const partner = someCompany()
    await page.goto('/partners')
    await page.getByRole('button', { name: '提携先を登録' }).click()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await register(page, partner)
    for (const tab of ['基本情報', 'APIキーと署名', '許可する送信先', '送信']) {
      await page.getByRole('link', { name: tab, exact: true }).click()
      await expect(page.getByRole('link', { name: tab, exact: true })).toHaveAttribute('aria-current', 'page')
      await expectFit(page)
    }
    await page.goto('/partners')
    await expect(page.getByRole('row').filter({ hasText: partner.companyId })).toBeVisible()
    await expectFit(page)
  })
}
