import type { Page } from '@playwright/test'
import { required } from '../setup/files.ts'
import { card, decision, history, openPerformer, readDocument, review } from '../setup/performer-page.ts'
import { approve, registerPerformer } from '../setup/records.ts'
import { expect, test } from '../setup/test.ts'

function dialogOf(page: Page) {
  return page.getByRole('dialog', { name: '出演者情報の編集' })
}

/** The value under a label on the page of a performer. */
function fact(page: Page, label: string) {
  const title = page.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) })
  return title.locator('..').getByRole('definition')
}

test('the owner adds details later, and the history lists only the changes', { tag: '@long' }, async ({
  pageOf,
}) => {
  const page = await pageOf('user')
  const [email, externalId] = ['hanako@example.com', `sg-${Date.now()}`]
  const performer = await registerPerformer(page, { fields: { email, external_id: externalId } })
  await openPerformer(page, performer)
  await expect(fact(page, 'ID')).toContainText(performer.id)
  await expect(fact(page, '外部ID')).toHaveText(externalId)
  await expect(fact(page, 'メールアドレス')).toHaveText(email)
  await expect(fact(page, '登録日')).toHaveText(/^\d+年\d+月\d+日 \d\d:\d\d$/)
  for (const missing of ['生年月日', '国籍']) await expect(fact(page, missing)).toHaveText('N/A')
  await page.getByRole('button', { name: '編集' }).click()
  const dialog = dialogOf(page)
  const save = dialog.getByRole('button', { name: '保存' })
  await expect(save).toBeDisabled()
  await expect(save).toHaveAccessibleDescription('変更はありません')
  await dialog.getByLabel('姓', { exact: true }).fill('')
  await expect(save).toHaveAccessibleDescription('すべての名前フィールドを入力してください。')
  await dialog.getByLabel('姓', { exact: true }).fill('改名')
  await dialog.getByLabel('国籍').fill('日本')
  await dialog.getByRole('button', { name: '別名を追加' }).click()
  await expect(dialog.getByLabel('別名 1の名前')).toBeFocused()
  await expect(save).toHaveAccessibleDescription('別名 1：名前を入力してください。')
  await page.keyboard.type('夢野ひかり')
  await dialog.getByLabel('別名 1を使い始めた日').fill('20210401')
  await save.click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: /^改名 / })).toBeVisible()
  await expect(fact(page, '国籍')).toHaveText('日本')
  await expect(fact(page, '別名')).toHaveText('芸名：夢野ひかり 2021年4月1日～')
  // The title contains no name, because the browser's history keeps titles beyond a sign-out.
  await expect(page).toHaveTitle('出演者の詳細｜本人確認管理システム')
  await expect(history(page).first()).toContainText('姓、国籍、別名を変更')
})

test('after a document is approved, only an admin can rename, with a reason', { tag: '@long' }, async ({
  pageOf,
}) => {
  const [owner, admin] = [await pageOf('user'), await pageOf('admin')]
  const performer = await registerPerformer(owner)
  await approve(admin, performer.id, 'idFront')
  await openPerformer(owner, performer)
  await owner.getByRole('button', { name: '編集' }).click()
  await expect(dialogOf(owner)).toContainText(
    '書類の承認後は、氏名・生年月日・身分証の種類・外部IDを変更できません。管理者にご連絡ください。',
  )
  await expect(dialogOf(owner).getByLabel('姓', { exact: true })).toBeDisabled()
  await expect(dialogOf(owner).getByLabel('身分証の種類')).toBeDisabled()
  await expect(dialogOf(owner).getByLabel('外部ID')).toBeDisabled()
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

test('a taken external id is reported at its field, and the form keeps its input', { tag: '@long' }, async ({
  pageOf,
}) => {
  const page = await pageOf('user')
  const taken = await registerPerformer(page)
  await registerPerformer(page, { fields: { external_id: `taken-${taken.id}` } })
  await openPerformer(page, taken)
  await page.getByRole('button', { name: '編集' }).click()
  const field = dialogOf(page).getByLabel('外部ID')
  await field.fill(`taken-${taken.id}`)
  await dialogOf(page).getByRole('button', { name: '保存' }).click()
  await expect(field).toHaveAccessibleDescription('この外部IDはすでに使われています。')
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: '入力した内容を破棄しますか' })
  await question.getByRole('button', { name: '編集を続ける' }).click()
  await expect(question).toBeHidden()
  await expect(field).toHaveValue(`taken-${taken.id}`)
})

