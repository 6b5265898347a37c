import { createVideo } from '../setup/records.ts'
import { expect, heading, test } from '../setup/test.ts'
import { mark } from '../setup/video-page.ts'

test('a failed call keeps the page, which recovers when the connection is back', { tag: '@long' }, async ({
  pageOf,
  faults,
}) => {
  faults.expect(/net::ERR_INTERNET_DISCONNECTED/)
  const page = await pageOf('user')
  const video = await createVideo(page)
  await page.goto('/videos')
  await page.getByRole('link', { name: video.title, exact: true }).hover()
  await page.getByRole('link', { name: video.title, exact: true }).click()
  await expect(heading(page, video.title)).toBeVisible()
  await page.goBack()
  await page.context().setOffline(true)
  const offline = page
    .getByRole('status')
    .filter({ hasText: 'オフラインです。接続が戻ると自動で更新します。' })
  await expect(offline).toBeVisible()
  await page.getByRole('searchbox', { name: '動画を検索' }).fill(video.title)
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('動画情報の取得に失敗しました', { timeout: 20_000 })
  await page.context().setOffline(false)
  await expect(offline).toBeHidden()
  await expect(page.getByRole('link', { name: video.title, exact: true })).toBeVisible()
  await expect(alert).toBeHidden()
})

test('the list is searched, paged by 50, and keeps its search', { tag: '@long' }, async ({
  newPage,
  newAccount,
  signIn,
}) => {
  const page = await newPage()
  await signIn(page, await newAccount('user'))
  const video = await createVideo(page, { title: `秋の見本 ${mark()}`, externalId: `ext-${mark()}` })
  await Promise.all(Array.from({ length: 51 }, () => createVideo(page)))
  await page.goto('/videos')
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') })
  const pages = page.getByRole('navigation', { name: 'ページ' })
  await expect(page.getByRole('status').filter({ hasText: '52件' })).toBeVisible()
  await expect(rows).toHaveCount(50)
  await pages.getByRole('button', { name: '次の50件' }).click()
  await expect(page).toHaveURL(/[?&]cursor=/)
  await expect(rows).toHaveCount(2)
  await expect(rows.last()).toContainText(video.title)
  await pages.getByRole('button', { name: '前の50件' }).click()
  await expect(rows).toHaveCount(50)

  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: '動画を検索' })).toBeFocused()
  await page.keyboard.type(video.title)
  await expect(rows).toHaveCount(1)
  await expect(page).toHaveURL('/videos')
  await page.reload()
  await expect(rows).toHaveCount(1)
  await page.getByRole('link', { name: video.title, exact: true }).click()
  await expect(heading(page, video.title)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: '動画', exact: true }).click()
  await expect(page).toHaveURL('/videos')
  await expect(rows).toHaveCount(1)
  await page.getByRole('searchbox', { name: '動画を検索' }).fill('そのような動画はない')
  await expect(page.getByRole('heading', { name: '条件に合う動画がありません' })).toBeVisible()
  await page.getByRole('link', { name: '絞り込みを解除' }).click()
  await expect(page).toHaveURL('/videos')
  await page.goto('/videos?cursor=nonsense')
  await page.getByRole('alert').getByRole('button', { name: '再試行' }).click()
  await expect(page).toHaveURL('/videos')
  await expect(rows).toHaveCount(50)
})

test('a taken external id is reported at its field', { tag: '@long' }, async ({ pageOf }) => {
  const page = await pageOf('user')
  const externalId = `ext-${mark()}`
  await createVideo(page, { externalId })
  await page.goto('/videos')
  await page.getByRole('button', { name: '新しい動画' }).click()
  const dialog = page.getByRole('dialog', { name: '新しい動画' })
  await dialog.getByLabel('タイトル').fill('別の動画')
  await dialog.getByLabel('外部ID').fill(externalId)
  await dialog.getByRole('button', { name: '登録' }).click()
  await expect(dialog.getByLabel('外部ID')).toHaveAccessibleDescription(/この外部IDはすでに使われています。/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '破棄する' }).click()
  await expect(page.getByRole('button', { name: '新しい動画' })).toBeFocused()
})
