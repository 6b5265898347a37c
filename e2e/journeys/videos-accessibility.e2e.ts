import type { Locator } from '@playwright/test'
import { appearancesFor, expectFit } from '../setup/accessible.ts'
import { createVideo, fullName, registerPerformer, uniqueNames } from '../setup/records.ts'
import { expect, test } from '../setup/test.ts'
import { candidate, openVideo, row } from '../setup/video-page.ts'

/** Expects that `target` is large enough for touch. */
async function expectTouchable(target: Locator): Promise<void> {
  const box = await target.boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
}

for (const { width, colorScheme, options } of appearancesFor(1)) {
  test(`the pages of videos are accessible at ${width} px in the ${colorScheme} scheme`, {
    tag: '@long',
  }, async ({ pageOf }) => {
    test.slow()
    const page = await pageOf('user', options)
    const [performer, other] = [
      await registerPerformer(page, { names: uniqueNames('とても長い名字'.repeat(3)) }),
      await registerPerformer(page),
    ]
    const video = await createVideo(page, { title: 'とても長いタイトルの動画'.repeat(6) }, [performer.id])
    const empty = await createVideo(page)
    await page.goto('/videos')
    await expect(page.getByRole('link', { name: empty.title, exact: true })).toBeVisible()
    await expectFit(page)
    await page.getByRole('button', { name: '新しい動画' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '登録' }).click()
    await expect(page.getByText('タイトルを入力してください。')).toBeVisible()
    await expectFit(page)
    await openVideo(page, empty)
    await expect(page.getByRole('heading', { name: '出演者なし' })).toBeVisible()
    await expectFit(page)
    await page.goto('/videos/import')
    const lines = `動画ID,制作者,契約日\n${video.id},${'見本制作'.repeat(9)},\n${video.id},,2025-13-01`
    await page
      .getByLabel('ここにドロップ、またはファイルを選択')
      .setInputFiles({ name: '契約.csv', mimeType: 'text/csv', buffer: Buffer.from(lines) })
    await expect(page.getByText('変わる行 1、変わらない行 0、エラー 1')).toBeVisible()
    await expectFit(page)
    await page.goto('/videos/nothing')
    await expect(page.getByRole('heading', { name: '動画が見つかりません' })).toBeVisible()
    await expectFit(page)

    await openVideo(page, video)
    await expect(row(page, fullName(performer))).toBeVisible()
    await expectFit(page)
    const documents = page.getByRole('button', { name: `${fullName(performer)}の書類` })
    if (width === 390) {
      await expectTouchable(documents)
      await expectTouchable(page.getByRole('link', { name: `${fullName(performer)}の詳細` }))
      await expectTouchable(page.getByRole('button', { name: `${fullName(performer)}をこの動画から削除` }))
      await expectTouchable(page.getByRole('link', { name: '出演者を追加' }))
    }
    await documents.click()
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(3)
    await expectFit(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: `${fullName(performer)}をこの動画から削除` }).click()
    await expect(page.getByRole('dialog', { name: '動画からの削除' })).toBeVisible()
    await expectFit(page)
    await page.keyboard.press('Escape')

    await page.getByRole('link', { name: '出演者を追加' }).click()
    await candidate(page, fullName(other)).check()
    await expect(candidate(page, fullName(performer))).toBeDisabled()
    await expectFit(page)
  })
}
