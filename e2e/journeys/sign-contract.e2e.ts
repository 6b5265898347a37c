import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expectFit, expectFitEnlarged, tabTo } from '../setup/accessible.ts'
import { linkInMail, mailWith } from '../setup/mails.ts'
import { createVideo, fullName, registerPerformer, uniqueNames } from '../setup/records.ts'
import { expect, heading, test } from '../setup/test.ts'
import { mark } from '../setup/video-page.ts'

// D101, D102, D104: from a template to the copy that the performer has received, on a phone and by keyboard.

const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  colorScheme: 'dark' as const,
  reducedMotion: 'reduce' as const,
}

const facts = {
  撮影の予定日時と場所: '2027年2月10日 10時から18時、東京都新宿区のスタジオ',
  行為の具体的な内容: '相手役との接吻と、台本の第2場に書かれた性行為。',
  公表の方法と期間: '動画配信サイトでの配信。公表の日から5年間。',
  制作者以外の公表者: 'なし',
  報酬の額と支払時期: '300,000円。撮影の日から10日以内に振り込む。',
  '公表する国・地域': '日本',
  サーバーの管理者と所在国: '見本クラウド株式会社、日本',
} as const

test('a contract is prepared from a template, explained, read, asked about and signed on a phone, and its copy received', async ({
  page: mails,
  newPage,
  newAccount,
  signIn,
}) => {
  test.slow()
  const owner = await newPage()
  await signIn(owner, await newAccount('user'))
  const performer = await registerPerformer(owner, {
    names: uniqueNames('契約'),
    fields: { date_of_birth: '1990-01-02' },
  })
  const video = await createVideo(owner, { title: `契約の見本 ${mark()}` }, [performer.id])
  const address = `sign-${mark()}@example.com`

  await test.step('the organisation makes a template of its own, which must name every fact', async () => {
    await owner.goto('/organisation')
    await owner.getByRole('button', { name: '署名までの待ち日数を変更' }).click()
    await owner.getByRole('textbox', { name: '署名までの待ち日数' }).fill('0')
    await owner.getByRole('button', { name: '保存', exact: true }).click()
    await expect(owner.getByText('署名までの待ち日数：0日')).toBeVisible()
    await owner.getByRole('link', { name: '契約書のテンプレート' }).click()
    await expect(owner.getByText('自社のテンプレートはまだありません')).toBeVisible()
    await expect(owner.getByText('法的助言ではありません').first()).toBeVisible()
    await expectFit(owner)
    await owner
      .getByRole('row')
      .filter({ hasText: '契約書' })
      .filter({ hasText: '日本語' })
      .getByRole('link', { name: /をもとに作成$/ })
      .click()
    await owner.getByRole('textbox', { name: 'テンプレート名' }).fill('自社の契約書')
    const text = owner.getByRole('textbox', { name: '本文' })
    const before = await text.inputValue()
    await text.fill(before.replaceAll('{{fee}}', ''))
    await expect(owner.getByText(/次の項目を差し込む場所がありません：報酬の額と支払時期/)).toBeVisible()
    await expectFit(owner)
    await text.press('ControlOrMeta+End')
    await owner.getByRole('button', { name: '報酬の額と支払時期を差し込む' }).click()
    await expect(text).toHaveValue(/\{\{fee\}\}\s*$/)
    await text.fill(before)
    await owner.getByRole('button', { name: '作成', exact: true }).click()
    await expect(heading(owner, '自社の契約書')).toBeVisible()
  })

  await test.step('both drafts are made from what is entered once, and read before they are sent', async () => {
    await owner.goto(`/videos/${video.id}?tab=contracts`)
    await owner.getByRole('link', { name: `${fullName(performer)}の署名の依頼` }).click()
    await expect(heading(owner, `${fullName(performer)}さんの署名`)).toBeVisible()
    await owner.getByRole('button', { name: '下書きを作成' }).click()
    await expect(owner.getByText('報酬の額と支払時期を入力してください。')).toBeVisible()
    await expectFit(owner)
    for (const [label, value] of Object.entries(facts))
      await owner.getByRole('textbox', { name: label }).fill(value)
    await owner.getByRole('textbox', { name: '説明する人' }).fill('制作 花子')
    await owner.getByLabel('説明の日', { exact: true }).fill('2026-11-20')
    await owner.getByRole('button', { name: '下書きを作成' }).click()
    await owner.getByRole('button', { name: '契約書を表示' }).click()
    const draft = owner.getByRole('dialog', { name: '契約書' })
    await expectDrawn(draft.getByRole('img', { name: /^書面の1 \/ \d+ページ$/ }))
    await draft.getByText('文字', { exact: true }).click()
    await expect(draft.getByText('契約の当事者').first()).toBeVisible()
    await expectFit(owner)
    await draft.getByRole('button', { name: '閉じる', exact: true }).first().click()
    await owner.getByRole('button', { name: '送信へ進む' }).click()
    const dialog = owner.getByRole('dialog', { name: '契約書を送る' })
    await dialog.getByRole('textbox', { name: 'ご本人のメールアドレス' }).fill(address)
    await expectFit(owner)
    await dialog.getByRole('button', { name: '署名して送る' }).click()
    await expect(progress(owner)).toBeVisible()
  })

  const link = await linkInMail(mails, address, '/my')
  const my = await newPage(phone)

  await test.step('the performer opens the page, which shows the contract to sign', async () => {
    await my.goto(link)
    await expect(heading(my, 'あなたのページ')).toBeVisible()
    expect(my.url(), 'the secret is not in the URL').not.toContain('token')
    await expect(my.getByRole('region', { name: '署名をお願いする契約' })).toContainText(video.title)
    await expect(my.getByRole('link', { name: '#8891' })).toBeVisible()
    await expectFitEnlarged(my)
    await my.getByRole('button', { name: `内容を確認する：${video.title}` }).click()
    await expect(heading(my, '契約の説明')).toBeVisible()
    await expectFitEnlarged(my)
  })

  await test.step('the sheet is read and its receipt stated, by keyboard alone', async () => {
    await press(my, my.getByRole('button', { name: '説明書面へ進む' }))
    await expect(heading(my, '説明書面')).toBeVisible()
    await expectDrawn(my.getByRole('img', { name: /^書面の1 \// }))
    await expectFitEnlarged(my)
    await toLastPage(my)
    await press(my, my.getByRole('button', { name: '受け取りました' }))
    await expect(heading(my, '契約書')).toBeVisible()
  })

  await test.step('the contract is read to its end after a reload, and the performer asks a question', async () => {
    await my.reload()
    await expect(heading(my, '契約書')).toBeVisible()
    const read = my.getByRole('button', { name: '最後まで読みました' })
    await expect(read).toBeDisabled()
    await expectDrawn(my.getByRole('img', { name: /^書面の1 \// }))
    await my.getByText('文字', { exact: true }).click()
    await expect(my.getByRole('region', { name: '1ページの文字' })).toContainText('出演契約書')
    await expectFitEnlarged(my)
    await toLastPage(my)
    await press(my, read)
    await expect(heading(my, '署名の前に')).toBeVisible()
    await my.getByRole('button', { name: '質問する' }).click()
    await my.getByRole('textbox', { name: '質問の内容' }).fill('交通費は、報酬とは別に支払われますか。')
    await expectFitEnlarged(my)
    await my.getByRole('button', { name: '質問を送る' }).click()
    await expect(my.getByText('質問を送りました。')).toBeVisible()
    await expect(my.getByText('あなたの質問に、制作者が回答すること。')).toBeVisible()
    await expectFitEnlarged(my)
  })

  await test.step('the organisation replies and records the talk, and the performer’s page then shows the reply and the signature', async () => {
    await owner.reload()
    await owner.getByRole('textbox', { name: '回答' }).fill('はい。実費をお支払いします。')
    await expectFit(owner)
    await owner.getByRole('button', { name: '回答を送る' }).click()
    await expect(owner.getByRole('textbox', { name: '回答' })).toBeHidden()
    await owner.getByRole('button', { name: '説明を記録' }).click()
    await owner.getByRole('textbox', { name: '説明の時間（分）' }).fill('40')
    await expectFit(owner)
    await owner.getByRole('button', { name: '記録する' }).click()
    await expect(owner.getByText('出演者は署名できます。')).toBeVisible()
    await expectFit(owner)
    // The page requests its state every 30 seconds.
    await expect(heading(my, '署名')).toBeVisible({ timeout: 40_000 })
    await expect(my.getByText('はい。実費をお支払いします。')).toBeVisible()
  })

  await test.step('the performer draws a signature, types the mailed code and signs; a wrong code signs nothing', async () => {
    await drawOn(my, my.getByRole('img', { name: '手書きの署名（任意）' }))
    await expect(my.getByText('手書きの署名があります')).toBeVisible()
    await my.getByRole('button', { name: '確認コードを送る' }).click()
    const field = my.getByRole('textbox', { name: '確認コード（6桁）' })
    await expect(field).toBeFocused()
    const code =
      /\b\d{6}\b/.exec(textOf(await mailWith(mails, address, '契約書に署名するための確認コード')))?.[0] ?? ''
    await field.fill(code === '000000' ? '111111' : '000000')
    await my.getByRole('button', { name: 'この契約書に署名する' }).click()
    await expect(my.getByText('確認コードが正しくありません。もう一度お試しください。')).toBeVisible()
    await expectFitEnlarged(my)
    await field.fill(code)
    await my.keyboard.press('Enter')
    await expect(heading(my, '契約書の写し')).toBeVisible()
  })

  const copy =
    await test.step('the copy is made within a minute, downloaded, and its receipt stated', async () => {
      const receive = my.getByRole('button', { name: '写しを受け取りました' })
      await expect(receive).toBeDisabled({ timeout: 60_000 })
      await expectFitEnlarged(my)
      const download = my.waitForEvent('download')
      await my.getByRole('button', { name: '写しをダウンロード' }).click()
      const file = await readFile(await (await download).path())
      await receive.click()
      await expect(heading(my, '手続きは完了しました')).toBeVisible()
      await expectFitEnlarged(my)
      return file
    })

  await test.step('the copy can be verified without an account, and a changed byte is reported', async () => {
    const anyone = await newPage(phone)
    await anyone.goto('/verify-contract')
    const choose = (buffer: Buffer) =>
      anyone
        .getByLabel('ここにPDFをドロップ、またはファイルを選択')
        .setInputFiles({ name: 'contract.pdf', mimeType: 'application/pdf', buffer })
    await choose(copy)
    // The browser reads and verifies the file, which takes long on a busy machine.
    await expect(anyone.getByText('このシステムで締結された契約書です。変更されていません。')).toBeVisible({
      timeout: 60_000,
    })
    await expect(anyone.getByText(fullName(performer))).toBeVisible()
    await expectFit(anyone)
    const middle = Math.floor(copy.length / 3)
    await choose(Buffer.from(copy.with(middle, copy.readUInt8(middle) ^ 1)))
    await expect(anyone.getByText('この契約書は、正しいものと確認できません。')).toBeVisible()
    await expect(anyone.getByRole('list', { name: '確認の結果' })).toContainText(
      '署名のあとにファイルが変更されています。',
    )
    await expectFit(anyone)
  })

  await test.step('the performer’s page shows the title and has an English version; the organisation sees every act and the contract', async () => {
    await my.getByRole('button', { name: 'あなたのページへ戻る' }).click()
    await expect(my.getByRole('region', { name: 'あなたの作品' })).toContainText(video.title)
    await my.getByRole('button', { name: 'English' }).click()
    await expect(heading(my, 'Your page')).toBeVisible()
    await expectFitEnlarged(my)
    await owner.reload()
    await expect(owner.getByText('写しを受領').first()).toBeVisible()
    await expectFit(owner)
    await owner.goto(`/videos/${video.id}?tab=contracts`)
    await expect(owner.getByText('契約書のファイル')).toBeVisible()
    await expect(owner.getByText('本人の操作').first()).toBeVisible()
    await expectFit(owner)
  })

  await test.step('the performer ends the contract in two taps, without a reason', async () => {
    await my.getByRole('button', { name: '日本語' }).click()
    await my.getByRole('button', { name: `契約を解除する：${video.title}` }).click()
    await expectFitEnlarged(my)
    await my.getByRole('dialog').getByRole('button', { name: '解除する' }).click()
    await expect(my.getByText('契約を解除しました。')).toBeVisible()
    await expect(my.getByText(/に終わりました（任意解除）$/)).toBeVisible()
    await expectFitEnlarged(my)
    await owner.reload()
    await expect(owner.getByText('種類 任意解除')).toBeVisible()
  })
})

const progress = (page: Page) => page.getByRole('list', { name: '進み具合' })

/** Focuses `button` by the keyboard and presses it. */
async function press(page: Page, button: Locator): Promise<void> {
  await expect(button).toBeEnabled()
  await tabTo(page, button)
  await page.keyboard.press('Enter')
}

/** Turns every page of the paper by keyboard. */
async function toLastPage(page: Page): Promise<void> {
  const next = page.getByRole('button', { name: '次のページ' })
  await expect(next).toBeVisible()
  while (await next.isEnabled()) await press(page, next)
}

/** Waits until a page of a PDF is drawn. */
async function expectDrawn(canvas: Locator): Promise<void> {
  await expect
    .poll(() => canvas.evaluate((element) => (element instanceof HTMLCanvasElement ? element.width : 0)))
    .toBeGreaterThan(300)
}

async function drawOn(page: Page, pad: Locator): Promise<void> {
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (!box) throw new Error('the field for the signature is not visible')
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const
  await page.mouse.move(...at(0.2, 0.3))
  await page.mouse.down()
  await page.mouse.move(...at(0.5, 0.7), { steps: 8 })
  await page.mouse.move(...at(0.8, 0.3), { steps: 8 })
  await page.mouse.up()
}

function textOf(html: string): string {
  return html.replace(/<[^>]*>/g, ' ')
}
