import type { Page } from '@playwright/test'
import { expectAccessible, expectFit, fullTests } from '../setup/accessible.ts'
import { Calls } from '../setup/calls.ts'
import { currentStep, kycLink, newUserId, startButton, test } from '../setup/kyc.ts'
import { startPartnerSite } from '../setup/partner-site.ts'
import { expect } from '../setup/test.ts'

// spec §2 and §5, D33: the page and the server check a partner's parameters before the sign-in.

test('several faults are reported together, with the received values, and block the KYC session', {
  tag: '@long',
}, async ({ page, partner }) => {
  const calls = new Calls(page)
  await page.goto(kycLink(partner, { user_id: undefined, callback_url: 'x', locale: 'en' }))
  await expect(page.getByRole('alert').getByRole('listitem')).toHaveText([
    'user_id が指定されていません',
    'callback_url が正しいURLではありません',
  ])
  await expect(page.getByText('sess_8f3a21c0')).toBeVisible()
  await expect(page.getByText('英語（en）')).toBeVisible()
  await expect(startButton(page)).toBeDisabled()
  await expectNoKey(page, partner.apiKey)
  expect(page.url()).not.toContain('api_key')
  expect(calls.names()).not.toContain('POST /kyc/sessions')
  await expectAccessible(page)
})

test('the server refuses a wrong key, and the page shows this like every other fault', {
  tag: '@long',
}, async ({ page, partner }) => {
  await page.goto(kycLink(partner, { api_key: 'a-key-of-no-partner' }))
  await expect(page.getByRole('alert').getByRole('listitem')).toHaveText([
    '提携先を確認できませんでした。company_id と api_key を提携先にご確認ください。',
  ])
  await expect(startButton(page)).toBeDisabled()
  await expectNoKey(page, partner.apiKey)
})

test('a valid link shows partner, user and the data to be sent, and keeps only the KYC session in the address', {
  tag: '@long',
}, async ({ page, partner }) => {
  const userId = newUserId()
  await page.goto(kycLink(partner, { user_id: userId }))
  await expect(startButton(page)).toBeEnabled()
  await expect(page.getByText(`${partner.name}からの手続きです。`)).toBeVisible()
  await expect(page.getByText('テスト', { exact: true })).toBeVisible()
  for (const value of [userId, 'sess_8f3a21c0', partner.companyId, '日本語（ja）']) {
    await expect(page.getByText(value, { exact: true })).toBeVisible()
  }
  await expect(page.getByText(`${partner.name}に送られます。本人確認書類は送られません。`)).toBeVisible()
  await expect(currentStep(page)).toHaveText(/1.*情報の確認/)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page).toHaveURL(/\/kyc\/register\?kyc=[0-9a-f-]{36}$/)
  await expectNoKey(page, partner.apiKey)

  await test.step('a reload shows the same KYC session, and forward and back work', async () => {
    const calls = new Calls(page)
    await page.reload()
    await expect(page.getByText(userId, { exact: true })).toBeVisible()
    await startButton(page).click()
    await expect(currentStep(page)).toHaveText(/2.*認証/)
    await expect(page.getByRole('heading', { level: 2 })).toBeFocused()
    await page.reload()
    await expect(currentStep(page)).toHaveText(/2.*認証/)
    await page.goBack()
    await expect(startButton(page)).toBeEnabled()
    expect(calls.names()).not.toContain('POST /kyc/sessions')
  })
})

test('a callback without https and a referrer of another site cause warnings, but do not block', {
  tag: '@long',
}, async ({ page, partner, baseURL }) => {
  const insecure = 'callback_url は https を推奨します'
  const foreign = '不正なリファラーからのアクセスです'
  const warnings = page.getByRole('status').filter({ hasText: 'ご注意ください' }).getByRole('listitem')
  await page.goto(partner.site.pageTo(`${baseURL}${kycLink(partner)}`))
  await page.getByRole('link', { name: '本人確認へ進む' }).click()
  await expect(warnings).toHaveText([insecure])
  await expect(startButton(page)).toBeEnabled()

  const other = await startPartnerSite()
  await page.goto(other.pageTo(`${baseURL}${kycLink(partner)}`))
  await page.getByRole('link', { name: '本人確認へ進む' }).click()
  await expect(warnings).toHaveText([insecure, foreign])
  await expect(startButton(page)).toBeEnabled()
  await expectAccessible(page)
  await other.close()
})

for (const step of ['auth', 'result']) {
  test(`the link of a partner opens the first step, even with step=${step}`, { tag: '@long' }, async ({
    pageOf,
    partner,
  }) => {
    const page = await pageOf('user')
    const calls = new Calls(page)
    await page.goto(`${kycLink(partner)}&step=${step}`)
    await expect(startButton(page)).toBeEnabled()
    await expect(page.getByText(`${partner.name}に送られます。本人確認書類は送られません。`)).toBeVisible()
    await expect(page).toHaveURL(/\/kyc\/register\?kyc=[0-9a-f-]{36}$/)
    expect(calls.names()).not.toContain('POST /sharegram/auth-result')
  })
}

test('a KYC session that is unknown or of another browser shows where to start again', {
  tag: '@long',
}, async ({ page, newPage, partner }) => {
  await page.goto(kycLink(partner))
  await expect(page).toHaveURL(/\?kyc=[0-9a-f-]{36}$/)
  const lost =
    'この本人確認は開始されていないか、有効期限が切れています。提携先のページからやり直してください。'
  const outsider = await newPage()
  for (const address of [page.url(), `${page.url()}&step=result`, '/kyc/register?kyc=made-up']) {
    await outsider.goto(address)
    await expect(outsider.getByRole('alert')).toContainText(lost)
    await expect(startButton(outsider)).toHaveCount(0)
  }
  await expectAccessible(outsider)
})

for (const colorScheme of fullTests ? (['light', 'dark'] as const) : (['dark'] as const)) {
  test(`the KYC page fits a phone and is accessible in the ${colorScheme} scheme`, { tag: '@long' }, async ({
    newPage,
    partner,
  }) => {
    const page = await newPage({
      ...{ viewport: { width: 390, height: 844 }, colorScheme, reducedMotion: 'reduce' },
    })
    await page.goto(kycLink(partner, { user_id: 'a b', session_id: 'sess_'.repeat(40) }))
    await expect(page.getByRole('alert')).toBeVisible()
    await expectFit(page)
    await page.goto(kycLink(partner, { session_id: 'sess_'.repeat(40) }))
    await startButton(page).click()
    for (const mode of ['新規登録', 'パスワード再設定', 'ログイン']) {
      await page.getByRole('tab', { name: mode }).click()
      await page.locator('form button[type="submit"]').click()
      await expect(page.getByText('有効なメールアドレスを入力してください。')).toBeVisible()
      await expectFit(page)
    }
  })
}

/** The key is not in the history, in any storage or on the page. */
async function expectNoKey(page: Page, apiKey: string): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  const stored = async () => {
    const { entries } = await browser.send('Page.getNavigationHistory')
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]),
    )
    return [...entries.map(({ url }) => url), stored, page.url(), await page.content()].join('\n')
  }
  await expect.poll(stored).not.toContain(apiKey)
  expect(await stored()).not.toContain('api_key=')
}
