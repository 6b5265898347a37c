import { dayInJapan } from '@kyc/contract/dates.ts'
import type { Page } from '@playwright/test'
import { Calls } from '../setup/calls.ts'
import { openPerformer } from '../setup/performer-page.ts'
import { approve, fullName, registerPerformer, reject } from '../setup/records.ts'
import { demoNames, emails, expect, test } from '../setup/test.ts'

function rows(page: Page) {
  return page.getByRole('row').filter({ has: page.getByRole('cell') })
}

const today = dayInJapan(new Date())

test('the filter is applied with 適用, shown as chips, kept in the address, and removed chip by chip', {
  tag: '@long',
}, async ({ pageOf }) => {
  const [owner, admin] = [await pageOf('user'), await pageOf('admin')]
  const performer = await registerPerformer(owner)
  await approve(admin, performer.id, 'selfie')
  await admin.goto('/audit-logs')
  await expect(rows(admin).first()).toBeVisible()
  await expect(admin.getByRole('columnheader')).toHaveText([
    ...['日時（JST）', 'ユーザー', '操作', '対象', 'IPアドレス', '詳細'],
  ])
  const form = admin.getByRole('form', { name: '監査ログの絞り込み' })

  await test.step('キャンセル applies nothing', async () => {
    await admin.getByRole('button', { name: 'フィルター' }).click()
    await form.getByLabel('操作', { exact: true }).selectOption('検証')
    await form.getByRole('button', { name: 'キャンセル' }).click()
    await expect(form).toBeHidden()
    await expect(admin).toHaveURL('/audit-logs')
  })

  await admin.getByRole('button', { name: 'フィルター' }).click()
  await form.getByLabel('開始日').fill(today)
  await form.getByLabel('終了日').fill(today)
  await form.getByLabel('操作', { exact: true }).selectOption('検証')
  await form.getByLabel('対象', { exact: true }).selectOption('書類')
  await form.getByRole('combobox', { name: '対象名' }).fill(performer.id)
  await form.getByRole('button', { name: '適用' }).click()
  await expect(form).toBeHidden()
  await expect(rows(admin)).toHaveCount(1)
  await expect(rows(admin)).toContainText(`書類 ${fullName(performer)}・本人写真`)
  await expect(rows(admin)).toContainText(demoNames.admin)

  const chips = admin.getByRole('list', { name: '適用中の絞り込み' }).getByRole('listitem')
  // The period is that of 今日, which is marked.
  await expect(admin.getByRole('link', { name: '今日' })).toHaveAttribute('aria-current')
  await expect(chips).toHaveCount(3)
  await admin.reload()
  await expect(chips).toHaveCount(3)
  await expect(chips.nth(2)).toContainText(`対象名：${fullName(performer)}`)
  await expect(rows(admin)).toHaveCount(1)
  await chips.getByRole('button', { name: '操作：検証を解除' }).click()
  await expect(chips).toHaveCount(2)
  await expect(rows(admin).filter({ hasText: '検証' })).toHaveCount(1)
  await chips.getByRole('button', { name: '対象：書類を解除' }).click()
  await expect(rows(admin).filter({ hasText: '作成' }).first()).toBeVisible()
  await admin.goBack()
  await expect(chips).toHaveCount(2)

  await test.step('names select performers and accounts, and the address contains their ids only', async () => {
    await admin.goto('/audit-logs')
    await admin.getByRole('button', { name: 'フィルター' }).click()
    await form.getByRole('combobox', { name: '対象名' }).fill(performer.firstName)
    await admin.getByRole('option', { name: fullName(performer) }).click()
    await form.getByRole('combobox', { name: 'ユーザー' }).fill(emails.admin)
    await admin.getByRole('option', { name: demoNames.admin }).click()
    await form.getByRole('button', { name: '適用' }).click()
    await expect(rows(admin)).toContainText(['検証'])
    await expect(chips).toHaveText([`対象名：${fullName(performer)}`, `ユーザー：${demoNames.admin}`])
    const { searchParams } = new URL(admin.url())
    expect([...searchParams.keys()]).toEqual(['resourceId', 'userId'])
    expect(searchParams.get('resourceId')).toBe(performer.id)
  })

  await test.step('a row narrows the log to its account or performer, and a link on the page of the performer to its views', async () => {
    await admin.goto('/audit-logs')
    await rows(admin)
      .filter({ hasText: fullName(performer) })
      .first()
      .getByRole('button', { name: /で絞り込む/ })
      .click()
    await admin.getByRole('menuitem', { name: 'この出演者だけ' }).click()
    await expect(chips).toHaveText([`対象名：${fullName(performer)}`])
    // The rows of the former filter stay until those of the new one have arrived.
    await expect(rows(admin).last()).toContainText(fullName(performer))
    await rows(admin)
      .filter({ hasText: demoNames.admin })
      .first()
      .getByRole('button', { name: /で絞り込む/ })
      .click()
    await admin.getByRole('menuitem', { name: 'この人だけ' }).click()
    await expect(chips).toHaveText([`対象名：${fullName(performer)}`, `ユーザー：${demoNames.admin}`])
    await openPerformer(admin, performer)
    await admin.getByRole('link', { name: 'だれが見たか' }).click()
    await expect(admin).toHaveURL(`/audit-logs?resourceId=${performer.id}&action=views`)
    await expect(rows(admin).first()).toContainText(demoNames.admin)
    await openPerformer(owner, performer)
    await expect(owner.getByRole('link', { name: 'だれが見たか' })).toBeHidden()
  })
})

