import type { Page } from '@playwright/test'
import { approveAll, fullName, registerPerformer, reject } from '../setup/records.ts'
import { expect, test } from '../setup/test.ts'

function stat(page: Page, title: string) {
  return page.getByRole('link', { name: new RegExp(`^${title}`) })
}

test('a user without records sees what to do first instead of zeros, and no cards for admins', {
  tag: '@long',
}, async ({ newPage, newAccount, signIn }) => {
  const page = await newPage()
  await signIn(page, await newAccount('user'))
  await expect(page.getByRole('region', { name: 'はじめに' })).toContainText('ファイルから一括登録')
  await expect(stat(page, '登録出演者数')).toBeHidden()
  await expect(stat(page, '審査待ち')).toBeHidden()
  await expect(page.getByRole('heading', { name: '1日の審査件数' })).toBeHidden()
  await page.getByRole('link', { name: '最初の出演者を登録' }).click()
  await expect(page).toHaveURL('/performers/add')
})

test('the cards count by state, link to their records, and are refreshed by 更新', { tag: '@long' }, async ({
  newPage,
  newAccount,
  signIn,
  pageOf,
}) => {
  const [page, admin] = [await newPage(), await pageOf('admin')]
  await signIn(page, await newAccount('user'))
  const approved = await registerPerformer(page)
  const rejected = await registerPerformer(page)
  const waiting = await registerPerformer(page)
  await approveAll(admin, approved.id)
  await reject(admin, rejected.id, 'selfie', { codes: ['face_unclear'], message: '顔が見えません。' })
  await page.getByRole('button', { name: '更新' }).click()
  await expect(stat(page, '登録出演者数')).toContainText('3 名')
  await expect(stat(page, '登録出演者数')).toContainText('承認済み 1名')
  await expect(stat(page, '再提出')).toContainText('1 名')
  await expect(stat(page, '再提出')).toContainText('再提出が必要です')
  const due = page.getByRole('region', { name: '対応が必要' }).getByRole('listitem')
  await expect(due).toHaveText([`${fullName(rejected)}再提出が必要です`])
  const pending = page.getByRole('region', { name: '審査中' }).getByRole('listitem')
  await expect(pending).toHaveText([`${fullName(waiting)}本日登録`])

  await stat(page, '再提出').click()
  await expect(page).toHaveURL('/performers?status=rejected')
  await expect(page.getByRole('heading', { level: 1, name: '自分の出演者' })).toBeVisible()
  await expect(page.getByRole('link', { name: fullName(rejected), exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'ダッシュボードへ戻る' }).click()
  await stat(page, '登録出演者数').click()
  await expect(page).toHaveURL('/performers')
  await expect(page.getByRole('main')).toContainText('3名')
  await page.getByRole('link', { name: 'ダッシュボードへ戻る' }).click()
  await stat(page, '期限間近').click()
  await expect(page).toHaveURL('/performers?expiring=true')
})

test('the recent changes are sentences of who did what, and link to the performer', { tag: '@long' }, async ({
  newPage,
  newAccount,
  signIn,
  pageOf,
}) => {
  const [page, admin] = [await newPage(), await pageOf('admin')]
  const account = await newAccount('user')
  await signIn(page, account)
  const performer = await registerPerformer(page)
  await reject(admin, performer.id, 'selfie', { codes: ['face_unclear'], message: '顔が見えません。' })
  await page.getByRole('button', { name: '更新' }).click()
  const activity = page.getByRole('region', { name: '最近の動き' })
  const lines = activity.getByRole('listitem')
  await expect(lines.nth(0)).toContainText(
    `管理者が${fullName(performer)}さんの本人写真を差し戻しました（顔が確認できない）`,
  )
  await expect(lines.nth(1)).toContainText(`${account.name}さんが${fullName(performer)}さんを登録しました`)
  await lines.nth(0).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: fullName(performer) })).toBeVisible()
})

