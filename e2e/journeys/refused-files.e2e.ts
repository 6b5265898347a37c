import { writeFile } from 'node:fs/promises'
import { fakePicture, pictureOf, required, specimen, writeVastPng } from '../setup/files.ts'
import { findPerformers, fullName, uniqueNames } from '../setup/records.ts'
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

test.describe('a refused file is reported at its slot in the words of spec §5', () => {
  const cases = [
    ['a PDF as the front of an ID', 'idFront', required.agreementFile, `身分証明書表面：${jpegAndPng}`],
    [
      'a text as an agreement',
      'agreementFile',
      { name: 'a.pdf', bytes: Buffer.from('text') },
      `出演同意書：${withPdf}`,
    ],
    ['an empty file', 'selfie', { name: 'empty.jpg', bytes: Buffer.alloc(0) }, `本人写真：${jpegAndPng}`],
    [
      'a picture under another name',
      'idBack',
      { name: 'picture.gif', bytes: fakePicture(100) },
      `身分証明書裏面：${jpegAndPng}`,
    ],
    [
      'a PDF of more than 20 MB',
      'agreementFile',
      { name: 'long.pdf', bytes: Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(20 * MiB)]) },
      `出演同意書：${tooLarge}`,
    ],
  ] as const
  for (const [what, type, file, message] of cases) {
    test(what, async ({ pageOf }, testInfo) => {
      const page = await pageOf('user')
      await openRegistration(page)
      const path = typeof file === 'string' ? file : testInfo.outputPath(file.name)
      if (typeof file !== 'string') await writeFile(path, file.bytes)
      await slot(page, type).setInputFiles(path)
      await expect(page.getByText(message, { exact: true })).toBeVisible()
      await slot(page, type).setInputFiles(
        type === 'agreementFile' ? required.agreementFile : required.selfie,
      )
      await expect(page.getByText(message, { exact: true })).toBeHidden()
      await expect(page.getByText('選択済み')).toBeVisible()
    })
  }
})

test('a picture that cannot be shrunk is kept, and then refused for its size', async ({
  pageOf,
}, testInfo) => {
  const page = await pageOf('user')
  await openRegistration(page)
  const path = testInfo.outputPath('broken.jpg')
  await writeFile(path, fakePicture(20 * MiB + 1))
  await slot(page, 'selfie').setInputFiles(path)
  await expect(page.getByText(`本人写真：${tooLarge}`)).toBeVisible()
  await expect(page.getByText('画像の読み込みに失敗しました')).toBeVisible()
})

test('a picture that cannot be shrunk without a connection is kept with a message, and shrunk when selected again', async ({
  pageOf,
  faults,
}, testInfo) => {
  // The code that shrinks pictures is loaded on first use.
  faults.expect(/net::ERR_INTERNET_DISCONNECTED/)
  const page = await pageOf('user')
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
})

test('登録 stays disabled and shows what is missing until the form is complete', async ({ pageOf }) => {
  const page = await pageOf('user')
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

test('an incomplete section is reported in the words of spec §5', async ({ pageOf }) => {
  const page = await pageOf('user')
  await openRegistration(page)
  await nameField(page, 'lastName').fill('試験')
  await slot(page, 'selfie').focus()
  await expect(page.getByText('すべての名前フィールドを入力してください。')).toBeVisible()
  await page.getByRole('button', { name: 'キャンセル' }).focus()
  await expect(
    page.getByText('必須ファイル（出演同意書、身分証明書表面、本人写真）がアップロードされていません。'),
  ).toBeVisible()
})

test('an item of the list of missing fields focuses its field', async ({ pageOf }) => {
  const page = await pageOf('user')
  await openRegistration(page)
  const list = page.getByRole('region', { name: '必須項目' })
  await list.getByRole('button', { name: /^本人写真/ }).click()
  await expect(slot(page, 'selfie')).toBeFocused()
  await list.getByRole('button', { name: /^氏名/ }).click()
  await expect(nameField(page, 'lastName')).toBeFocused()
})

test('after the server refuses a file the form keeps its input, and the next attempt succeeds', async ({
  pageOf,
}, testInfo) => {
  const page = await pageOf('user')
  const names = uniqueNames()
  await openRegistration(page)
  await fillNames(page, names)
  await slot(page, 'agreementFile').setInputFiles(required.agreementFile)
  await slot(page, 'idFront').setInputFiles(required.idFront)
  const broken = testInfo.outputPath('broken.jpg')
  await writeFile(broken, fakePicture(10_000))
  await slot(page, 'selfie').setInputFiles(broken)
  await submitButton(page).click()

  const message = `本人写真：${jpegAndPng}`
  await expect(page.getByRole('alert')).toContainText(message)
  await expect(page.getByRole('alert')).toContainText('入力した内容と選択した書類はそのまま残っています。')
  await expect(slot(page, 'selfie')).toHaveAccessibleDescription(new RegExp(message.slice(0, 20)))
  for (const field of ['lastName', 'firstName', 'lastNameRoman', 'firstNameRoman'] as const) {
    await expect(nameField(page, field)).toHaveValue(names[field])
  }
  await expect(page.getByText('選択済み')).toHaveCount(3)

  await slot(page, 'selfie').setInputFiles(required.selfie)
  await submitButton(page).click()
  await expect(page).toHaveURL(performerAddress)
  await expect(page.getByRole('heading', { level: 1, name: fullName(names) })).toBeVisible()
  expect(await findPerformers(page, names.firstName)).toHaveLength(1)
})

test('a wrong first file is reported before the large second one is sent, and the next request works', async ({
  pageOf,
}, testInfo) => {
  const page = await pageOf('user')
  const names = uniqueNames()
  await openRegistration(page)
  await fillNames(page, names)
  const [wrong, large] = [testInfo.outputPath('agreement.jpg'), testInfo.outputPath('large.jpg')]
  await writeFile(wrong, fakePicture(2000))
  await writeFile(large, await pictureOf(8 * MiB))
  await slot(page, 'agreementFile').setInputFiles(wrong)
  await slot(page, 'idFront').setInputFiles(large)
  await slot(page, 'selfie').setInputFiles(required.selfie)
  await submitButton(page).click()
  await expect(page.getByRole('alert')).toContainText(`出演同意書：${withPdf}`)
  expect(await findPerformers(page, names.firstName)).toHaveLength(0)

  await slot(page, 'agreementFile').setInputFiles(specimen('agreement-2.pdf'))
  await submitButton(page).click()
  await expect(page).toHaveURL(performerAddress)
})
