import type { Page } from '@playwright/test'
import { expectAccessible, expectFit, tabTo } from '../setup/accessible.ts'
import { csrfHeaders, fullName, registerPerformer, replyOf } from '../setup/records.ts'
import { expect, test } from '../setup/test.ts'

/** The name of the open case. */
const openCase = (page: Page) =>
  page.getByRole('heading', { level: 2 }).filter({ has: page.getByRole('link') })
const panel = (page: Page, label: string) => page.getByRole('form', { name: `${label}の審査` })

test('a reviewer decides by keyboard alone, and the next case that is not claimed opens automatically', async ({
  pageOf,
  pageOfNewAccount,
}) => {
  const [owner, admin] = [await pageOfNewAccount('user'), await pageOfNewAccount('admin')]
  const [first, claimed, last] = [
    await registerPerformer(owner),
    await registerPerformer(owner),
    await registerPerformer(owner),
  ]
  const other = await pageOf('superadmin')
  const claim = `/api/review/cases/${claimed.id}/claim`
  await replyOf(await other.request.put(claim, { headers: await csrfHeaders(other) }))
  await admin.setViewportSize({ width: 1280, height: 800 })
  await admin.goto(`/review?organisation=${first.organisation.id}`)

  await test.step('the case that has waited longest opens, is claimed, and fits on one screen', async () => {
    await expect(openCase(admin)).toHaveText(fullName(first))
    await expect(admin.getByRole('timer')).toHaveText(/自分が審査中 残り1[45]:\d\d/)
    const held = admin.getByRole('complementary', { name: '審査待ち' }).getByRole('listitem')
    await expect(held.filter({ hasText: fullName(claimed) })).toContainText('さんが審査中')
    await expect(admin.getByRole('img', { name: '身分証明書表面', exact: true })).toBeVisible()
    expect(await admin.evaluate(() => document.documentElement.scrollHeight)).toBe(800)
    await expectAccessible(admin)
  })

  await test.step('the front of an ID is approved only after its dates were typed, and then the next document opens', async () => {
    const form = panel(admin, '身分証明書表面')
    await admin.keyboard.press('a')
    await expect(form).toContainText('未確認：種類、生年月日、有効期限')
    await expect(form.getByLabel('身分証の種類')).toBeFocused()
    await admin.keyboard.press('ArrowDown')
    await admin.keyboard.press('Escape')
    await admin.keyboard.press('m')
    await admin.keyboard.press('d')
    await expect(form.getByLabel('生年月日', { exact: true })).toBeFocused()
    await admin.keyboard.type('19900101')
    await expect(form.getByLabel('有効期限', { exact: true })).toBeFocused()
    await admin.keyboard.type('20310502')
    await admin.keyboard.press('Enter')
    await expect(admin.getByRole('heading', { name: '本人写真', level: 2 })).toBeFocused()
    for (const label of ['本人写真', '出演同意書']) {
      await expect(panel(admin, label)).toBeVisible()
      await expect(panel(admin, label).getByRole('button', { name: `${label}を承認` })).not.toHaveAttribute(
        'aria-disabled',
      )
      if (label === '出演同意書') await admin.keyboard.press('End')
      await expect(panel(admin, label)).not.toContainText('最後のページ')
      await admin.keyboard.press('a')
    }
  })

  await test.step('Z undoes the last decision, also from the next case, and the reviewer decides again (D123)', async () => {
    await expect(openCase(admin)).toHaveText(fullName(last))
    await expect(admin.getByText(`${fullName(first)}さんの出演同意書を承認しました`)).toBeVisible()
    await admin.keyboard.press('z')
    await expect(admin.getByText('取り消しました', { exact: true })).toBeVisible()
    await expect(openCase(admin)).toHaveText(fullName(first))
    await expect(
      panel(admin, '出演同意書').getByRole('button', { name: '出演同意書を承認' }),
    ).not.toHaveAttribute('aria-disabled')
    await admin.keyboard.press('a')
  })

  await test.step('the claimed case is skipped, and two documents of the next case are rejected together', async () => {
    await expect(openCase(admin)).toHaveText(fullName(last))
    await admin.keyboard.press('2')
    await expect(panel(admin, '本人写真')).toBeVisible()
    await admin.keyboard.press('r')
    const dialog = admin.getByRole('dialog', { name: '書類を差し戻す' })
    await expect(dialog.getByRole('button', { name: '不鮮明' })).toBeFocused()
    await admin.keyboard.press('Space')
    await tabTo(admin, dialog.getByRole('button', { name: '出演同意書も差し戻す' }), 'Shift+Tab')
    await admin.keyboard.press('Enter')
    await tabTo(admin, dialog.getByRole('button', { name: '署名・日付なし' }))
    await admin.keyboard.press('Space')
    await expectAccessible(admin)
    await admin.keyboard.press('Control+Enter')
    await expect(dialog).toBeHidden()
    await expect(panel(admin, '身分証明書表面')).toBeVisible()
    await expect(admin.getByText('残り1件')).toBeVisible()
  })

  await test.step('a note is stored, and a phone shows one document, with the button for the next one in view', async () => {
    await admin.keyboard.press('n')
    await admin.keyboard.type('電話で確認しました')
    await admin.keyboard.press('Enter')
    await expect(admin.getByRole('tabpanel', { name: /管理者用メモ/ })).toContainText('電話で確認しました')
    await admin.setViewportSize({ width: 390, height: 844 })
    await expect(admin.getByRole('button', { name: '次へ' })).toBeInViewport()
    await expect(admin.getByRole('img', { name: '身分証明書表面', exact: true })).toBeVisible()
    await expect(admin.getByRole('region', { name: '本人写真', exact: true })).toBeHidden()
    await expectFit(admin)
    await admin.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('after the last decision, the desk shows that no case is left to review', async () => {
    await admin.keyboard.press('Escape')
    await admin.keyboard.press('r')
    await expect(admin.getByRole('button', { name: '不鮮明' })).toBeFocused()
    await admin.keyboard.press('Space')
    await admin.keyboard.press('Control+Enter')
    await expect(admin.getByText('審査できる出演者がいません')).toBeVisible()
  })
})
