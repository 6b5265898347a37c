import { expectAccessible, expectNoHorizontalScroll } from '../setup/accessible.ts'
import { ageDeliveries } from '../setup/database.ts'
import {
  badGateway,
  newProviderAccount,
  newUserId,
  openSignIn,
  partnerReturnPage,
  registerPartner,
  resultNotSent,
  signInAtForm,
  test,
} from '../setup/kyc.ts'
import { mailWith } from '../setup/mails.ts'
import { emails, expect } from '../setup/test.ts'

test('callbacks stop after a 410, and pending results are sent when a superadmin resumes them', {
  tag: '@long',
}, async ({ newPage, pageOf, partner: { site }, request, faults }) => {
  faults.expect(badGateway)
  const boss = await pageOf('superadmin')
  // A separate partner, because the stop would affect other journeys of the worker.
  const partner = { site, ...(await registerPartner(boss.request, site.url)) }
  const [first, second] = [newUserId(), newUserId()]
  site.callbackStatus = 410
  const page = await newPage()

  await test.step('the page reports that the result was not delivered and is not retried automatically', async () => {
    await openSignIn(page, partner, { user_id: first })
    await signInAtForm(page, await newProviderAccount(request))
    await expect(page.getByRole('alert')).toContainText(resultNotSent)
    await expect(page.getByRole('alert')).toContainText('いまは自動で再送されません。')
    expect(site.resultsOf(first)).toHaveLength(1)
  })

  await test.step('the next result is not sent, although the partner accepts callbacks again', async () => {
    site.callbackStatus = 200
    const other = await newPage()
    await openSignIn(other, partner, { user_id: second })
    await signInAtForm(other, await newProviderAccount(request))
    await expect(other.getByRole('alert')).toContainText(resultNotSent)
    await expect(other.getByRole('alert')).toContainText('いまは自動で再送されません。')
    expect(site.resultsOf(second)).toEqual([])
    await other.context().close()
  })

  await test.step('superadmins see the stop in a mail, in the list of partners and on the page of the partner, where resending is disabled', async () => {
    expect(await mailWith(boss, emails.superadmin, partner.name)).toContain('（410）')
    await boss.goto('/partners')
    await expect(boss.getByRole('row').filter({ hasText: partner.companyId })).toContainText('送信停止中')
    await boss.getByRole('link', { name: partner.name }).click()
    await expect(boss.getByRole('alert')).toContainText(
      '提携先が受信を終了したと回答したため（410）、送信を停止しています。',
    )
    await boss.getByRole('link', { name: '送信', exact: true }).click()
    const waiting = boss.getByRole('row').filter({ hasText: '送信の再開待ち' })
    await expect(waiting).toHaveCount(2)
    await expect(waiting.filter({ hasText: '410' })).toHaveCount(1)
    for (const row of await waiting.all()) {
      await expect(row.getByRole('button', { name: /の結果を再送$/ })).toBeDisabled()
    }
    await expectAccessible(boss)
    await boss.setViewportSize({ width: 390, height: 844 })
    await expectNoHorizontalScroll(boss)
  })

  await test.step('after resuming, pending results are sent once, and the browser returns to the partner', async () => {
    await ageDeliveries(partner.id)
    await boss.getByRole('button', { name: '送信を再開' }).click()
    await expect(boss.getByText('送信を再開しました', { exact: true })).toBeVisible()
    await expect(boss.getByRole('alert')).toBeHidden()
    await expect(async () => {
      await boss.getByRole('button', { name: '更新' }).click()
      await expect(boss.getByRole('row').filter({ hasText: '成功' })).toHaveCount(2, { timeout: 2000 })
    }).toPass()
    expect(site.resultsOf(second)).toHaveLength(1)
    expect(new Set(site.resultsOf(first).map(({ id }) => id)).size, 'the same event').toBe(1)
    expect(site.resultsOf(first)).toHaveLength(2)
    await page.reload()
    await page.getByRole('link', { name: '提携先のページへ戻る' }).click()
    await expect(partnerReturnPage(page)).toBeVisible()
    await boss.goto('/partners')
    await expect(boss.getByRole('row').filter({ hasText: partner.companyId })).toContainText('有効')
  })
})
