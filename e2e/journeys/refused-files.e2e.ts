import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { cardWithCode, specimenNumber } from '@kyc/server/testing/app/sample-codes.ts'
import { fakePicture, heicPicture, pictureOf, required, specimen, writeVastPng } from '../setup/files.ts'
import { findPerformers, fullName, registerPerformer, uniqueNames } from '../setup/records.ts'
import {
  chooseRequiredFiles,
  fillNames,
  nameField,
  openRegistration,
  performerAddress,
  slot,
  submitButton,
} from '../setup/registration-form.ts'
import { expect, test } from '../setup/test.ts'

const jpegAndPng = 'サポートされていないファイル形式です（JPG, PNGのみ使用可能）'
const withPdf = 'サポートされていないファイル形式です（PDF, JPG, PNGのみ使用可能）'
const tooLarge = 'ファイルサイズが大きすぎます（20MB以下にしてください）'
const MiB = 1024 * 1024

test.describe('a refused file is reported at its slot in the words of spec §5, with its name and the cause', () => {
  const cases = [
    [
      'a PDF as the front of an ID',
      'idFront',
      required.agreementFile,
      `身分証明書表面：${jpegAndPng}`,
      'PDFを選択できるのは出演同意書だけです。',
    ],
    [
      'a text as an agreement',
      'agreementFile',
      { name: 'a.pdf', bytes: Buffer.from('text') },
      `出演同意書：${withPdf}`,
      '拡張子と中身が違います。',
    ],
    [
      'an empty file',
      'selfie',
      { name: 'empty.jpg', bytes: Buffer.alloc(0) },
      `本人写真：${jpegAndPng}`,
      '中身が空です。',
    ],
    [
      'a picture under another name',
      'idBack',
      { name: 'picture.gif', bytes: fakePicture(100) },
      `身分証明書裏面：${jpegAndPng}`,
      '拡張子と中身が違います。',
    ],
    [
      'a PDF of more than 20 MB',
      'agreementFile',
      { name: 'long.pdf', bytes: Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(20 * MiB)]) },
      `出演同意書：${tooLarge}`,
      '',
    ],
  ] as const
  for (const [what, type, file, message, cause] of cases) {
    test(what, { tag: '@long' }, async ({ pageOfNewAccount }, testInfo) => {
      const page = await pageOfNewAccount('user')
      await openRegistration(page)
      const path = typeof file === 'string' ? file : testInfo.outputPath(file.name)
      if (typeof file !== 'string') await writeFile(path, file.bytes)
      await slot(page, type).setInputFiles(path)
      await expect(page.getByText(message, { exact: true })).toBeVisible()
      if (cause) await expect(page.getByText(cause, { exact: true })).toBeVisible()
      await expect(page.getByText(basename(path), { exact: true })).toBeVisible()
      await expect(slot(page, type)).toHaveAttribute('aria-invalid', 'true')
      await slot(page, type).setInputFiles(
        type === 'agreementFile' ? required.agreementFile : required.selfie,
      )
      await expect(page.getByText(message, { exact: true })).toBeHidden()
      await expect(page.getByText('選択済み')).toBeVisible()
    })
  }
})

test(
  'a picture that cannot be shrunk is kept, and then refused for its size',
  { tag: '@long' },
  async ({ pageOfNewAccount }, testInfo) => {
    const page = await pageOfNewAccount('user')
    await openRegistration(page)
    const path = testInfo.outputPath('broken.jpg')
    await writeFile(path, fakePicture(20 * MiB + 1))
    await slot(page, 'selfie').setInputFiles(path)
    await expect(page.getByText(`本人写真：${tooLarge}`)).toBeVisible()
    await expect(page.getByText('画像の読み込みに失敗しました')).toBeVisible()
  },
)

test(
  'a picture that cannot be shrunk without a connection is kept with a message, and shrunk when selected again',
  { tag: '@long' },
  async ({ pageOfNewAccount, faults }, testInfo) => {
    // The code that shrinks pictures is loaded on first use.
    faults.expect(/net::ERR_INTERNET_DISCONNECTED/)
    const page = await pageOfNewAccount('user')
    await openRegistration(page)
    const path = await writeVastPng(testInfo.outputPath('広い写真.png'))
    await page.context().setOffline(true)
    await slot(page, 'selfie').setInputFiles(path)
    await expect(page.getByText('画像の変換に失敗しました')).toBeVisible()
    await expect(page.getByText('広い写真.png', { exact: true })).toBeVisible()
    await expect(page.getByText('選択済み')).toBeVisible()

    await page.context().setOffline(false)
    await slot(page, 'selfie').setInputFiles(path)
    await expect(page.getByText('広い写真.jpg', { exact: true })).toBeVisible()
    await expect(page.getByText('画像の変換に失敗しました')).toBeHidden()
  },
)