test('a filter without matches shows ログが見つかりません and can be removed', { tag: '@long' }, async ({
  pageOf,
}) => {
  const page = await pageOf('user')
  await page.goto('/audit-logs?startDate=2001-01-01&endDate=2001-01-02')
  await expect(page.getByRole('heading', { name: 'ログが見つかりません' })).toBeVisible()
  await page.getByRole('button', { name: '絞り込みを解除' }).click()
  await expect(page).toHaveURL('/audit-logs')
  await expect(rows(page).first()).toBeVisible()
})

test('an end date before the start date is refused at its field', { tag: '@long' }, async ({ pageOf }) => {
  const page = await pageOf('user')
  await page.goto('/audit-logs')
  await page.getByRole('button', { name: 'フィルター' }).click()
  await page.getByLabel('開始日').fill('2026-02-02')
  await page.getByLabel('終了日').fill('2026-02-01')
  await expect(page.getByLabel('終了日')).toHaveAccessibleDescription(
    '終了日は開始日以降の日付を指定してください。',
  )
  await expect(page.getByRole('button', { name: '適用' })).toBeDisabled()
})

test('the details describe the change, with the raw entry below', { tag: '@long' }, async ({ pageOf }) => {
  const [owner, admin] = [await pageOf('user'), await pageOf('admin')]
  const performer = await registerPerformer(owner)
  await reject(admin, performer.id, 'idFront', {
    codes: ['blurry', 'cropped'],
    message: '撮り直してください。',
    note: '二度目は電話する',
  })
  await admin.goto(`/audit-logs?resourceId=${performer.id}&action=reject`)
  await rows(admin).getByRole('button', { name: /^詳細/ }).click()
  const dialog = admin.getByRole('dialog', { name: '書類の差し戻し' })
  await expect(dialog).toContainText(`${demoNames.admin}（管理者）`)
  await expect(dialog.getByRole('row').filter({ hasText: '状態' })).toContainText('審査中')
  await expect(dialog.getByRole('row').filter({ hasText: '状態' })).toContainText('差し戻し')
  await expect(dialog).toContainText('不鮮明、一部が切れている')
  await expect(dialog).toContainText('二度目は電話する')
  await expect(dialog).toContainText('"action": "reject"')
  await admin.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await test.step('the owner sees the reason, but not the note or the name and address of the reviewer', async () => {
    await owner.goto(`/audit-logs?resourceId=${performer.id}&action=reject`)
    await expect(rows(owner)).toContainText('管理者')
    await expect(rows(owner)).not.toContainText('127.0.0.1')
    await rows(owner).getByRole('button', { name: /^詳細/ }).click()
    await expect(dialogOf(owner)).toContainText('撮り直してください。')
    const text = await dialogOf(owner).innerText()
    for (const secret of ['二度目は電話する', demoNames.admin, '127.0.0.1', emails.admin]) {
      expect(text).not.toContain(secret)
    }
  })

  await test.step('the name in the details leads to the performer', async () => {
    await dialogOf(owner)
      .getByRole('link', { name: new RegExp(fullName(performer)) })
      .click()
    await expect(owner.getByRole('heading', { level: 1, name: fullName(performer) })).toBeVisible()
  })
})

