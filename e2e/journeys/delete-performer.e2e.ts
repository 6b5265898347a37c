import { openPerformer } from '../setup/performer-page.ts'
import { findPerformers, fullName, registerPerformer } from '../setup/records.ts'
import { stopLiveUpdates } from '../setup/stop-live-updates.ts'
import { expect, test } from '../setup/test.ts'

test('a performer is deleted after a confirmation and disappears from every page', async ({ pageOf }) => {
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

  await test.step('its address shows no performer, to the admin and to the owner', async () => {
    for (const page of [admin, owner]) {
      await page.goto(`/performers/${performer.id}`)
      await expect(page.getByRole('heading', { name: '出演者が見つかりません' })).toBeVisible()
    }
    await owner.goto('/performers')
    await expect(owner.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(owner.getByRole('link', { name, exact: true })).toBeHidden()
  })
})

test('a user sees no 削除, and no performers of others', async ({ pageOf, newAccount, newPage, signIn }) => {
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

test('a performer that another admin has deleted cannot be deleted again, and the dialog shows why', async ({
  pageOf,
}) => {
  const [owner, admin, superadmin] = [await pageOf('user'), await pageOf('admin'), await pageOf('superadmin')]
  const performer = await registerPerformer(owner)
  await openPerformer(admin, performer)
  await stopLiveUpdates(admin)
  await openPerformer(superadmin, performer)
  for (const page of [superadmin, admin]) {
    await page.getByRole('button', { name: '削除', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: '出演者の削除' })
    await dialog.getByRole('button', { name: '削除', exact: true }).click()
    if (page === superadmin) await expect(page).toHaveURL(/\/performers$/)
    else await expect(dialog.getByRole('alert')).toContainText('削除に失敗しました')
  }
})
