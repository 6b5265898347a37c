import type { Page } from '@playwright/test'
import { expectAccessible, expectNoHorizontalScroll } from '../setup/accessible.ts'
import { ageKycSession } from '../setup/database.ts'
import {
  currentStep,
  emailField,
  kycLink,
  newProviderAccount,
  newUserId,
  openSignIn,
  partnerReturnPage,
  signInAtForm,
  startButton,
  test,
} from '../setup/kyc.ts'
import { expect } from '../setup/test.ts'

// D33: a KYC session expires after half an hour, and a new one must be started at the partner.

const expired =
  'この本人確認は開始されていないか、有効期限が切れています。提携先のページからやり直してください。'

test('an expired KYC session is reported at each step, and the partner’s page starts a new one', {
  tag: '@long',
}, async ({ page, partner, baseURL }) => {
  const toStart = partner.site.pageTo(`${baseURL}${kycLink(partner)}`)
  await page.goto(toStart)
  await page.getByRole('link', { name: '本人確認へ進む' }).click()
  await expect(startButton(page)).toBeEnabled()
  const id = kycSessionOn(page)
  await ageKycSession(id)
  for (const step of ['', '&step=auth', '&step=result']) {
    await page.goto(`/kyc/register?kyc=${id}${step}`)
    await expectExpired(page)
  }
  await expect(page.getByText('お問い合わせ番号：')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoHorizontalScroll(page)

  await page.goto(toStart)
  await page.getByRole('link', { name: '本人確認へ進む' }).click()
  await expect(startButton(page)).toBeEnabled()
  expect(kycSessionOn(page)).not.toBe(id)
})

test('a sign-in after the KYC session has expired sends nothing, and a new KYC session succeeds', {
  tag: '@long',
}, async ({ page, partner, request }) => {
  const userId = newUserId()
  const account = await newProviderAccount(request)
  await openSignIn(page, partner, { user_id: userId })
  await ageKycSession(kycSessionOn(page))
  await signInAtForm(page, account)
  await expectExpired(page)
  expect(partner.site.resultsOf(userId)).toEqual([])

  // Times in tokens are seconds: two sign-ins within one second yield the same token, which is accepted once (D29).
  await page.waitForTimeout(1000)
  await openSignIn(page, partner, { user_id: userId })
  await signInAtForm(page, account)
  await expect(partnerReturnPage(page)).toBeVisible()
  expect(partner.site.resultsOf(userId)).toHaveLength(1)
})

function kycSessionOn(page: Page): string {
  return new URL(page.url()).searchParams.get('kyc') ?? ''
}

/** Only the message is visible: no step of the KYC session and no success. */
async function expectExpired(page: Page): Promise<void> {
  await expect(page.getByRole('alert')).toContainText(expired)
  await expect(currentStep(page)).toHaveText(/1.*情報の確認/)
  await expect(startButton(page)).toHaveCount(0)
  await expect(emailField(page)).toHaveCount(0)
  expect(await page.getByText('ログインに成功しました！').count()).toBe(0)
}
