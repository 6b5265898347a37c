import { specimen, writeLargePng, writePng } from '../setup/files.ts'
import {
  approveOnPage,
  card,
  expectPdfPage,
  expectPicture,
  expectStatus,
  history,
  openPerformer,
  viewer,
} from '../setup/performer-page.ts'
import { fullName, uniqueNames } from '../setup/records.ts'
import {
  dropFile,
  fillNames,
  KeyboardChooser,
  openRegistration,
  performerAddress,
  slot,
  submitButton,
} from '../setup/registration-form.ts'
import { demoNames, expect, test } from '../setup/test.ts'

test('a performer goes from the form through review to 承認済み, with an audit entry for each act', async ({
  pageOf,
}, testInfo) => {
  test.slow()
  const names = uniqueNames()
  const owner = await pageOf('user')
  const chooser = new KeyboardChooser(owner)
  await openRegistration(owner)
  await fillNames(owner, names)

  await test.step('files are selected by chooser and by drop, and a large picture is shrunk to a .jpg', async () => {
    await slot(owner, 'agreementFile').focus()
    await chooser.press('Enter', specimen('agreement-1.pdf'))
    await dropFile(owner, 'idFront', specimen('id-yamada-hanako.jpg'), 'image/jpeg')
    await dropFile(owner, 'selfie', await writePng(testInfo.outputPath('selfie.png'), 400, 500), 'image/png')
    await slot(owner, 'idBack').setInputFiles(await writeLargePng(testInfo.outputPath('大きい写真.png')))
    for (const name of ['agreement-1.pdf', 'id-yamada-hanako.jpg', 'selfie.png', '大きい写真.jpg']) {
      await expect(owner.getByText(name, { exact: true })).toBeVisible({ timeout: 30_000 })
    }
    await expect(owner.getByText('登録できます', { exact: true })).toBeVisible()
  })

  await test.step('the part that the kind of ID suggests is hidden by keyboard before the picture is sent', async () => {
    await owner.getByRole('radio', { name: /^運転免許証/ }).focus()
    await owner.keyboard.press('Space')
    await owner.getByRole('button', { name: '身分証明書裏面の一部を隠す' }).press('Enter')
    await expect(owner.getByRole('button', { name: '隠す部分1' })).toBeFocused()
    await owner.keyboard.press('ArrowUp')
    await owner.getByRole('button', { name: '隠して保存' }).press('Enter')
    await expect(owner.getByText('選んだ部分を隠しました。')).toBeVisible()
  })

  await test.step('success opens the page of the new performer', async () => {
    await submitButton(owner).click()
    await expect(owner).toHaveURL(performerAddress, { timeout: 30_000 })
    await expect(owner.getByRole('heading', { level: 1, name: fullName(names) })).toBeVisible()
    await expectStatus(owner, '審査中')
    await expect(card(owner, 'agreementFile').getByText(/PDF・/)).toBeVisible()
    await expect(card(owner, 'selfie').getByText(/PNG・/)).toBeVisible()
    await expect(card(owner, 'idBack').getByText(/JPEG・.*1920×/)).toBeVisible()
  })
  const id = new URL(owner.url()).pathname.split('/').at(-1) ?? ''

  await test.step('the stored picture is black where it was hidden', async () => {
    const brightness = await owner.evaluate(async (path) => {
      const picture = await createImageBitmap(await (await fetch(path)).blob())
      const context = new OffscreenCanvas(1, 1).getContext('2d')
      return [0.3, 0.62, 0.95].map((share) => {
        context?.drawImage(picture, -picture.width / 2, -picture.height * share)
        return context?.getImageData(0, 0, 1, 1).data[0]
      })
    }, `/api/performers/${id}/documents/idBack`)
    expect(brightness).toEqual([expect.any(Number), 0, 0])
    expect(brightness[0]).toBeGreaterThan(50)
  })

  const admin = await pageOf('admin', { at: '/' })
  await test.step('an admin finds the performer among the pending ones', async () => {
    await admin.goto('/performers?waiting=true')
    await admin.getByRole('searchbox', { name: '出演者を検索' }).fill(names.firstName)
    await expect(admin.getByRole('row')).toHaveCount(2)
    await admin.getByRole('link', { name: fullName(names), exact: true }).click()
    await expectStatus(admin, '審査中')
  })

  await test.step('each document opens: pictures, and the pages of the PDF', async () => {
    await admin.getByRole('button', { name: '出演同意書を表示' }).click()
    await expectPdfPage(admin, '1 / 2 ページ')
    for (const type of ['idFront', 'idBack', 'selfie'] as const) {
      await admin.keyboard.press('ArrowRight')
      await expectPicture(admin, type)
    }
    await admin.keyboard.press('Escape')
    await expect(viewer(admin)).toBeHidden()
  })

  await test.step('the performer becomes 承認済み when all documents are approved', async () => {
    for (const type of ['agreementFile', 'idFront', 'idBack', 'selfie'] as const) {
      await approveOnPage(admin, type)
    }
    await expectStatus(admin, '承認済み')
    await openPerformer(owner, { id, ...names })
    await expectStatus(owner, '承認済み')
    await expect(history(owner).filter({ hasText: '承認' }).first()).toContainText('管理者')
  })

  await test.step('the audit log lists every act with its actor and record', async () => {
    await admin.goto(`/audit-logs?resourceId=${id}`)
    const entry = (user: string, action: string, resource: string) =>
      admin
        .getByRole('row')
        .filter({ hasText: user })
        .filter({ hasText: action })
        .filter({ hasText: resource })
    const name = fullName(names)
    await expect(entry(demoNames.user, '作成', `出演者 ${name}`)).toHaveCount(1)
    await expect(entry(demoNames.admin, '閲覧', `出演者 ${name}`).first()).toBeVisible()
    for (const label of ['出演同意書', '身分証明書表面', '身分証明書裏面', '本人写真']) {
      await expect(entry(demoNames.admin, '閲覧', `書類 ${name}・${label}`)).toHaveCount(1)
      await expect(entry(demoNames.admin, '検証', `書類 ${name}・${label}`)).toHaveCount(1)
    }
  })
})
