import { randomBytes } from 'node:crypto'
import { cardWithCode, specimenNumber } from '@kyc/server/testing/app/sample-codes.ts'
import type { Locator, Page } from '@playwright/test'
import { expectFit } from '../setup/accessible.ts'
import { required } from '../setup/files.ts'
import { linkInMail, mailWith } from '../setup/mails.ts'
import { card, openPerformer } from '../setup/performer-page.ts'
import { registerPerformer } from '../setup/records.ts'
import { expect, heading, test } from '../setup/test.ts'

// D66: a performer submits documents from a phone, without an account, and the owner follows the progress.

const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  colorScheme: 'dark' as const,
  reducedMotion: 'reduce' as const,
  permissions: ['camera'],
}

test('a performer submits documents by an own link, continues in another browser with a code, and the owner sees the progress', async ({
  page: mails,
  newPage,
  newAccount,
  signIn,
}) => {
  const owner = await newPage()
  await signIn(owner, await newAccount('user'))
  const performer = await registerPerformer(owner, { draft: true, files: {} })
  await openPerformer(owner, performer)
  await owner.getByRole('button', { name: '本人に提出してもらう' }).click()
  const address = `link-${randomBytes(4).toString('hex')}@example.com`
  await owner.getByRole('textbox', { name: 'ご本人のメールアドレス' }).fill(address)
  await owner.getByRole('button', { name: 'リンクを送る' }).click()
  await expect(owner.getByText('ご本人にリンクを送りました')).toBeVisible()
  await expectFit(owner)
  const link = await linkInMail(mails, address, '/p')

  const first = await newPage(phone)
  await first.goto(link)
  await expect(heading(first, '本人確認書類の提出のお願い')).toBeVisible()
  expect(first.url(), 'the secret is not in the URL').not.toContain('token')
  await expectFit(first)
  await first.getByRole('button', { name: '始める' }).click()
  await first.getByRole('checkbox', { name: '内容を確認し、上記に同意します' }).check()
  await first.getByRole('button', { name: '同意して次へ' }).click()
  await expect(heading(first, '氏名と生年月日を入力してください')).toBeVisible()
  await first.getByLabel('氏名').fill('別人 花子')
  await first.getByLabel('生年月日').fill('1990-01-01')
  await expectFit(first)
  await first.getByRole('button', { name: '次へ' }).click()
  await first.getByText('運転免許証').click()
  await expectFit(first)
  await first.getByRole('button', { name: '次へ' }).click()
  await expect(heading(first, '書類を提出してください')).toBeVisible()
  await expectFit(first)
  await photograph(first, '身分証明書表面')

  // The link is bound to the first browser.
  const second = await newPage({ ...phone, locale: 'en-US' })
  await second.goto(link)
  await second.getByRole('button', { name: 'Send the code' }).click()
  const code = /\b\d{6}\b/.exec(textOf(await mailWith(mails, address, '確認コード')))?.[0] ?? ''
  await second.getByRole('textbox', { name: 'Code (6 digits)' }).fill(code)
  await expectFit(second)
  await second.getByRole('button', { name: 'Confirm' }).click()
  // The page is in the language of the link until the performer chooses another one.
  await expect(heading(second, '書類を提出してください')).toBeVisible()
  await second.getByRole('button', { name: 'English' }).click()
  await expect(heading(second, 'Submit your documents')).toBeVisible()
  await second.reload()
  await expect(heading(second, 'Submit your documents')).toBeVisible()
  await second.getByRole('button', { name: 'Submit: Photo of your face' }).click()
  // The page refuses this picture before it is sent (D114).
  const back = {
    name: 'back.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from(await cardWithCode(specimenNumber)),
  }
  await second.getByLabel('Choose a photo').setInputFiles(back)
  await expect(second.getByText(/^A QR code in this picture holds your Individual Number/)).toBeVisible()
  await expectFit(second)
  await second.getByLabel('Choose a photo').setInputFiles(required.selfie)
  // A dialog with an unsent picture closes only after a confirmation.
  await expect(second.getByRole('button', { name: 'Send', exact: true })).toBeVisible()
  await second.keyboard.press('Escape')
  await expect(second.getByRole('dialog', { name: 'Not sent yet' })).toBeVisible()
  await second.getByRole('button', { name: 'Stay here' }).click()
  await second.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(second.getByText('Sent: Photo of your face')).toBeVisible()

  // The former browser can no longer continue.
  await first.getByRole('button', { name: '変更' }).click()
  await first.getByRole('button', { name: '次へ' }).click()
  await expect(heading(first, 'このリンクは使えません')).toBeVisible()

  await second.getByRole('button', { name: 'Finish' }).click()
  await expect(heading(second, 'Everything is submitted')).toBeVisible()
  await expectFit(second)

  const progress = owner.getByRole('region', { name: '本人からの提出' })
  await owner.reload()
  await expect(progress.getByText('提出完了').first()).toBeVisible()
  await expect(progress.getByText('本人が入力した氏名は、登録と異なります')).toBeVisible()
  await progress.getByText('本人の同意：').click()
  await expect(progress.getByText('内容を確認し、上記に同意します')).toBeVisible()
  await expect(card(owner, 'idFront')).toContainText('審査中')
  await expect(owner.getByText('出演者本人（リンク）').first()).toBeVisible()
})

/** Takes and sends a picture with the camera, which shows a card. */
async function photograph(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: `${label}を提出する` }).click()
  await page.getByRole('button', { name: 'カメラで撮影' }).click()
  await expect(page.getByText('はっきり写っています。撮影してください')).toBeVisible()
  await expectFit(page)
  await page.getByRole('button', { name: '撮影する' }).click()
  const picture = page.getByRole('img', { name: `撮影した${label}` })
  await expect(picture).toBeVisible()
  await expectFit(page)
  const cropped = await shapeOf(picture)
  await page.getByRole('button', { name: 'すべて使う' }).click()
  await expect(page.getByRole('button', { name: 'すべて使う' })).toBeHidden()
  // The picture cropped to the card is wider than high; the full one of a phone held upright is not.
  expect(cropped).toBeGreaterThan(1)
  await expect.poll(() => shapeOf(picture)).toBeLessThan(1)
  await page.getByRole('button', { name: '送信する' }).click()
  await expect(page.getByText(`${label}を送信しました。`)).toBeVisible()
}

/** The width of the picture in pixels, divided by its height. */
function shapeOf(picture: Locator): Promise<number> {
  return picture.evaluate((image: HTMLImageElement) => image.naturalWidth / image.naturalHeight)
}

function textOf(html: string): string {
  return html.replace(/<[^>]*>/g, ' ')
}
