import type { Page } from '@playwright/test'
import { expectFit } from '../setup/accessible.ts'
import { specimen } from '../setup/files.ts'
import { approveAll, createVideo, fullName, registerPerformer, uniqueNames } from '../setup/records.ts'
import { expect, test } from '../setup/test.ts'
import { mark, openVideo } from '../setup/video-page.ts'

const panel = (page: Page) => page.getByRole('region', { name: '公開の準備' })
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '動画の記録' }).getByRole('link', { name }).click()

async function enter(page: Page, button: string, days: Readonly<Record<string, string>>): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  const dialog = page.getByRole('dialog')
  for (const [label, value] of Object.entries(days)) {
    const field = dialog.getByLabel(label, { exact: true })
    if ((await field.evaluate((element) => element.tagName)) === 'SELECT')
      await field.selectOption({ label: value })
    else await field.fill(value)
  }
  for (const box of await dialog
    .getByRole('group', { name: '契約書に記載のある事項' })
    .getByRole('checkbox')
    .all())
    await box.check()
  await dialog.getByRole('button', { name: /^(保存|記録)$/ }).click()
  await expect(dialog).toBeHidden()
}

async function submit(page: Page, button: string, file: string): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type="file"]').first().setInputFiles(specimen(file))
  await dialog.getByRole('button', { name: '送信' }).click()
  await expect(dialog).toBeHidden()
}

async function openPaper(admin: Page, name: string, type: string): Promise<void> {
  await admin.goto('/review/papers')
  await admin.getByRole('button', { name: `${name} ${type}` }).click()
  await expect(admin.getByRole('img', { name: '1 / 2 ページ' })).toBeVisible()
}

/** Scrolls to the end and approves. */
async function approveShown(admin: Page): Promise<void> {
  await admin.keyboard.press('End')
  await expect(admin.getByRole('img', { name: '2 / 2 ページ' })).toBeInViewport()
  await admin.waitForTimeout(300)
  await admin.keyboard.press('a')
}

test('a video is described by hand until its records lack nothing, and is then recorded as published', async ({
  newPage,
  newAccount,
  signIn,
  pageOf,
}) => {
  test.slow()
  const [page, admin] = [await newPage(), await pageOf('admin')]
  await signIn(page, await newAccount('user'))
  const performer = await registerPerformer(page, { names: uniqueNames('準備') })
  await approveAll(admin, performer.id)
  const video = await createVideo(page, { title: `準備の見本 ${mark()}` }, [performer.id])
  const name = fullName(performer)
  await openVideo(page, video)
  await expect(panel(page).getByText('不足あり')).toBeVisible()

  await test.step('a publication is refused with each missing point, and the dialog keeps what was typed', async () => {
    await tab(page, '概要と公開')
    await page.getByRole('button', { name: '公開を記録' }).click()
    const dialog = page.getByRole('dialog', { name: '公開の記録' })
    await dialog.getByRole('combobox', { name: '公開先' }).fill('見本ストア')
    await dialog.getByLabel('公開を開始した日').fill('2025-11-01')
    await dialog.getByRole('button', { name: '記録', exact: true }).click()
    await expect(dialog.getByText('この作品の契約書がありません')).toBeVisible()
    await expect(dialog.getByLabel('公開を開始した日')).toHaveValue('2025-11-01')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '破棄する' }).click()
  })

  await test.step('the kind and maker of the video, its review and its shootings are entered', async () => {
    await enter(page, '区分・制作者・審査を編集', { 区分: '対象', 制作者: '見本制作' })
    await enter(page, '公開前の内容の確認を編集', {
      確認した日: '2025-09-01',
      確認した人: '制作 花子',
      結果: '合格',
    })
    await panel(page).getByRole('link', { name: 'すべての撮影が終わった日' }).click()
    await enter(page, '撮影を追加', { 種別: '本編', 撮影した日: '2025-05-20' })
    await enter(page, 'すべての撮影が終わった日を編集', { すべての撮影が終わった日: '2025-05-31' })
  })

  await test.step('each blocker of the performer links to the place where it is resolved', async () => {
    await panel(page).getByRole('link', { name: 'この作品の契約書がありません' }).click()
    await enter(page, `${name}の契約を編集`, { 契約日: '2025-04-01', 写しを受け取った日: '2025-04-02' })
    await enter(page, `${name}の説明書面を編集`, { 受け取った日: '2025-03-25', 説明した日: '2025-03-25' })
    await enter(page, `${name}の映像の確認を編集`, {
      提供した日: '2025-07-01',
      提供の方法: '映像のリンク',
      確認の期限: '2025-07-31',
      回答: '確認した',
    })
    for (const kind of ['映像に映ること', '配信とアップロード'])
      await enter(page, `${name}の同意を追加`, { 種類: kind, 同意した日: '2025-04-01' })
    await expect(panel(page).getByText('契約書が提出されていないか、審査で確認されていません')).toBeVisible()
  })

  await test.step('the contract is rejected for a fact that it lacks, and replaced', async () => {
    await submit(page, `${name}の契約書を提出`, 'contract.pdf')
    await submit(page, `${name}の説明書面を提出`, 'sheet.pdf')
    await openPaper(admin, name, '契約書')
    await expectFit(admin)
    await admin.getByRole('button', { name: '問題あり：報酬の額と支払時期' }).click()
    await admin.keyboard.press('r')
    const dialog = admin.getByRole('dialog', { name: '契約書を差し戻す' })
    await expect(dialog.getByRole('textbox', { name: '登録者へのメッセージ' })).toHaveValue(
      /報酬の額と支払時期/,
    )
    await dialog.getByRole('button', { name: /^差し戻す/ }).click()
    await expect(admin.getByText(`${name}さんの契約書を差し戻しました`)).toBeVisible()
    await expect(page.getByText('「報酬の額と支払時期」の記載なし')).toBeVisible()
    await submit(page, `${name}の契約書を再提出`, 'contract.pdf')
  })

  await test.step('both papers are approved by keyboard after their last page was on screen', async () => {
    await openPaper(admin, name, '説明書面')
    await admin.keyboard.press('a')
    await expect(admin.getByText('最後のページ（2ページ目）まで表示してください。')).toBeVisible()
    await approveShown(admin)
    await expect(admin.getByText(`${name}さんの説明書面を承認しました`)).toBeVisible()
    await openPaper(admin, name, '契約書')
    await admin.keyboard.press('d')
    await admin.keyboard.type('20250402')
    await admin.keyboard.press('Escape')
    await approveShown(admin)
    await expect(admin.getByText(/入力された契約日（2025年4月1日）と異なります/)).toBeVisible()
    await admin.setViewportSize({ width: 390, height: 844 })
    await expectFit(admin)
    await admin.getByLabel('契約書に記載された契約日').fill('20250401')
    await admin.getByRole('button', { name: '承認', exact: true }).click()
    await expect(admin.getByText(`${name}さんの契約書を承認しました`)).toBeVisible()
    await expect(panel(page).getByText('記録上の不足なし')).toBeVisible()
  })

  await test.step('the publication is recorded once nothing is missing', async () => {
    await tab(page, '概要と公開')
    await enter(page, '公開を記録', { 公開先: '見本ストア', 公開を開始した日: '2025-11-01' })
    await expect(page.getByRole('region', { name: '公開', exact: true })).toContainText('見本ストア')
  })

  await test.step('on a phone all parts follow each other and fit', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    for (const heading of ['公開の準備', name, '撮影', '概要', '公開', '履歴'])
      await expect(page.getByRole('heading', { name: heading, exact: true }).first()).toBeVisible()
    await expectFit(page)
  })
})
