import { expectAccessible, expectNoHorizontalScroll } from '../setup/accessible.ts'
import {
  badGateway,
  newProviderAccount,
  newUserId,
  openSignIn,
  resultNotSent,
  signInAtForm,
  test,
} from '../setup/kyc.ts'
import { expect } from '../setup/test.ts'

test('a failed delivery is listed with its attempts and can be resent', { tag: '@long' }, async ({
  page,
  partner,
  request,
  pageOf,
  faults,
}) => {
  faults.expect(badGateway)
  const account = await newProviderAccount(request)
  const userId = newUserId()
  partner.site.callbackStatus = 500
  await openSignIn(page, partner, { user_id: userId })
  await signInAtForm(page, account)
  await expect(page.getByText(resultNotSent)).toBeVisible()

  const boss = await pageOf('superadmin')
  await boss.goto('/partners')
  await boss.getByRole('link', { name: partner.name }).click()
  await boss.getByRole('link', { name: '送信', exact: true }).click()
  const row = boss.getByRole('row').filter({ hasText: '再試行待ち' }).first()
  await expect(row).toContainText('認証結果')
  await expect(row).toContainText('1回')
  await expect(row).toContainText('500')
  await row.getByRole('button', { name: /の試行を/ }).click()
  const attempts = boss.getByRole('table', { name: '試行' })
  await expect(attempts.getByRole('row')).toHaveCount(2)
  await expect(boss.getByText(`送信先 ${partner.site.url}/callback`)).toBeVisible()
  await expectAccessible(boss)

  await boss.getByRole('link', { name: '失敗', exact: true }).click()
  await expect(boss.getByText('条件に合う送信はありません')).toBeVisible()
  await boss.getByRole('link', { name: 'すべて', exact: true }).click()

  partner.site.callbackStatus = 200
  await boss
    .getByRole('button', { name: /の結果を再送$/ })
    .first()
    .click()
  await expect(boss.getByText('再送しました', { exact: true })).toBeVisible()
  const sent = boss.getByRole('row').filter({ hasText: '成功' }).first()
  await expect(sent).toContainText('2回')
  await sent.getByRole('button', { name: /の試行を/ }).click()
  await expect(boss.getByRole('cell', { name: '2（手動）' })).toBeVisible()
  const received = partner.site.resultsOf(userId)
  expect(received).toHaveLength(2)
  expect(received[1]?.id, 'the partner can tell that it is the same').toBe(received[0]?.id)

  await boss.setViewportSize({ width: 390, height: 844 })
  await expectNoHorizontalScroll(boss)
  await expectAccessible(boss)
})

test('an open list of deliveries shows the first attempt, and one that the user requests', {
  tag: '@long',
}, async ({ page, partner, request, pageOf, faults }) => {
  faults.expect(badGateway)
  const boss = await pageOf('superadmin')
  await boss.goto(`/partners/${partner.id}?tab=deliveries`)
  const rows = boss.getByRole('row').filter({ has: boss.getByRole('cell') })
  await expect(boss.getByRole('heading', { level: 1, name: partner.name })).toBeVisible()
  await boss.waitForLoadState('networkidle')
  const before = await rows.count()
  partner.site.callbackStatus = 500
  await openSignIn(page, partner)
  await signInAtForm(page, await newProviderAccount(request))
  await expect(page.getByText(resultNotSent)).toBeVisible()
  await expect(rows).toHaveCount(before + 1)
  await expect(rows.first()).toContainText('再試行待ち')
  await expect(rows.first()).toContainText('1回')
  await expect(rows.first()).toContainText('500')
  partner.site.callbackStatus = 200
  await page.getByRole('button', { name: '再送する', exact: true }).click({ timeout: 45_000 })
  await expect(page.getByText('KYC登録が完了しました。')).toBeVisible()
  await expect(rows.first()).toContainText('成功')
  await expect(rows.first()).toContainText('2回')
})