function dialogOf(page: Page) {
  return page.getByRole('dialog', { name: '書類の差し戻し' })
}

test('a user does not see entries about records of others', { tag: '@long' }, async ({
  pageOf,
  newPage,
  newAccount,
  signInByForm,
}) => {
  const owner = await pageOf('user')
  const performer = await registerPerformer(owner)
  const outsider = await newPage()
  const account = await newAccount('user')
  await signInByForm(outsider, account)
  await outsider.goto('/audit-logs')
  await expect(rows(outsider).filter({ hasText: 'ログイン' })).toHaveCount(1)
  for (const cell of await rows(outsider).allInnerTexts()) {
    expect(cell).not.toContain(demoNames.user)
    expect(cell).not.toContain(performer.firstName)
  }
  await outsider.goto(`/audit-logs?resourceId=${performer.id}`)
  await expect(outsider.getByRole('heading', { name: 'ログが見つかりません' })).toBeVisible()
})

test('更新 loads new entries', { tag: '@long' }, async ({ pageOf }) => {
  const [owner, admin] = [await pageOf('user'), await pageOf('admin')]
  const performer = await registerPerformer(owner)
  await owner.goto(`/audit-logs?resourceId=${performer.id}`)
  await expect(rows(owner)).toHaveCount(1)
  await openPerformer(admin, performer)
  await owner.getByRole('button', { name: '更新' }).click()
  await expect(rows(owner).filter({ hasText: '閲覧' }).first()).toContainText('管理者')
})

test('the log is cached for 30 s, and 更新 requests it at most once in 300 ms (spec §7)', {
  tag: '@long',
}, async ({ pageOf }) => {
  const page = await pageOf('user')
  await page.clock.install()
  await page.goto('/audit-logs')
  await expect(rows(page).first()).toBeVisible()
  const calls = new Calls(page)
  const asked = () => calls.requests('GET /audit-logs').length
  const menu = page.getByRole('navigation', { name: 'メインメニュー' })
  const leaveFor = async (seconds: number) => {
    await menu.getByRole('link', { name: '動画', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: '見本制作の動画' })).toBeVisible()
    await page.clock.fastForward(seconds * 1000)
    await menu.getByRole('link', { name: '監査ログ' }).click()
    await expect(rows(page).first()).toBeVisible()
  }
  await leaveFor(10)
  expect(asked()).toBe(0)
  await leaveFor(31)
  expect(asked()).toBe(1)

  await page.clock.pauseAt(Date.now() + 60_000)
  for (let press = 0; press < 2; press++) await page.getByRole('button', { name: '更新' }).click()
  await page.clock.runFor(299)
  expect(asked()).toBe(1)
  await page.clock.runFor(1)
  await expect.poll(asked).toBe(2)
})

test('pages can be turned both ways, and the address of a missing page leads to the first', {
  tag: '@long',
}, async ({ pageOf }) => {
  const page = await pageOf('superadmin')
  await page.goto('/audit-logs')
  const first = rows(page).first()
  const newest = await first.textContent()
  await page.getByRole('button', { name: '次の50件' }).click()
  await expect(first).not.toHaveText(newest ?? '')
  await page.getByRole('button', { name: '前の50件' }).click()
  await expect(page).not.toHaveURL(/cursor/)

  await page.goto('/audit-logs?action=read&cursor=gone')
  await expect(page.getByRole('heading', { name: '監査ログの取得に失敗しました' })).toBeVisible()
  await page.getByRole('button', { name: '再試行' }).click()
  await expect(page).toHaveURL(/\/audit-logs\?action=read$/)
  await expect(first).toBeVisible()
})

test('times are shown in Japan’s time zone wherever the reader is', { tag: '@long' }, async ({ pageOf }) => {
  const page = await pageOf('user', { timezoneId: 'America/New_York' })
  const performer = await registerPerformer(page)
  await page.goto(`/audit-logs?resourceId=${performer.id}`)
  await expect(page.getByRole('columnheader', { name: '日時（JST）' })).toBeVisible()
  const [year, month, day] = today.split('-').map(Number)
  await expect(rows(page).first()).toContainText(`${year}年${month}月${day}日`)
})
