import { approvalOf } from '@kyc/server/testing/app/approval.ts'
import type { Page } from '@playwright/test'
import { specimen } from '../setup/files.ts'
import {
  approveInViewer,
  approveOnPage,
  card,
  decision,
  expectPicture,
  expectStatus,
  history,
  openPerformer,
  readDocument,
  review,
  viewer,
} from '../setup/performer-page.ts'
import { csrfHeaders, fullName, registerPerformer, replaceDocument } from '../setup/records.ts'
import { slot } from '../setup/registration-form.ts'
import { expect, test } from '../setup/test.ts'

/** Replaces a document and waits until the open page has loaded the new thumbnail. */
async function replaceUnder(page: Page, owner: Page, performerId: string): Promise<void> {
  const thumbnail = page.waitForResponse((reply) => /idFront\?.*version=2/.test(reply.url()))
  await replaceDocument(owner, performerId, 'idFront', specimen('id-kaku-ken.jpg'))
  expect((await thumbnail).ok()).toBe(true)
}

test('a rejected document is replaced alone, approved, and keeps its history', async ({
  pageOf,
  pageOfNewAccount,
}) => {
  const [owner, admin] = [await pageOfNewAccount('user'), await pageOf('admin')]
  const performer = await registerPerformer(owner)

  await test.step('the reviewer selects a reason, edits the message and adds a note', async () => {
    await openPerformer(admin, performer)
    // For voice control, the accessible name contains the visible text.
    await expect(decision(admin, 'idFront', '承認')).toHaveText('承認')
    await expect(decision(admin, 'idFront', '差し戻し')).toHaveText('差し戻し')
    await decision(admin, 'idFront', '差し戻し').click()
    const dialog = admin.getByRole('dialog', { name: '書類を差し戻す' })
    await expect(dialog.getByRole('button', { name: '不鮮明' })).toBeFocused()
    const send = dialog.getByRole('button', { name: /^差し戻す/ })
    await expect(send).toBeDisabled()
    await expect(send).toHaveAccessibleDescription('差し戻しの理由を選択してください。')
    await dialog.getByRole('button', { name: '光の反射' }).click()
    const message = dialog.getByRole('textbox', { name: '登録者へのメッセージ' })
    await expect(message).toHaveValue(
      '光が反射して読み取れません。照明を避け、少し角度をつけて撮影してください。',
    )
    await message.fill('')
    await expect(send).toHaveAccessibleDescription('登録者へのメッセージを入力してください。')
    await message.fill('右下が光っています。撮り直してください。')
    await dialog.getByRole('textbox', { name: '管理者用メモ' }).fill('次は有効期限だけ確認する')
    await admin.keyboard.press('Control+Enter')
    await expect(dialog).toBeHidden()
    await expectStatus(admin, '差し戻し')
  })

  await test.step('the owner sees the reason but not the note, and replaces that document only', async () => {
    await openPerformer(owner, performer)
    await expectStatus(owner, '差し戻し')
    const banner = owner.getByRole('region', { name: '差し戻し' })
    await expect(banner).toContainText('1件の書類が差し戻されました')
    await expect(banner).toContainText('身分証明書表面：光の反射')
    await expect(banner).toContainText('右下が光っています。撮り直してください。')
    await expect(owner.getByText('次は有効期限だけ確認する')).toBeHidden()
    await expect(banner.getByRole('button')).toHaveCount(1)
    await banner.getByRole('button', { name: '再提出する' }).click()
    const dialog = owner.getByRole('dialog', { name: '身分証明書表面の再提出' })
    await expect(dialog.getByRole('button', { name: '送信', exact: true })).toBeDisabled()
    await slot(owner, 'idFront').setInputFiles(specimen('id-heikawa-aoi.jpg'))
    await expect(dialog.getByText('選択済み')).toBeVisible()
    await owner.goBack()
    const question = owner.getByRole('dialog', { name: '入力した内容を破棄しますか' })
    await question.getByRole('button', { name: '編集を続ける' }).click()
    await dialog.getByRole('button', { name: '送信', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expectStatus(owner, '審査中')
    await expect(banner).toBeHidden()
  })

  await test.step('the reviewer approves everything', async () => {
    await openPerformer(admin, performer)
    for (const type of ['agreementFile', 'idFront', 'selfie'] as const) await approveOnPage(admin, type)
    await expectStatus(admin, '承認済み')
  })

  await test.step('the history and the versions show each step', async () => {
    await openPerformer(owner, performer)
    await expectStatus(owner, '承認済み')
    await expect(history(owner).filter({ hasText: '身分証明書表面を差し戻し' })).toContainText('光の反射')
    await expect(history(owner).filter({ hasText: '身分証明書表面を提出' })).toHaveCount(1)
    await expect(history(owner).filter({ hasText: 'を承認' })).toHaveCount(1)
    await expect(history(owner).filter({ hasText: '出演者を登録' })).toHaveCount(1)
    await card(owner, 'idFront').getByRole('button', { name: '身分証明書表面のその他の操作' }).click()
    await owner.getByRole('menuitem', { name: '過去の版（現在 第2版）' }).click()
    const versions = owner.getByRole('dialog', { name: '身分証明書表面の提出履歴' }).getByRole('listitem')
    await expect(versions).toHaveCount(2)
    await expect(versions.nth(0)).toContainText('第2版承認済み')
    await expect(versions.nth(1)).toContainText('第1版差し戻し')
  })
})

test('the owner cannot replace an approved document and sees why', { tag: '@long' }, async ({
  pageOf,
  pageOfNewAccount,
}) => {
  const [owner, admin] = [await pageOfNewAccount('user'), await pageOf('admin')]
  const performer = await registerPerformer(owner)
  await openPerformer(admin, performer)
  await approveOnPage(admin, 'selfie')
  await openPerformer(owner, performer)
  const button = card(owner, 'selfie').getByRole('button', { name: '本人写真のその他の操作' })
  await button.click()
  const item = owner.getByRole('menuitem', { name: '承認済みの書類は差し替えられません' })
  await expect(item).toBeDisabled()

  await test.step('the menu stays at its button when the page scrolls', async () => {
    const below = async () => ((await item.boundingBox())?.y ?? 0) - ((await button.boundingBox())?.y ?? 0)
    const [before, top] = [await below(), (await button.boundingBox())?.y ?? 0]
    await owner.mouse.wheel(0, 80)
    await expect.poll(async () => (await button.boundingBox())?.y).toBe(top - 80)
    await expect.poll(below).toBeCloseTo(before, 0)
  })
})

test('the reading of a document is stored with the approval', { tag: '@long' }, async ({
  pageOf,
  pageOfNewAccount,
}) => {
  const [owner, admin] = [await pageOfNewAccount('user'), await pageOf('admin')]
  const performer = await registerPerformer(owner)
  await openPerformer(admin, performer)
  await decision(admin, 'idFront', '承認').click()
  const form = review(admin, 'idFront')
  const expiry = form.getByLabel('有効期限', { exact: true })
  await expect(form).toContainText(fullName(performer))
  await expect(form.getByRole('button', { name: '身分証明書表面を承認' })).toBeFocused()
  await form.getByRole('button', { name: '身分証明書表面を承認' }).click()
  await expect(form).toContainText('身分証の種類を選択してください。')
  await expect(form).toContainText('有効期限を入力するか、「有効期限なし」を選択してください。')
  await expect(form.getByLabel('身分証の種類')).toBeFocused()
  await readDocument(admin, 'idFront', '1998-04-02')
  await expiry.fill('2031-05-02')
  await expiry.press('Enter')

  await test.step('each next document opens with its decision focused and requires no reading', async () => {
    for (const [type, label] of [
      ['selfie', '本人写真'],
      ['agreementFile', '出演同意書'],
    ] as const) {
      const next = review(admin, type)
      const approve = next.getByRole('button', { name: `${label}を承認` })
      await expect(approve).toBeFocused()
      await expect(viewer(admin).getByRole('status').first()).toContainText(`次は${label}です。`)
      await expect(next.getByRole('combobox')).toHaveCount(0)
      await expect(approve).not.toHaveAttribute('aria-disabled')
      await readDocument(admin, type)
      await expect(next).not.toContainText('最後のページ')
      await admin.keyboard.press('a')
    }
  })

  await test.step('after the last document, the viewer closes and the page announces the end of the review', async () => {
    await expect(viewer(admin)).toBeHidden()
    await expectStatus(admin, '承認済み')
    await expect(admin.getByText('出演同意書を承認しました。すべての書類を審査しました。')).toBeAttached()
    await expect(admin.getByRole('link', { name: '審査する' })).toBeHidden()
  })
  await openPerformer(owner, performer)
  await expect(owner.getByText(/^1998年4月2日（満\d+歳）$/)).toBeVisible()
  await expect(owner.getByRole('definition').filter({ hasText: '運転免許証' })).toBeVisible()
  await expect(owner.getByRole('definition').filter({ hasText: '2031年5月2日' })).toBeVisible()
})

test('a document replaced during an open dialog must be viewed before a decision', { tag: '@long' }, async ({
  pageOfNewAccount,
}) => {
  const [owner, admin] = [await pageOfNewAccount('user'), await pageOfNewAccount('admin')]
  const performer = await registerPerformer(owner)
  await openPerformer(admin, performer)
  await decision(admin, 'idFront', '差し戻し').click()
  const dialog = admin.getByRole('dialog', { name: '書類を差し戻す' })
  const message = dialog.getByRole('textbox', { name: '登録者へのメッセージ' })
  await dialog.getByRole('button', { name: '光の反射' }).click()
  await message.fill('右下が光っています。')
  await replaceUnder(admin, owner, performer.id)

  await test.step('the dialog keeps its version, reports the newer one and cannot be sent', async () => {
    await expect(dialog).toContainText('（第1版）')
    await expect(dialog.getByRole('status')).toContainText('新しい書類が提出されています')
    const send = dialog.getByRole('button', { name: /^差し戻す/ })
    await expect(send).toBeDisabled()
    await expect(send).toHaveAccessibleDescription('最新の書類を確認してください。')
    await admin.keyboard.press('Control+Enter')
    await expect(dialog).toBeVisible()
    await expectStatus(admin, '審査中', { includeHidden: true })
  })

  await test.step('the newest version opens above the dialog, and the dialog keeps its input', async () => {
    await dialog.getByRole('button', { name: '最新の書類を見る' }).click()
    await expectPicture(admin, 'idFront')
    await expect(viewer(admin)).toContainText('第2版')
    await admin.keyboard.press('Escape')
    await expect(viewer(admin)).toBeHidden()
    await expect(dialog).toContainText('（第2版）')
    await expect(dialog.getByRole('status')).toBeEmpty()
    await expect(message).toHaveValue('右下が光っています。')
    await expect(dialog.locator(':focus')).toHaveCount(1)
    await admin.keyboard.press('Control+Enter')
    await expect(dialog).toBeHidden()
    await expectStatus(admin, '差し戻し')
  })
})

test('a version uploaded while the viewer is open must be viewed before it is approved', {
  tag: '@long',
}, async ({ pageOfNewAccount }) => {
  const [owner, admin] = [await pageOfNewAccount('user'), await pageOfNewAccount('admin')]
  const performer = await registerPerformer(owner)
  await openPerformer(admin, performer)
  await decision(admin, 'idFront', '承認').click()
  const form = review(admin, 'idFront')
  await expect(form.getByRole('button', { name: '身分証明書表面を承認' })).toBeEnabled()
  await replaceUnder(admin, owner, performer.id)
  await expect(form.getByRole('status')).toContainText('新しい書類が提出されています')
  await expect(viewer(admin)).toContainText('第1版')
  await expect(form.getByRole('button', { name: '身分証明書表面を承認' })).toBeDisabled()
  await expect(form.getByRole('button', { name: '身分証明書表面を差し戻し' })).toBeDisabled()
  await form.getByRole('button', { name: '最新の書類を見る' }).click()
  await expect(viewer(admin)).toContainText('第2版')
  await expectPicture(admin, 'idFront')
  await approveInViewer(admin, 'idFront')

  await test.step('a rejection in the viewer leads to the next document', async () => {
    await review(admin, 'selfie').getByRole('button', { name: '本人写真を差し戻し' }).click()
    const dialog = admin.getByRole('dialog', { name: '書類を差し戻す' })
    await dialog.getByRole('button', { name: '不鮮明' }).click()
    await dialog.getByRole('button', { name: /^差し戻す/ }).click()
    const next = review(admin, 'agreementFile')
    await expect(next.getByRole('button', { name: '出演同意書を承認' })).toBeFocused()
    await expect(viewer(admin).getByRole('status').first()).toHaveText(
      '本人写真を差し戻しました。次は出演同意書です。',
    )
    await admin.goBack()
    await expect(viewer(admin)).toBeHidden()
    await expectStatus(admin, '差し戻し')
  })
})

test('the server refuses the approval of a version that the account has not opened', {
  tag: '@long',
}, async ({ pageOf, pageOfNewAccount }) => {
  const [owner, admin] = [await pageOfNewAccount('user'), await pageOf('admin')]
  const performer = await registerPerformer(owner)
  await openPerformer(admin, performer)
  const headers = { ...(await csrfHeaders(admin)), 'If-Match': '"1"', 'Content-Type': 'application/json' }
  const path = `/api/performers/${performer.id}/documents/selfie/verify`
  const body = JSON.stringify(approvalOf('selfie'))
  const send = () =>
    admin.evaluate(
      async ([to, sent, content]) =>
        (await fetch(to, { method: 'PUT', headers: sent, body: content })).json(),
      [path, headers, body] as const,
    )
  expect(await send()).toMatchObject({ status: 409, code: 'DOCUMENT_UNSEEN' })
  await card(admin, 'selfie').getByRole('button', { name: '本人写真を表示' }).click()
  await expectPicture(admin, 'selfie')
  expect(await send()).toMatchObject({ status: 'verified' })
})
