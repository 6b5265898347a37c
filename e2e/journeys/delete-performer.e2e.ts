import { openPerformer } from '../setup/performer-page.ts'
import { fullName, performersCalled, registerPerformer } from '../setup/records.ts'
import { stopListening } from '../setup/stop-listening.ts'
import { expect, test } from '../setup/test.ts'

test('a performer is deleted after a question, and is gone from every screen', async ({ pageOf }) => {
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
    expect(await performersCalled(admin, performer.firstName)).toHaveLength(1)
  })

  await test.step('削除 leads to the list, which says so and where nobody of that name is left', async () => {
    await admin.getByRole('button', { name: '削除', exact: true }).click()
    await dialog.getByRole('button', { name: '削除', exact: true }).click()
    await expect(admin).toHaveURL(/\/performers$/)
    await expect(admin.getByText(`${name} を削除しました`, { exact: true })).toBeVisible()
    await admin.getByRole('searchbox', { name: '出演者を検索' }).fill(performer.firstName)
    await expect(admin.getByRole('heading', { name: '条件に合う出演者がいません' })).toBeVisible()
  })

  await test.step('its address knows nobody, for the admin and for the registrar', async () => {
    for (const page of [admin, owner]) {
      await page.goto(`/performers/${performer.id}`)
      await expect(page.getByRole('heading', { name: '出演者が見つかりません' })).toBeVisible()
    }
    await owner.goto('/performers')
    await expect(owner.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(owner.getByRole('link', { name, exact: true })).toBeHidden()
  })
})

test('a user sees no 削除, and no performer of somebody else', async ({
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

  const stranger = await newPage()
  await signIn(stranger, await newAccount('user'))
  await stranger.goto(`/performers/${performer.id}`)
  await expect(stranger.getByRole('heading', { name: '出演者が見つかりません' })).toBeVisible()
})

test('a performer that somebody else deleted meanwhile cannot be deleted again, and the dialog says why', async ({
  pageOf,
}) => {
  const [owner, admin, superadmin] = [await pageOf('user'), await pageOf('admin'), await pageOf('superadmin')]
  const performer = await registerPerformer(owner)
  await openPerformer(admin, performer)
  await stopListening(admin)
  await openPerformer(superadmin, performer)
  for (const page of [superadmin, admin]) {
    await page.getByRole('button', { name: '削除', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: '出演者の削除' })
    await dialog.getByRole('button', { name: '削除', exact: true }).click()
    if (page === superadmin) await expect(page).toHaveURL(/\/performers$/)
    else await expect(dialog.getByRole('alert')).toContainText('削除に失敗しました')
  }
})
