import { dayInJapan } from '@kyc/contract/dates.ts'
import type { Locator, Page } from '@playwright/test'
import { specimen } from '../setup/files.ts'
import { card, expectPdfPage, expectPicture, openPerformer, viewer } from '../setup/performer-page.ts'
import { fullName, registerPerformer } from '../setup/records.ts'
import { slot } from '../setup/registration-form.ts'
import { demoNames, expect, test } from '../setup/test.ts'

function title(page: Page) {
  return viewer(page).getByRole('heading')
}

async function open(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: `${label}を表示` }).click()
  await expect(viewer(page)).toBeVisible()
}

test('the keys turn pages, zoom and rotate, also after a click on the picture', { tag: '@long' }, async ({
  pageOf,
}) => {
  const page = await pageOf('user')
  const performer = await registerPerformer(page)
  await openPerformer(page, performer)
  await open(page, '身分証明書表面')
  await expectPicture(page, 'idFront')
  await expect(viewer(page).getByRole('button', { name: '閉じる' })).toBeFocused()
  await expect(viewer(page)).toContainText(fullName(performer))
  await expect(viewer(page)).toContainText('2 / 3')

  const picture = viewer(page).getByRole('img', { name: '身分証明書表面', exact: true })
  const tools = viewer(page).getByRole('toolbar', { name: '表示の操作' })
  for (const click of [false, true]) {
    if (click) await picture.click()
    await page.keyboard.press('+')
    await expect(tools).not.toContainText('100%')
    await page.keyboard.press('-')
    await expect(tools).toContainText('100%')
    await page.keyboard.press('e')
    await expect(picture).toHaveCSS('rotate', '90deg')
    await page.keyboard.press('Shift+E')
    await expect(picture).toHaveCSS('rotate', '0deg')
    await page.keyboard.press('+')
    await page.keyboard.press('0')
    await expect(tools).toContainText('100%')
  }

  await test.step('while zoomed in, the arrow keys pan, and J and K open the next and the previous document', async () => {
    const stage = viewer(page).getByRole('region', { name: '書類の画像' })
    for (let step = 0; step < 5; step++) await page.keyboard.press('+')
    const before = await stage.evaluate(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop])
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await expect
      .poll(() => stage.evaluate(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop]))
      .toEqual(before.map((position) => position + 80))
    await expect(title(page)).toHaveText('身分証明書表面')
    await page.keyboard.press('j')
    await expect(title(page)).toHaveText('本人写真')
    await page.keyboard.press('k')
    await expect(title(page)).toHaveText('身分証明書表面')
  })

  await test.step('with the keys of single letters switched off on /account, letters do nothing, and the arrow keys still change the document', async () => {
    await page.evaluate(() => localStorage.setItem('single-keys', 'off'))
    await page.keyboard.press('e')
    await expect(picture).toHaveCSS('rotate', '0deg')
    await page.keyboard.press('j')
    await expect(title(page)).toHaveText('身分証明書表面')
  })
  await page.keyboard.press('ArrowRight')
  await expect(title(page)).toHaveText('本人写真')
  await page.keyboard.press('ArrowRight')
  await expect(title(page)).toHaveText('本人写真')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(title(page)).toHaveText('出演同意書')
  await page.keyboard.press('Escape')
  await expect(viewer(page)).toBeHidden()
  await expect(page.getByRole('button', { name: '身分証明書表面を表示' })).toBeFocused()
})

test('the buttons match the keys, and the strip opens each document', { tag: '@long' }, async ({
  pageOf,
}) => {
  const page = await pageOf('user')
  await openPerformer(page, await registerPerformer(page))
  await open(page, '本人写真')
  const tools = viewer(page).getByRole('toolbar', { name: '表示の操作' })
  const picture = viewer(page).getByRole('img', { name: '本人写真', exact: true })
  await tools.getByRole('button', { name: '右へ回転' }).click()
  await expect(picture).toHaveCSS('rotate', '90deg')
  await tools.getByRole('button', { name: '左へ回転' }).click()
  await tools.getByRole('button', { name: '拡大', exact: true }).click()
  await expect(tools).not.toContainText('100%')
  await tools.getByRole('button', { name: /^明るさ/ }).click()
  await expect(picture).toHaveCSS('filter', /^brightness/)
  await expect(viewer(page).getByRole('button', { name: '次の書類' })).toBeDisabled()
  await viewer(page).getByRole('button', { name: '前の書類' }).click()
  await expect(title(page)).toHaveText('身分証明書表面')
  await viewer(page).getByRole('button', { name: '出演同意書（第1版）' }).click()
  await expect(title(page)).toHaveText('出演同意書')
  await expect(viewer(page).getByRole('button', { name: '前の書類' })).toBeDisabled()
})

test('the product itself renders the pages of a PDF, one below the other', { tag: '@long' }, async ({
  pageOf,
}) => {
  const page = await pageOf('user')
  await openPerformer(page, await registerPerformer(page))
  await expect(card(page, 'agreementFile')).toContainText('2ページ')
  await open(page, '出演同意書')
  await expectPdfPage(page, '1 / 2 ページ')
  await viewer(page).getByRole('img', { name: '1 / 2 ページ' }).hover()
  await page.mouse.wheel(0, 2000)
  await expectPdfPage(page, '2 / 2 ページ')
  // The magnifier opens on the page in the middle, draws it at 2.5 times the resolution, and follows the arrow keys.
  await page.keyboard.press('m')
  const second = viewer(page).getByRole('img', { name: '2 / 2 ページ' }).locator('..')
  const enlarged = second.locator('canvas').nth(1)
  const widthOf = (canvas: Locator) => canvas.evaluate((node) => (node as HTMLCanvasElement).width)
  const width = await widthOf(second.locator('canvas').first())
  await expect.poll(() => widthOf(enlarged)).toBeGreaterThan(2.4 * width)
  await page.keyboard.press('ArrowRight')
  await expect(second.locator('> div[aria-hidden]').last()).toHaveAttribute('style', /left: 54%/)
})

