import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { appearancesFor, expectAccessible, expectFit } from '../setup/accessible.ts'
import { required } from '../setup/files.ts'
import { createVideo, fullName, publishScenery, registerPerformer, uniqueNames } from '../setup/records.ts'
import { expect, heading, test } from '../setup/test.ts'
import { mark, openVideo } from '../setup/video-page.ts'

/** An IP address for each journey, so that they share no limit, and Japanese, the language that the form then has. */
function ownVisitor() {
  return {
    locale: 'ja-JP',
    extraHTTPHeaders: { 'X-Forwarded-For': `203.0.113.${randomInt(1, 255)}` },
  }
}

const numbers = /^T-[0-9A-Z]{4}-[0-9A-Z]{4}$/

/** Sends the public form and returns the number of the receipt. */
async function sendNotice(page: Page, kind: string, title: string): Promise<string> {
  await page.getByRole('radio', { name: kind }).check()
  await page.getByRole('textbox', { name: '作品のタイトル、品番またはURL' }).fill(title)
  await page.getByRole('button', { name: '申し出を送る' }).click()
  await expect(heading(page, '申し出を受け付けました')).toBeFocused()
  const number = page.getByRole('status', { name: '受付番号' })
  await expect(number).toHaveText(numbers)
  return number.innerText()
}