test('a picture with the QR code of an individual number is refused when it is chosen, or by the server (D114)', async ({
  pageOfNewAccount,
  faults,
}, testInfo) => {
  // The code that reads the picture is loaded on first use.
  faults.expect(/net::ERR_INTERNET_DISCONNECTED/)
  const page = await pageOfNewAccount('user')
  const message =
    '身分証明書裏面：マイナンバーのQRコードが写っています。表面を使うか、QRコードを隠してください。'
  const path = testInfo.outputPath('裏面.jpg')
  await writeFile(path, await cardWithCode(specimenNumber))
  await openRegistration(page)
  await fillNames(page, uniqueNames())
  await page.context().setOffline(true)
  await slot(page, 'idBack').setInputFiles(path)
  await expect(page.getByText('選択済み')).toBeVisible()

  await page.context().setOffline(false)
  await chooseRequiredFiles(page)
  await submitButton(page).click()
  await expect(page.getByText(message, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: '身分証明書裏面を取り除く' }).click()
  await expect(page.getByText(message, { exact: true })).toBeHidden()

  await slot(page, 'idBack').setInputFiles(path)
  await expect(page.getByText(message, { exact: true })).toBeVisible()
  await expect(slot(page, 'idBack')).toHaveAttribute('aria-invalid', 'true')
})

test('登録 stays disabled and shows what is missing until the form is complete', { tag: '@long' }, async ({
  pageOfNewAccount,
}) => {
  const page = await pageOfNewAccount('user')
  await openRegistration(page)
  const submit = submitButton(page)
  await expect(submit).toBeDisabled()
  await expect(submit).toHaveAccessibleDescription(
    'あと7項目で登録できます：姓、名、姓（ローマ字）、名（ローマ字）、出演同意書、身分証明書表面、本人写真',
  )
  const list = page.getByRole('region', { name: '必須項目' })
  await expect(list).toContainText('0 / 7 完了')
  await chooseRequiredFiles(page)
  await expect(submit).toHaveAccessibleDescription(/^あと4項目で登録できます：姓、名、/)
  await expect(list).toContainText('3 / 7 完了')
  await fillNames(page, { ...uniqueNames(), lastName: '   ' })
  await expect(submit).toBeDisabled()
  await expect(submit).toHaveAccessibleDescription('あと1項目で登録できます：姓')
  await nameField(page, 'lastName').fill('試験')
  await expect(submit).toBeEnabled()
  await page.getByRole('button', { name: '本人写真を取り除く' }).click()
  await expect(submit).toBeDisabled()
  await expect(submit).toHaveAccessibleDescription('あと1項目で登録できます：本人写真')
})

test('an incomplete section is reported in the words of spec §5', { tag: '@long' }, async ({
  pageOfNewAccount,
}) => {
  const page = await pageOfNewAccount('user')
  await openRegistration(page)
  await nameField(page, 'lastName').fill('試験')
  await slot(page, 'selfie').focus()
  await expect(page.getByText('すべての名前フィールドを入力してください。')).toBeVisible()
  await page.getByRole('button', { name: 'キャンセル' }).focus()
  await expect(
    page.getByText('必須ファイル（出演同意書、身分証明書表面、本人写真）がアップロードされていません。'),
  ).toBeVisible()
})

test('an item of the list of missing fields focuses its field', { tag: '@long' }, async ({
  pageOfNewAccount,
}) => {
  const page = await pageOfNewAccount('user')
  await openRegistration(page)
  const list = page.getByRole('region', { name: '必須項目' })
  await list.getByRole('button', { name: /^本人写真/ }).click()
  await expect(slot(page, 'selfie')).toBeFocused()
  await list.getByRole('button', { name: /^氏名/ }).click()
  await expect(nameField(page, 'lastName')).toBeFocused()
})