test('Tab moves the focus to the stage of a PDF, and End scrolls to its second page', {
  tag: '@long',
}, async ({ pageOf }) => {
  const page = await pageOf('user')
  await openPerformer(page, await registerPerformer(page))
  await open(page, '出演同意書')
  await expectPdfPage(page, '1 / 2 ページ')
  await expect(viewer(page).getByRole('button', { name: '閉じる' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(viewer(page).getByRole('region', { name: '書類のページ' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(viewer(page).getByRole('img', { name: '2 / 2 ページ' })).toBeInViewport()
})

test('every picture and page has a watermark with the viewer’s name and the time in Japan', async ({
  pageOf,
}) => {
  const [owner, admin] = [await pageOf('user'), await pageOf('admin')]
  const performer = await registerPerformer(owner)
  const year = dayInJapan(new Date()).slice(0, 4)
  for (const [page, name] of [
    [owner, demoNames.user],
    [admin, demoNames.admin],
  ] as const) {
    await openPerformer(page, performer)
    const mark = new RegExp(`^${name} ${year}/\\d\\d/\\d\\d \\d\\d:\\d\\d$`)
    await expect(card(page, 'idFront').getByText(mark).first()).toBeAttached()
    for (const label of ['身分証明書表面', '出演同意書']) {
      await open(page, label)
      await expect(viewer(page).getByText(mark).first()).toBeAttached()
      await page.keyboard.press('Escape')
    }
  }
})

test('the addresses of pictures are released when the viewer and the page are closed', {
  tag: '@long',
}, async ({ pageOf }) => {
  const page = await pageOf('user')
  const performer = await registerPerformer(page)
  await page.addInitScript(() => {
    const [make, release] = [URL.createObjectURL, URL.revokeObjectURL]
    const alive = new Set<string>()
    URL.createObjectURL = (object) => {
      const url = make.call(URL, object)
      alive.add(url)
      return url
    }
    URL.revokeObjectURL = (url) => {
      alive.delete(url)
      release.call(URL, url)
    }
    Object.assign(globalThis, { aliveAddresses: () => alive.size })
  })
  // Defined by the script above.
  const alive = () =>
    page.evaluate(() => (globalThis as unknown as { aliveAddresses(): number }).aliveAddresses())
  await openPerformer(page, performer)
  await expect(card(page, 'selfie').getByText('表示', { exact: true })).toBeVisible()
  await expect.poll(alive).toBe(2)
  await open(page, '身分証明書表面')
  await expectPicture(page, 'idFront')
  expect(await alive()).toBeGreaterThan(2)
  await page.keyboard.press('Escape')
  await expect.poll(alive).toBe(2)
  await page.getByRole('link', { name: 'ダッシュボードへ戻る' }).click()
  await expect.poll(alive).toBe(0)
})

test('the viewer reports a missing connection, and 再試行 loads the picture later', {
  tag: '@long',
}, async ({ pageOf, faults }) => {
  faults.expect(/net::ERR_INTERNET_DISCONNECTED/)
  const page = await pageOf('user')
  const performer = await registerPerformer(page)
  await openPerformer(page, performer)

  await test.step('the slot has an older version that no page has cached', async () => {
    await card(page, 'selfie').getByRole('button', { name: '本人写真のその他の操作' }).click()
    await page.getByRole('menuitem', { name: 'ファイルを差し替える' }).click()
    await slot(page, 'selfie').setInputFiles(specimen('selfie-2.jpg'))
    await page.getByRole('button', { name: '送信', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.reload()
    await open(page, '本人写真')
    await expectPicture(page, 'selfie')
    await page.keyboard.press('Escape')
    await card(page, 'selfie').getByRole('button', { name: '本人写真のその他の操作' }).click()
    await page.getByRole('menuitem', { name: /^過去の版/ }).click()
    await expect(page.getByRole('button', { name: '第1版を表示' })).toBeVisible()
  })

  await page.context().setOffline(true)
  await page.getByRole('button', { name: '第1版を表示' }).click()
  const alert = viewer(page).getByRole('alert')
  await expect(viewer(page).getByRole('status', { name: '読み込み中' })).toBeVisible()
  await expect(alert).toContainText('画像の読み込みに失敗しました。', { timeout: 20_000 })
  await expect(alert).toContainText('ネットワーク接続を確認して、もう一度お試しください。')
  await page.context().setOffline(false)
  await alert.getByRole('button', { name: '再試行' }).click()
  await expectPicture(page, 'selfie')
})

test('a download has its own file name, is complete, and creates an audit entry', { tag: '@long' }, async ({
  pageOf,
}) => {
  const page = await pageOf('user')
  const performer = await registerPerformer(page)
  await openPerformer(page, performer)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '出演同意書をダウンロード' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('agreement-1.pdf')
  await page.goto(`/audit-logs?resourceId=${performer.id}&action=download`)
  await expect(page.getByRole('row').nth(1)).toContainText(`${fullName(performer)}・出演同意書`)
  await expect(page.getByRole('row')).toHaveCount(2)
})
