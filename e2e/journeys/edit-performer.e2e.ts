import type { Page } from '@playwright/test'
import { history, openPerformer } from '../setup/performer-page.ts'
import { approve, registerPerformer } from '../setup/records.ts'
import { expect, test } from '../setup/test.ts'

function dialogOf(page: Page) {
  return page.getByRole('dialog', { name: '出演者情報の編集' })
}

test('the registrar adds details later, and only what changed is told in the history', async ({ pageOf }) => {
  const page = await pageOf('user')
  await openPerformer(page, await registerPerformer(page))
  await page.getByRole('button', { name: '編集' }).click()
  const dialog = dialogOf(page)
  const save = dialog.getByRole('button', { name: '保存' })
  await expect(save).toBeDisabled()
  await expect(save).toHaveAccessibleDescription('変更するとここから保存できます')
  await dialog.getByLabel('姓', { exact: true }).fill('')
  await expect(save).toHaveAccessibleDescription('すべての名前フィールドを入力してください。')
  await dialog.getByLabel('姓', { exact: true }).fill('改名')
  await dialog.getByLabel('国籍').fill('日本')
  await save.click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: /^改名 / })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: /^日本$/ })).toBeVisible()
  // The browser keeps titles in its history, where no sign-out reaches them.
  await expect(page).toHaveTitle('出演者の詳細｜本人確認管理システム')
  await expect(history(page).first()).toContainText('姓、国籍を変更')
})

test('once a document is approved, only an admin renames, and gives a reason', async ({ pageOf }) => {
  const [owner, admin] = [await pageOf('user'), await pageOf('admin')]
  const performer = await registerPerformer(owner)
  await approve(admin, performer.id, 'idFront')
  await openPerformer(owner, performer)
  await owner.getByRole('button', { name: '編集' }).click()
  await expect(dialogOf(owner)).toContainText(
    '書類の承認後は、氏名と生年月日を変更できません。管理者にご連絡ください。',
  )
  await expect(dialogOf(owner).getByLabel('姓', { exact: true })).toBeDisabled()
  await expect(dialogOf(owner).getByLabel('国籍')).toBeEnabled()

  await openPerformer(admin, performer)
  await admin.getByRole('button', { name: '編集' }).click()
  const save = dialogOf(admin).getByRole('button', { name: '保存' })
  await dialogOf(admin).getByLabel('姓', { exact: true }).fill('訂正')
  await expect(save).toHaveAccessibleDescription('変更の理由を入力してください。')
  await dialogOf(admin).getByLabel('変更の理由').fill('書類の記載に合わせる')
  await save.click()
  await expect(admin.getByRole('heading', { level: 1, name: /^訂正 / })).toBeVisible()
})

test('an external id that is taken is told at its field, and everything typed stays', async ({ pageOf }) => {
  const page = await pageOf('user')
  const taken = await registerPerformer(page)
  await registerPerformer(page, { fields: { external_id: `taken-${taken.id}` } })
  await openPerformer(page, taken)
  await page.getByRole('button', { name: '編集' }).click()
  const field = dialogOf(page).getByLabel('外部ID')
  await field.fill(`taken-${taken.id}`)
  await dialogOf(page).getByRole('button', { name: '保存' }).click()
  await expect(field).toHaveAccessibleDescription('この外部IDはすでに使われています。')
  await expect(field).toHaveValue(`taken-${taken.id}`)
})
