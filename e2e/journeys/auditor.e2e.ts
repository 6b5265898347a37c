import { card, expectPicture, openPerformer, viewer } from '../setup/performer-page.ts'
import { registerPerformer } from '../setup/records.ts'
import { expect, heading, test } from '../setup/test.ts'

test('an auditor reads records and the log, opens documents with a reason only, and changes nothing (D67)', {
  tag: '@long',
}, async ({ pageOf, newPage, newAccount, signIn }) => {
  const owner = await pageOf('user')
  const performer = await registerPerformer(owner)
  const page = await newPage()
  const auditor = await newAccount('auditor')
  await signIn(page, auditor)

  await openPerformer(page, performer)
  await expect(card(page, 'idFront')).toBeHidden()
  await page.getByRole('button', { name: '書類を表示' }).click()
  await expect(page.getByText('閲覧の理由を入力してください。')).toBeVisible()
  await page.getByLabel('閲覧の理由').fill('四半期の監査')
  await page.getByRole('button', { name: '書類を表示' }).click()
  await card(page, 'idFront').getByRole('button', { name: /表示/ }).first().click()
  await expectPicture(page, 'idFront')
  await expect(viewer(page).getByText(new RegExp(`^${auditor.name} \\d{4}/`))).not.toHaveCount(0)
  await expect(viewer(page).getByRole('button', { name: /ダウンロード/ })).toBeDisabled()
  await expect(viewer(page).getByRole('form')).toHaveCount(0)
  await page.keyboard.press('Escape')

  await page.goto('/audit-logs')
  await expect(heading(page, '監査ログ')).toBeVisible()
  const read = page.getByRole('row', { name: new RegExp(`${auditor.name} 閲覧 出演者`) })
  await read.first().getByRole('button', { name: /^詳細/ }).click()
  await expect(page.getByRole('dialog')).toContainText('四半期の監査')
})
