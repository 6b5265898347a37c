import type { Page } from '@playwright/test'
import { expectFit, tabTo } from '../setup/accessible.ts'
import { ageRole } from '../setup/database.ts'
import { card, expectPicture, openPerformer, viewer } from '../setup/performer-page.ts'
import { findPerformers, fullName, registerPerformer } from '../setup/records.ts'
import { stopLiveUpdates } from '../setup/stop-live-updates.ts'
import { expect, heading, test } from '../setup/test.ts'

test('a performer is deleted after a confirmation and disappears from every page', { tag: '@long' }, async ({
  pageOf,
}) => {
  const [owner, admin] = [await pageOf('user'), await pageOf('admin')]
  const performer = await registerPerformer(owner)
  const name = fullName(performer)
  await openPerformer(admin, performer)
  await admin.getByRole('button', { name: '削除', exact: true }).click()
  const dialog = admin.getByRole('dialog', { name: '出演者の削除' })
  await expect(dialog).toContainText(`${name} を削除しますか？この操作は取り消せません。`)
  await expect(dialog.getByRole('button', { name: 'キャンセル' })).toBeFocused()

  await test.step('キャンセル changes nothing', async () => {
    await admin.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    expect(await findPerformers(admin, performer.firstName)).toHaveLength(1)
  })

  await test.step('削除 leads to the list, which confirms it and no longer contains the name', async () => {
    await admin.getByRole('button', { name: '削除', exact: true }).click()
    await dialog.getByRole('button', { name: '削除', exact: true }).click()
    await expect(admin).toHaveURL(/\/performers$/)
    await expect(admin.getByText(`${name} を削除しました`, { exact: true })).toBeVisible()
    await admin.getByRole('searchbox', { name: '出演者を検索' }).fill(performer.firstName)
    await expect(admin.getByRole('heading', { name: '条件に合う出演者がいません' })).toBeVisible()
  })

  await test.step('the address of the deleted performer shows no performer to the admin and the owner', async () => {
    for (const page of [admin, owner]) {
      await page.goto(`/performers/${performer.id}`)
      await expect(page.getByRole('heading', { name: '出演者が見つかりません' })).toBeVisible()
    }
    await owner.goto('/performers')
    await expect(owner.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(owner.getByRole('link', { name, exact: true })).toBeHidden()
  })
})

test('a user sees no 削除, and no performers of others', { tag: '@long' }, async ({
  pageOf,
  newAccount,
  newPage,
  signIn,
}) => {
  const owner = await pageOf('user')
  const performer = await registerPerformer(owner)
  await openPerformer(owner, performer)
  await expect(owner.getByRole('button', { name: '編集' })).toBeVisible()
  await expect(owner.getByRole('button', { name: '削除', exact: true })).toBeHidden()
  await expect(owner.getByRole('button', { name: /(を承認|を差し戻し)$/ })).toHaveCount(0)

  const outsider = await newPage()
  await signIn(outsider, await newAccount('user'))
  await outsider.goto(`/performers/${performer.id}`)
  await expect(outsider.getByRole('heading', { name: '出演者が見つかりません' })).toBeVisible()
})

test('a superadmin opens a deleted performer with a reason, and a destruction that two superadmins have decided can be stopped', {
  tag: '@long',
}, async ({ pageOf, newAccount, newPage, signIn }) => {
  test.slow()
  const performer = await registerPerformer(await pageOf('user'))
  const name = fullName(performer)
  const superadmin = await pageOf('superadmin', { reducedMotion: 'reduce' })
  const admin = await pageOf('admin')
  await openPerformer(admin, performer)
  await stopLiveUpdates(admin)
  await openPerformer(superadmin, performer)

  await test.step('a performer that another admin has deleted cannot be deleted again, and the dialog shows why', async () => {
    for (const page of [superadmin, admin]) {
      await page.getByRole('button', { name: '削除', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: '出演者の削除' })
      await dialog.getByRole('button', { name: '削除', exact: true }).click()
      if (page === superadmin) await expect(page).toHaveURL(/\/performers$/)
      else await expect(dialog.getByRole('alert')).toContainText('削除に失敗しました')
    }
  })

  await test.step('the list of sealed records contains the id of the performer, but not the name', async () => {
    await superadmin.getByRole('link', { name: '封印した記録' }).click()
    await expect(superadmin.getByRole('row').filter({ hasText: performer.id })).toContainText('封印中')
    await expect(superadmin.getByText(performer.firstName)).toBeHidden()
    await expectFit(superadmin)
    const link = superadmin.getByRole('link', { name: performer.id })
    await tabTo(superadmin, link)
    await superadmin.keyboard.press('Enter')
    await expect(heading(superadmin, '封印した記録の詳細')).toBeVisible()
  })

  await test.step('a reason opens the record for 15 minutes', async () => {
    await expect(superadmin.getByText(name)).toBeHidden()
    await superadmin.getByRole('textbox', { name: '記録を開く理由' }).fill('警察からの照会')
    await superadmin.getByRole('button', { name: '封印した記録を開く' }).click()
    await expect(superadmin.getByRole('heading', { name })).toBeVisible()
    await expect(superadmin.getByRole('timer')).toContainText('表示できます（残り15分）')
    await expectFit(superadmin)
    await card(superadmin, 'selfie').getByRole('button', { name: '本人写真を大きく表示' }).click()
    await expectPicture(superadmin, 'selfie')
    await superadmin.keyboard.press('Escape')
    await expect(viewer(superadmin)).toBeHidden()
  })

  await test.step('a legal hold prevents a request for destruction until the hold ends', async () => {
    await giveReason(superadmin, '保全する', '保全する', '訴訟への対応')
    await expect(superadmin.getByRole('button', { name: '破棄を申請' })).toBeDisabled()
    await giveReason(superadmin, '保全を解除', '保全を解除する', '訴訟の終結')
    await superadmin.getByRole('button', { name: '破棄を申請' }).click()
    const dialog = superadmin.getByRole('dialog')
    await dialog.getByLabel('破棄の種類').selectOption('本人の請求')
    await dialog.getByRole('textbox').fill('ご本人からの書面')
    await dialog.getByRole('button', { name: '申請する' }).click()
    await expect(superadmin.getByText('ほかの最高管理者が承認すると、24時間後に破棄されます。')).toBeVisible()
  })

  await test.step('another superadmin finds the request on the dashboard and confirms it, and the first one stops the destruction', async () => {
    const other = await newPage({
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
      reducedMotion: 'reduce',
    })
    const account = await newAccount('superadmin')
    await ageRole(account.email)
    await signIn(other, account)
    await other.getByRole('link', { name: /^破棄の申請 / }).click()
    await expectFit(other)
    await other.getByRole('link', { name: performer.id }).click()
    await other.getByRole('button', { name: '破棄を承認' }).click()
    await other.getByRole('dialog').getByRole('button', { name: '破棄を承認する' }).click()
    await expect(other.getByText('破棄の予定')).toBeVisible()
    await expectFit(other)
    await superadmin.reload()
    await giveReason(superadmin, '破棄を中止', '破棄を中止する', 'ご本人による取り下げ')
    await expect(superadmin.getByText('封印中')).toBeVisible()
    await expect(superadmin.getByRole('button', { name: '破棄を申請' })).toBeEnabled()
  })
})

async function giveReason(page: Page, button: string, submit: string, reason: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(reason)
  await dialog.getByRole('button', { name: submit, exact: true }).click()
  await expect(dialog).toBeHidden()
}
