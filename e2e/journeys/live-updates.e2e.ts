import { adultBirth } from '@kyc/server/testing/app/approval.ts'
import type { Page } from '@playwright/test'
import { card, decision, expectStatus, openPerformer } from '../setup/performer-page.ts'
import {
  approve,
  createVideo,
  fullName,
  registerPerformer,
  reject,
  remove,
  uniqueNames,
} from '../setup/records.ts'
import { expect, heading, test } from '../setup/test.ts'
import { mark, openVideo } from '../setup/video-page.ts'

test('open lists and pages show changes by others', async ({ pageOfNewAccount }) => {
  const [owner, admin] = [await pageOfNewAccount('user'), await pageOfNewAccount('admin')]
  const names = uniqueNames()
  const row = (page: Page) => page.getByRole('row', { name: new RegExp(fullName(names)) })
  await admin.goto('/performers')
  await admin.getByRole('searchbox', { name: '出演者を検索' }).fill(names.firstName)
  await expect(admin.getByText('条件に合う出演者がいません')).toBeVisible()

  const performer = await registerPerformer(owner, { names })
  await expect(row(admin)).toBeVisible()
  await openPerformer(owner, performer)
  await expectStatus(owner, '審査中')

  await reject(admin, performer.id, 'idFront', { codes: ['glare'], message: '撮り直してください。' })
  await expectStatus(owner, '差し戻し')
  await expect(owner.getByRole('region', { name: '差し戻し' })).toContainText('撮り直してください。')
  await expect(row(admin)).toContainText('差し戻し')

  await remove(admin, performer.id)
  await expect(owner.getByRole('heading', { name: '出演者が見つかりません' })).toBeVisible()
  await expect(row(admin)).toBeHidden()
})

test('input in a dialog stays when the page behind it changes', { tag: '@long' }, async ({
  pageOfNewAccount,
}) => {
  const [owner, admin] = [await pageOfNewAccount('user'), await pageOfNewAccount('admin')]
  // The kind of ID and the date of birth are those of the approval, so that the approval changes no detail.
  const fields = { idKind: 'residence_card', date_of_birth: adultBirth }
  const performer = await registerPerformer(owner, { fields })
  await openPerformer(owner, performer)
  await openPerformer(admin, performer)

  await owner.getByRole('button', { name: '編集' }).click()
  const edit = owner.getByRole('dialog', { name: '出演者情報の編集' })
  await edit.getByLabel('国籍').fill('日本')
  await decision(admin, 'selfie', '差し戻し').click()
  const rejection = admin.getByRole('dialog', { name: '書類を差し戻す' })
  await rejection.getByRole('button', { name: '光の反射' }).click()
  await rejection.getByRole('textbox', { name: '登録者へのメッセージ' }).fill('右下が光っています。')

  await approve(admin, performer.id, 'idFront')
  await expect(edit).toContainText('書類の承認後は、氏名・生年月日・身分証の種類・外部IDを変更できません。')
  await expect(edit.getByLabel('国籍')).toHaveValue('日本')
  const approved = card(admin, 'idFront').getByText('承認済み', { exact: true })
  await expect(approved).toBeAttached()
  await expect(rejection.getByRole('textbox', { name: '登録者へのメッセージ' })).toHaveValue(
    '右下が光っています。',
  )

  await edit.getByRole('button', { name: '保存' }).click()
  await expect(edit).toBeHidden()
  await expect(owner.getByRole('definition').filter({ hasText: /^日本$/ })).toBeVisible()
})

test('saving a video keeps the changes that others made while its dialog was open', { tag: '@long' }, async ({
  pageOfNewAccount,
  newPage,
}) => {
  const page = await pageOfNewAccount('user')
  const elsewhere = await newPage({ storageState: await page.context().storageState() })
  const video = await createVideo(page, { title: `前の題 ${mark()}` })
  const renamed = `${video.title} 改`
  await openVideo(page, video)
  await openVideo(elsewhere, video)
  const editOn = async (at: Page) => {
    await at.getByRole('button', { name: '編集' }).click()
    return at.getByRole('dialog', { name: '動画の編集' })
  }
  const edit = await editOn(page)
  await edit.getByLabel('外部ID').fill('sg-live-1')

  const other = await editOn(elsewhere)
  await other.getByLabel('タイトル').fill(renamed)
  await other.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('heading', { level: 1, name: renamed, includeHidden: true })).toBeVisible()

  await edit.getByRole('button', { name: '保存' }).click()
  await expect(edit).toBeHidden()
  await expect(heading(page, renamed)).toBeVisible()
  await expect(page.getByRole('list', { name: '動画の情報' })).toContainText('外部ID sg-live-1')
})

test('signing out in one window opens the login page in the others', { tag: '@long' }, async ({
  pageOfNewAccount,
  newPage,
}) => {
  const page = await pageOfNewAccount('user')
  const elsewhere = await newPage({ storageState: await page.context().storageState() })
  await elsewhere.goto('/')
  await elsewhere.getByRole('button', { name: 'ログアウト' }).click()
  await expect(elsewhere).toHaveURL(/\/login/)
  await expect(page).toHaveURL(/\/login/)
})