test('the server reports all refused files at once; 登録 is disabled until each is selected again', async ({
  pageOfNewAccount,
}, testInfo) => {
  const page = await pageOfNewAccount('user')
  const names = uniqueNames()
  await openRegistration(page)
  await fillNames(page, names)
  const [damaged, large] = [testInfo.outputPath('壊れた写真.jpg'), testInfo.outputPath('large.jpg')]
  await writeFile(damaged, fakePicture(10_000))
  await writeFile(large, await pictureOf(8 * MiB))
  await slot(page, 'agreementFile').setInputFiles(damaged)
  await slot(page, 'idFront').setInputFiles(large)
  await slot(page, 'selfie').setInputFiles(damaged)
  await submitButton(page).click()

  await expect(page.getByRole('alert')).toContainText('確認が必要な項目が2件あります')
  // The sentence of the specification first, then the cause; each once on the page.
  const messages = [`出演同意書：${withPdf}`, `本人写真：${jpegAndPng}`]
  for (const message of messages) await expect(page.getByText(message)).toHaveCount(1)
  await expect(page.getByText('ファイルが壊れているか、途中で切れているため、読み取れません。')).toHaveCount(
    2,
  )
  await expect(page.getByText('壊れた写真.jpg', { exact: true })).toHaveCount(2)
  await expect(slot(page, 'selfie')).toHaveAccessibleDescription(/サポートされていないファイル形式です/)
  await expect(slot(page, 'agreementFile')).toBeFocused()
  // Checks the message, because the focused input itself is clipped.
  await expect(page.getByText(messages[0] ?? '')).toBeInViewport()
  await expect(page.getByText('選択済み')).toHaveCount(1)
  await expect(page.getByRole('region', { name: '必須項目' })).toContainText('5 / 7 完了')
  await expect(submitButton(page)).toBeDisabled()
  await expect(submitButton(page)).toHaveAccessibleDescription(
    'あと2項目で登録できます：出演同意書、本人写真',
  )
  for (const field of ['lastName', 'firstName', 'lastNameRoman', 'firstNameRoman'] as const) {
    await expect(nameField(page, field)).toHaveValue(names[field])
  }
  expect(await findPerformers(page, names.firstName)).toHaveLength(0)

  await slot(page, 'agreementFile').setInputFiles(specimen('agreement-2.pdf'))
  await expect(page.getByRole('alert')).toContainText('確認が必要な項目が1件あります')
  await slot(page, 'selfie').setInputFiles(required.selfie)
  await expect(page.getByRole('alert')).toBeHidden()
  await submitButton(page).click()
  await expect(page).toHaveURL(performerAddress)
  await expect(page.getByRole('heading', { level: 1, name: fullName(names) })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'を登録しました' })).toContainText(
    `${fullName(names)} を登録しました。管理者が審査し、結果をメールでお知らせします。`,
  )
  expect(await findPerformers(page, names.firstName)).toHaveLength(1)
})

test('外部ID, age, roman names and a person registered twice are checked before the first byte of a file is sent', {
  tag: '@long',
}, async ({ pageOfNewAccount }) => {
  const page = await pageOfNewAccount('user')
  const names = uniqueNames()
  const known = await registerPerformer(page, {
    names,
    fields: { external_id: names.firstName, date_of_birth: '2013-04-02' },
  })
  const uploads: string[] = []
  page.on('request', (request) => {
    if (/\/api\/performers$/.test(request.url()) && request.method() === 'POST') uploads.push(request.url())
  })
  await openRegistration(page)
  await fillNames(page, { ...names, lastNameRoman: 'ｓｈｉｋｅｎ' })
  await expect(nameField(page, 'lastNameRoman')).toHaveValue('SHIKEN')
  await nameField(page, 'firstNameRoman').fill('jiro123')
  await chooseRequiredFiles(page)
  await submitButton(page).click()
  const roman = '名（ローマ字）は半角の英字（空白・ハイフン・アポストロフィも可）で入力してください。'
  await expect(page.getByText(roman)).toBeVisible()
  await expect(nameField(page, 'firstNameRoman')).toBeFocused()
  await nameField(page, 'firstNameRoman').fill(names.firstNameRoman.toLowerCase())
  await page.getByRole('heading', { name: '詳細情報' }).click()
  await expect(nameField(page, 'firstNameRoman')).toHaveValue(names.firstNameRoman)

  await page.getByLabel('生年月日').fill('平成25年4月2日')
  await expect(page.getByText('：18歳未満の方は承認できません')).toBeVisible()
  await expect(page.getByText('同じ氏名・生年月日の出演者がいます')).toBeVisible()
  await expect(page.getByRole('link', { name: fullName(names) })).toHaveAttribute(
    'href',
    `/performers/${known.id}`,
  )
  await page.getByLabel('外部ID').fill(names.firstName)
  await submitButton(page).click()
  await expect(page.getByText('この外部IDはすでに使われています。')).toHaveCount(1)
  await expect(page.getByLabel('外部ID')).toBeFocused()
  expect(uploads).toEqual([])
})

test('a HEIC picture becomes a JPEG, and a picture that may be hard to review gets a hint', {
  tag: '@long',
}, async ({ pageOfNewAccount }) => {
  const page = await pageOfNewAccount('user')
  await openRegistration(page)
  await slot(page, 'idFront').setInputFiles(heicPicture)
  await expect(page.getByText('id-front.jpg', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('選択済み')).toBeVisible()
  await slot(page, 'idBack').setInputFiles(specimen('id-aozora-mirai-crop.jpg'))
  await expect(page.getByText('書類の端が切れているようです。')).toBeVisible()
  await slot(page, 'selfie').setInputFiles(specimen('selfie-dark.jpg'))
  await expect(page.getByText('画像が暗いようです。')).toBeVisible()
  await expect(page.getByText('選択済み')).toHaveCount(3)
})