const row = (page: Page, number: string) => page.getByRole('row').filter({ hasText: number })
const confirmIn = async (page: Page, dialog: string, button: string) => {
  await page.getByRole('dialog', { name: dialog }).getByRole('button', { name: button, exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

for (const { width, colorScheme, options } of appearancesFor(1)) {
  test(`a person stops a title by its product number without an account, and a member confirms the request, records each channel and completes it, at ${width} px in the ${colorScheme} scheme`, async ({
    newPage,
    newAccount,
    pageOf,
  }) => {
    test.slow()
    const member = await pageOf(await newAccount('user'), options)
    const video = await createVideo(member, { title: `停止の見本 ${mark()}` })
    const productNumber = `stop-${mark()}`
    await publishScenery(member, video, { productNumber, channels: ['見本ストア', '別のストア'] })

    const visitor = await newPage({ ...options, ...ownVisitor() })
    let number = ''
    await test.step('the form needs only a kind and a title, and shows the receipt', async () => {
      await visitor.goto('/login')
      await visitor.getByRole('contentinfo').getByRole('link', { name: '公開停止の申し出' }).click()
      await expect(heading(visitor, '公開停止の申し出')).toBeVisible()
      await visitor.getByRole('button', { name: '申し出を送る' }).click()
      await expect(visitor.getByText('申し出の種類を選んでください。')).toBeVisible()
      await expect(visitor.getByText('作品のタイトル、品番またはURLを入力してください。')).toBeVisible()
      await expect(visitor.getByRole('radio').first()).toBeFocused()
      await expectFit(visitor)
      number = await sendNotice(visitor, '出演をやめたい', productNumber.toUpperCase())
      await expectFit(visitor)
      await visitor.getByRole('button', { name: 'English' }).click()
      await expect(heading(visitor, 'Your request was received')).toBeVisible()
      await expect(visitor.getByText(number)).toBeVisible()
      await expectAccessible(visitor)
    })

    await test.step('the member sees the request, and a new publication is refused', async () => {
      await member.goto('/takedowns')
      await expect(row(member, number)).toContainText('0/2 停止済み')
      await expect(row(member, number)).toContainText('あと23時間')
      await expectFit(member)
      await member.goto(`/videos/${video.id}?tab=publications`)
      await expect(
        member.getByText('公開停止の申し出があるため、この動画は新しく公開できません'),
      ).toBeVisible()
      await expect(member.getByText('https://shop.example').first()).toBeVisible()
      await member.getByRole('button', { name: '公開を記録' }).click()
      const dialog = member.getByRole('dialog', { name: '公開の記録' })
      await dialog.getByRole('combobox', { name: '公開先' }).fill('三番目のストア')
      await dialog.getByLabel('公開を開始した日').fill('2025-11-04')
      await dialog.getByRole('button', { name: '記録', exact: true }).click()
      await expect(dialog.getByText('公開停止の申し出を受け付けています')).toBeVisible()
      await member.keyboard.press('Escape')
      await member.getByRole('button', { name: '破棄する' }).click()
      await expectFit(member)
    })

    await test.step('the member confirms the request, records each channel and completes the request', async () => {
      await member.goto('/takedowns')
      await row(member, number).getByRole('link', { name: video.title }).click()
      await expect(member.getByText('先に受け付けを確認してください。')).toBeVisible()
      await expectFit(member)
      await member.getByRole('button', { name: '受け付けを確認する' }).click()
      await confirmIn(member, '受け付けの確認', '受け付けを確認する')
      await expect(member.getByText('停止を記録していない公開先が2件あります。')).toBeVisible()
      await expect(member.getByRole('button', { name: '完了にする' })).toBeDisabled()
      for (const channel of ['見本ストア', '別のストア']) {
        await member.getByRole('button', { name: `${channel}の停止を記録` }).click()
        await confirmIn(member, '停止の記録', '停止を記録')
      }
      await member.getByRole('button', { name: '完了にする' }).click()
      await confirmIn(member, '申し出の完了', '完了にする')
      await expect(member.getByText('この申し出への対応は完了しました。')).toBeVisible()
      await expectFit(member)
      await member.goto('/takedowns?state=closed')
      await expect(row(member, number)).toContainText('2/2 停止済み')
    })
  })
}

test('a request that arrived outside the form is entered at the video, and an admin closes it as unfounded', {
  tag: '@long',
}, async ({ newAccount, pageOf }) => {
  // On a phone the dialog fills the window, so that the accessibility check finds nothing behind it.
  const viewport = { width: 390, height: 844 }
  const member = await pageOf(await newAccount('user'), { viewport, reducedMotion: 'reduce' })
  const video = await createVideo(member, { title: `手入力の見本 ${mark()}` })
  await member.goto(`/videos/${video.id}?tab=publications`)
  await member.getByRole('button', { name: '申し出を記録' }).click()
  const dialog = member.getByRole('dialog', { name: '申し出を記録' })
  await expectAccessible(member)
  await dialog
    .getByRole('combobox', { name: '申し出の種類' })
    .selectOption('カード規則の苦情（カードブランドの規則）')
  await dialog.getByRole('textbox', { name: '申し出の内容' }).fill('苦情がありました。')
  await dialog.getByRole('button', { name: '記録して公開を止める' }).click()
  await expect(heading(member, '公開停止の申し出')).toBeVisible()
  await expect(member.getByText('期限（7営業日、祝日も除く）')).toBeVisible()
  const address = member.url()

  const admin = await pageOf('admin')
  await admin.goto(address)
  await admin.getByRole('button', { name: '理由なしとして閉じる' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: '理由なしとして閉じる' }).click()
  await expect(admin.getByText('理由を入力してください。')).toBeVisible()
  await admin.getByRole('textbox', { name: '閉じる理由' }).fill('別の作品についての苦情でした。')
  await admin.getByRole('dialog').getByRole('button', { name: '理由なしとして閉じる' }).click()
  await expect(admin.getByText('この申し出は、理由なしとして閉じました。')).toBeVisible()
  await openVideo(member, video)
  await expect(member.getByText('公開停止の申し出があるため')).toBeHidden()
})

test('for a request whose title was not found, an admin names the title, which stops it, names the performer and attaches a file', {
  tag: '@long',
}, async ({ newPage, newAccount, pageOf }) => {
  const member = await pageOf(await newAccount('user'))
  const title = `指定の見本${mark()}`
  const performer = await registerPerformer(member, { names: uniqueNames('申出') })
  const video = await createVideo(member, { title }, [performer.id])
  const visitor = await newPage(ownVisitor())
  await visitor.goto('/takedown')
  const number = await sendNotice(visitor, '同意していないのに公開されている', title)
  await openVideo(member, video)
  await expect(member.getByText('公開停止の申し出があるため')).toBeHidden()

  const admin = await pageOf('admin')
  await admin.goto('/takedowns')
  await row(admin, number).getByRole('link', { name: '作品を特定していません' }).click()
  await admin.getByRole('button', { name: '作品を指定する' }).click()
  await admin.getByRole('combobox', { name: '作品' }).fill(title)
  await admin.getByRole('option', { name: title }).click()
  await admin.getByRole('button', { name: '指定して公開を止める' }).click()
  await expect(admin.getByRole('link', { name: title })).toBeVisible()
  await expect(admin.getByText('先に出演者を指定してください。')).toBeVisible()
  await admin.getByRole('button', { name: '出演者を指定する' }).click()
  await admin.getByRole('combobox', { name: '出演者' }).selectOption(fullName(performer))
  await admin.getByRole('button', { name: '指定する', exact: true }).click()
  await expect(admin.getByRole('link', { name: fullName(performer) })).toBeVisible()
  await admin.getByRole('button', { name: '資料を追加' }).click()
  await admin.locator('input[type=file]').first().setInputFiles(required.idFront)
  await admin.getByRole('button', { name: '送信', exact: true }).click()
  await expect(admin.getByRole('dialog')).toBeHidden()
  await expectFit(admin)
  const downloading = admin.waitForEvent('download')
  await admin.getByRole('button', { name: 'id-yamada-hanako.jpgをダウンロード' }).click()
  expect((await downloading).suggestedFilename()).toBe('id-yamada-hanako.jpg')
  await member.reload()
  await expect(member.getByText('公開停止の申し出があるため')).toBeVisible()
})