test('a change by another account while the dialog is open is shown before it is overwritten', {
  tag: '@long',
}, async ({ pageOf }) => {
  const [owner, admin] = [await pageOf('user'), await pageOf('admin')]
  const performer = await registerPerformer(owner)
  await openPerformer(owner, performer)
  await owner.getByRole('button', { name: '編集' }).click()
  const dialog = dialogOf(owner)
  await dialog.getByLabel('姓', { exact: true }).fill('私の姓')
  await dialog.getByLabel('国籍').fill('日本')

  await openPerformer(admin, performer)
  await admin.getByRole('button', { name: '編集' }).click()
  await dialogOf(admin).getByLabel('姓', { exact: true }).fill('別の姓')
  await dialogOf(admin).getByLabel('身分証の種類').selectOption('パスポート')
  await dialogOf(admin).getByRole('button', { name: '保存' }).click()
  await expect(dialogOf(admin)).toBeHidden()

  const save = dialog.getByRole('button', { name: '保存' })
  await save.click()
  const notice = dialog.getByRole('alert')
  await expect(notice).toBeFocused()
  await expect(notice).toContainText('編集中に登録内容が変更されたため、まだ保存していません')
  await expect(notice.getByRole('listitem')).toHaveText([
    `姓：${performer.lastName} → 別の姓（管理者が変更しました。）保存すると、入力中の「私の姓」で上書きします。`,
    '身分証の種類：なし → パスポート（管理者が変更しました。）',
  ])
  await expect(dialog.getByLabel('姓', { exact: true })).toHaveValue('私の姓')
  await expect(dialog.getByLabel('国籍')).toHaveValue('日本')
  await expect(dialog.getByLabel('身分証の種類')).toHaveValue('passport')
  await save.click()
  await expect(dialog).toBeHidden()
  await expect(owner.getByRole('heading', { level: 1, name: /^私の姓 / })).toBeVisible()
  await expect(owner.getByRole('definition').filter({ hasText: /^パスポート$/ })).toBeVisible()
})

test('only an admin can destroy the back of a My Number card, with a reason', { tag: '@long' }, async ({
  pageOf,
}) => {
  const [owner, admin] = [await pageOf('user'), await pageOf('admin')]
  const files = { ...required, idBack: required.idFront }
  const [edited, verified] = [
    await registerPerformer(owner, { files }),
    await registerPerformer(owner, { files }),
  ]
  await openPerformer(owner, edited)
  await owner.getByRole('button', { name: '編集' }).click()
  await dialogOf(owner).getByLabel('身分証の種類').selectOption('マイナンバーカード')
  await expect(dialogOf(owner).getByRole('button', { name: '保存' })).toHaveAccessibleDescription(
    '身分証明書裏面が登録されているため、マイナンバーカードに変更できません。管理者にご連絡ください。',
  )

  await openPerformer(admin, edited)
  await expect(card(admin, 'idBack')).toBeVisible()
  await admin.getByRole('button', { name: '編集' }).click()
  await dialogOf(admin).getByLabel('身分証の種類').selectOption('マイナンバーカード')
  await expect(dialogOf(admin)).toContainText('登録済みの身分証明書裏面は表示できなくなり')
  await dialogOf(admin).getByLabel('変更の理由').fill('個人番号が写っているため')
  await dialogOf(admin).getByRole('button', { name: '保存' }).click()
  await expect(dialogOf(admin)).toBeHidden()
  await expect(card(admin, 'idBack')).toBeHidden()

  await openPerformer(admin, verified)
  await decision(admin, 'idFront', '承認').click()
  const reading = review(admin, 'idFront')
  await readDocument(admin, 'idFront')
  await reading.getByLabel('身分証の種類').selectOption('マイナンバーカード')
  await reading.getByRole('button', { name: '身分証明書表面を承認' }).click()
  await expect(reading.getByLabel('裏面を削除する理由')).toBeFocused()
  await expect(reading).toContainText('裏面を削除する理由を入力してください。')
  await reading.getByLabel('裏面を削除する理由').fill('個人番号が写っているため')
  await reading.getByRole('button', { name: '身分証明書表面を承認' }).click()
  await expect(reading).toBeHidden()
  await admin.keyboard.press('Escape')
  await expect(card(admin, 'idBack')).toBeHidden()
})
