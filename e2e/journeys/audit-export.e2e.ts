import { dayInJapan } from '@kyc/contract/dates.ts'
import type { Download, Page } from '@playwright/test'
import readWorkbook from 'read-excel-file/node'
import { ageSignIns } from '../setup/database.ts'
import { approve, fullName, registerPerformer } from '../setup/records.ts'
import { demoNames, expect, test } from '../setup/test.ts'

const today = dayInJapan(new Date())

function exportButton(page: Page) {
  return page.getByRole('button', { name: 'エクスポート', exact: true })
}

/** Reads the file with another library than the one that wrote it. */
async function open(download: Download) {
  const [front, log] = await readWorkbook(await download.path())
  return {
    cover: new Map(front?.data.map(([title, text]) => [String(title), String(text)])),
    headers: log?.data[0],
    rows: log?.data.slice(1).map((row) => row.map(String)) ?? [],
  }
}

async function startExport(page: Page, { proof = false } = {}): Promise<void> {
  await exportButton(page).click()
  const dialog = page.getByRole('dialog', { name: '監査ログのエクスポート' })
  if (proof) await dialog.getByLabel('証明ファイルを付ける').check()
  await dialog.getByRole('button', { name: 'エクスポート', exact: true }).click()
}

async function exported(page: Page, options?: { proof: boolean }): Promise<Download> {
  const download = page.waitForEvent('download')
  await startExport(page, options)
  return download
}

test('エクスポート saves the entries of the applied filter as a spreadsheet', { tag: '@long' }, async ({
  pageOf,
}) => {
  const [owner, admin] = [await pageOf('user'), await pageOf('admin')]
  const performer = await registerPerformer(owner)
  await approve(admin, performer.id, 'selfie')
  await admin.goto(`/audit-logs?startDate=${today}&action=verify&resourceId=${performer.id}`)
  await expect(admin.getByRole('row').filter({ has: admin.getByRole('cell') })).toHaveCount(1)

  await test.step('the export ignores filter values that were not applied', async () => {
    await admin.getByRole('button', { name: 'フィルター' }).click()
    await admin.getByLabel('操作', { exact: true }).selectOption('作成')
  })
  const download = await exported(admin)
  expect(download.suggestedFilename()).toBe(`audit_log_report_${today}.xlsx`)
  const { cover, headers, rows } = await open(download)
  expect(headers?.slice(0, 4)).toEqual(['日時（JST）', 'ユーザー', '権限', '操作'])
  expect(rows).toHaveLength(1)
  expect(rows[0]?.slice(1, 7)).toEqual([
    demoNames.admin,
    '管理者',
    '検証',
    '書類',
    `${fullName(performer)}・本人写真`,
    `${performer.id}/selfie`,
  ])
  expect(cover.get('作成者')).toBe(`${demoNames.admin}（管理者）`)
  expect(cover.get('操作')).toBe('検証')
  await expect(admin.getByText('レポートをダウンロードしました')).toBeVisible()

  await test.step('the export is saved together with its proof', async () => {
    const archive = await exported(admin, { proof: true })
    expect(archive.suggestedFilename()).toBe(`audit_log_report_${today}.zip`)
  })

  await test.step('the log contains the export', async () => {
    await admin.goto('/audit-logs?action=export')
    const row = admin.getByRole('row').filter({ hasText: demoNames.admin }).first()
    await expect(row).toContainText('監査ログ')
    await row.getByRole('button', { name: /^詳細/ }).click()
    await expect(admin.getByRole('dialog')).toContainText('検証')
  })
})

test('a user’s file contains only entries that their page shows', { tag: '@long' }, async ({ pageOf }) => {
  const [owner, admin] = [await pageOf('user'), await pageOf('admin')]
  const performer = await registerPerformer(owner)
  await approve(admin, performer.id, 'idFront')
  await owner.goto(`/audit-logs?resourceId=${performer.id}`)
  await expect(owner.getByRole('table', { name: '監査ログ' })).toBeVisible()
  const { rows } = await open(await exported(owner))
  expect(rows.map((row) => row[1])).toContain('管理者')
  expect(JSON.stringify(rows)).not.toContain(demoNames.admin)
})

test('an export requires a step-up and continues after it; without one it shows the reason', {
  tag: '@long',
}, async ({ newPage, newAccount, signInByForm }) => {
  const account = await newAccount('user')
  const page = await newPage()
  await signInByForm(page, account)
  await page.goto(`/audit-logs?startDate=${today}&action=login`)
  await ageSignIns(account.email)
  const dialog = page.getByRole('dialog', { name: '認証' })
  await startExport(page)
  await dialog.getByRole('button', { name: 'キャンセル' }).click()
  await expect(
    page.getByText(/エクスポートに失敗しました。この操作には、もう一度ログインが必要です/),
  ).toBeVisible()
  const download = page.waitForEvent('download')
  await startExport(page)
  await dialog.getByLabel('パスワード', { exact: true }).fill(account.password)
  await page.keyboard.press('Enter')
  expect((await open(await download)).cover.get('操作')).toBe('ログイン')
})

test('too many exports are refused, and the page shows when the next is possible', { tag: '@long' }, async ({
  newPage,
  newAccount,
  signIn,
  faults,
}) => {
  faults.expect(/429/)
  const page = await newPage()
  await signIn(page, await newAccount('user'))
  await page.goto('/audit-logs')
  await expect(exportButton(page)).toBeVisible()
  for (let n = 0; n < 5; n++) expect((await page.request.get('/api/audit-logs/export')).status()).toBe(200)
  await startExport(page)
  await expect(
    page.getByText(/レポートのエクスポートに失敗しました。エクスポートは1時間に5回までです。約(59|60)分後に/),
  ).toBeVisible()
  await expect(exportButton(page)).toBeEnabled()
})

test('a failed export is reported once and can be retried', { tag: '@long' }, async ({ pageOf, faults }) => {
  faults.expect(/net::ERR_INTERNET_DISCONNECTED/)
  const page = await pageOf('superadmin')
  await page.goto('/audit-logs')
  await expect(exportButton(page)).toBeVisible()
  await page.context().setOffline(true)
  await startExport(page)
  await expect(page.getByText('レポートのエクスポートに失敗しました')).toHaveCount(1)
  await page.context().setOffline(false)
  expect((await exported(page)).suggestedFilename()).toContain('audit_log_report_')
})

test('during an export the button is disabled and the export can be cancelled', { tag: '@long' }, async ({
  pageOf,
}) => {
  const page = await pageOf('superadmin')
  await page.goto('/audit-logs')
  await expect(page.getByRole('table', { name: '監査ログ' })).toBeVisible()
  const line = await page.context().newCDPSession(page)
  await line.send('Network.enable')
  const slow = { offline: false, latency: 60_000, downloadThroughput: -1, uploadThroughput: -1 }
  await line.send('Network.emulateNetworkConditions', slow)
  await startExport(page)
  await expect(page.getByRole('button', { name: 'エクスポート中...' })).toBeDisabled()
  await page.getByRole('button', { name: 'エクスポートをやめる' }).click()
  await expect(exportButton(page)).toBeEnabled()
  await expect(page.getByText('レポートのエクスポートに失敗しました')).toBeHidden()
  await line.send('Network.emulateNetworkConditions', { ...slow, latency: 0 })
})
