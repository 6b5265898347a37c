import { createAccounts } from '../setup/accounts.ts'
import { card, decision, openPerformer, review } from '../setup/performer-page.ts'
import { newDataDir, removeDataDir, startProduct } from '../setup/product.ts'
import { registerPerformer } from '../setup/records.ts'
import { test as base, emails, expect } from '../setup/test.ts'

const test = base.extend({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from this pattern
    async ({}, use) => {
      const dataDir = await newDataDir()
      const product = await startProduct({ dataDir, env: { DEMO: 'off', REVIEW_FOUR_EYES: 'on' } })
      const password = 'admins-pass-word'
      await createAccounts(product, [
        { email: emails.admin, name: '管理 太郎', role: 'admin', password },
        { email: emails.superadmin, name: '統括 一郎', role: 'superadmin', password },
      ])
      await use(product)
      await product.stop()
      await removeDataDir(dataDir)
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

test('decisions on own work are disabled with a reason, and enabled for another admin', {
  tag: '@long',
}, async ({ pageOf }) => {
  const registrar = await pageOf('admin')
  const performer = await registerPerformer(registrar)
  await openPerformer(registrar, performer)
  const reason =
    'ご自身が登録・提出・変更した内容は、ご自身では審査できません。ほかの管理者に依頼してください。'
  for (const act of ['承認', '差し戻し'] as const) {
    await expect(decision(registrar, 'idFront', act)).toBeDisabled()
    await expect(decision(registrar, 'idFront', act)).toHaveAccessibleDescription(reason)
  }
  await card(registrar, 'idFront').getByRole('button', { name: '身分証明書表面のその他の操作' }).click()
  await expect(registrar.getByRole('menu')).toHaveAccessibleDescription(reason)
  await registrar.keyboard.press('Escape')
  await card(registrar, 'idFront').getByRole('button', { name: '身分証明書表面を表示' }).click()
  const approve = review(registrar, 'idFront').getByRole('button', { name: '身分証明書表面を承認' })
  await expect(approve).toBeDisabled()
  await expect(approve).toHaveAccessibleDescription(reason)

  const other = await pageOf('superadmin')
  await openPerformer(other, performer)
  await expect(decision(other, 'idFront', '承認')).toBeEnabled()
})
