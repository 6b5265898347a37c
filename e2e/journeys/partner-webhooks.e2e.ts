import { expectAccessible, expectFit } from '../setup/accessible.ts'
import { test } from '../setup/kyc.ts'
import { expect } from '../setup/test.ts'

// D112: the webhook of a partner from its first address to its end, the log of calls, and the public guide.

test('a superadmin sets a webhook, sends a test event, and finds its delivery, its calls and the guide', async ({
  pageOf,
  newPage,
  partner,
}) => {
  const page = await pageOf('superadmin', { at: `/partners/${partner.id}?tab=webhooks` })
  const section = page.getByRole('region', { name: 'テストのWebhook' })
  await expect(section.getByText('送信先は設定されていません')).toBeVisible()
  await expectAccessible(page)
  await section.getByRole('button', { name: 'テストのWebhookの送信先を設定' }).click()
  const dialog = page.getByRole('dialog', { name: 'テストのWebhookの送信先' })
  const field = dialog.getByRole('textbox', { name: '送信先のURL' })
  await field.fill('https://elsewhere.example.com/events')
  await dialog.getByRole('button', { name: '設定する' }).click()
  await expect(dialog.getByText(/提携先に登録されたコールバックの送信先/)).toBeVisible()
  await field.fill(`${partner.site.url}/events`)
  await dialog.getByRole('button', { name: '設定する' }).click()
  const shown = page.getByRole('dialog', { name: `${partner.name} のWebhookの署名シークレット` })
  await expect(shown.getByRole('code')).toHaveText(/^whsec_/)
  await shown.getByRole('button', { name: '控えたので閉じる' }).click()

  await section.getByRole('button', { name: 'テストイベントを送信' }).click()
  await expect(page.getByText('テストイベントが届きました')).toBeVisible()
  await expectFit(page)
  await page.getByRole('link', { name: '送信', exact: true }).click()
  await expect(page.getByRole('row', { name: /webhook\.test・Webhook（テスト）/ })).toBeVisible()

  await test.step('a call with a key of no partner is not in the log of calls of the partner', async () => {
    await page.request.get('/api/partner/v1/events', {
      headers: { authorization: 'Bearer kyc_test_0123456789abcdef' },
    })
    await page.getByRole('link', { name: 'API呼び出し', exact: true }).click()
    // Lists refused calls only: other journeys may have called with a key of this partner, but none was refused.
    await page.getByRole('link', { name: 'エラー', exact: true }).click()
    await expect(page.getByText('条件に合う呼び出しはありません')).toBeVisible()
  })

  await test.step('the address of the webhook is removed', async () => {
    await page.getByRole('link', { name: 'Webhook', exact: true }).click()
    await section.getByRole('button', { name: '送信先を削除' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '削除する' }).click()
    await expect(section.getByText('送信先は設定されていません')).toBeVisible()
  })

  await test.step('the guide needs no sign-in, and fits a phone', async () => {
    const guide = await newPage()
    await guide.goto('/developers')
    await expect(guide.getByRole('heading', { level: 1, name: '開発者向け' })).toBeVisible()
    await expect(
      guide.getByText("const { KYC_URL, KYC_KEY, KYC_WEBHOOK_SECRET = '' } = process.env"),
    ).toBeVisible()
    await expectAccessible(guide)
    await expectFit(guide)
  })
})