test('an admin sees pending work with its age and the decisions of each day, also as tables', {
  tag: '@long',
}, async ({ pageOf }) => {
  const admin = await pageOf('admin', { at: '/' })
  const waiting = Number(/([\d,]+) 名/.exec(await stat(admin, '審査待ち').innerText())?.[1])
  const backlog = admin.getByRole('region', { name: '審査待ちの経過日数' })
  await expect(backlog.getByRole('row').first()).toContainText('当日')
  const decisions = admin.getByRole('table', { name: '1日の審査件数' })
  await expect(decisions.getByRole('row')).toHaveCount(15)
  await expect(admin.getByRole('region', { name: '1日の審査件数' })).toContainText(
    /審査までの時間 .+（中央値）・平均/,
  )
  await expect(admin.getByRole('table', { name: '週ごとの登録数' }).getByRole('row')).toHaveCount(13)
  await expect(admin.getByRole('link', { name: '審査をはじめる' })).toHaveAttribute('href', '/review')
  // No exact number, because other journeys register and review meanwhile.
  expect(waiting).toBeGreaterThan(0)
  await stat(admin, '審査待ち').click()
  await expect(admin).toHaveURL('/performers?status=pending')
  await admin.goto('/performers?waiting=true')
  await expect(admin.getByRole('link', { name: '審査をはじめる' })).toHaveAttribute('href', '/review')
  await expect(admin.getByRole('combobox', { name: '並び順' })).toHaveValue('waiting')
  await expect(admin.getByRole('row').nth(1)).toBeVisible()
  const superadmin = await pageOf('superadmin', { at: '/' })
  await expect(stat(superadmin, '審査待ち')).toContainText(/\d+ 名/)
})

test('numbers that fail to load are reported, and the shown ones stay', { tag: '@long' }, async ({
  pageOf,
  faults,
}) => {
  faults.expect(/net::ERR_INTERNET_DISCONNECTED/)
  const page = await pageOf('user', { at: '/' })
  await expect(stat(page, '登録出演者数')).toContainText(/[1-9]\d* 名/)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: '更新' }).click()
  const failed = page.getByText('最新の情報を取得できませんでした')
  await expect(failed).toBeVisible({ timeout: 20_000 })
  await expect(stat(page, '登録出演者数')).toContainText(/[1-9]\d* 名/)
  await page.context().setOffline(false)
  await expect(failed).toBeHidden()
})

test('an admin sees the funnel of the registration form, also as a table; a user does not', {
  tag: '@long',
}, async ({ pageOf }) => {
  const [user, admin] = [await pageOf('user'), await pageOf('admin', { at: '/' })]
  const panel = admin.getByRole('region', { name: '登録フォームの完了率' })
  const count = async (step: string) => {
    const row = panel.getByRole('row').filter({ hasText: step })
    return Number(/([\d,]+)件/.exec(await row.innerText())?.[1]?.replaceAll(',', ''))
  }
  await expect(panel).toContainText('直近30日')
  // The demo data contains figures already.
  const [before, begun, left] = [
    await count('フォームを開いた'),
    await count('入力を始めた'),
    await count('途中でやめた'),
  ]
  expect(Math.min(before, begun, left)).toBeGreaterThan(0)
  await user.goto('/performers/add')
  await user.getByLabel('姓', { exact: true }).fill('計測')
  await user.getByRole('button', { name: 'キャンセル' }).click()
  await user.getByRole('button', { name: '破棄して移動' }).click()
  await expect(async () => {
    await admin.getByRole('button', { name: '更新' }).click()
    expect(await count('フォームを開いた')).toBeGreaterThan(before)
    expect(await count('入力を始めた')).toBeGreaterThan(begun)
    expect(await count('途中でやめた')).toBeGreaterThan(left)
  }).toPass()
  await expect(panel.getByRole('row').filter({ hasText: '途中でやめた' })).toContainText('%')
  await user.goto('/dashboard')
  await expect(stat(user, '登録出演者数')).toBeVisible()
  await expect(user.getByRole('heading', { name: '登録フォームの完了率' })).toBeHidden()
})
