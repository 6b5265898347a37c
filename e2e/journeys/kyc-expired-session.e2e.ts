import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from '../setup/accessible.ts'
import { ageKycSession } from '../setup/database.ts'
import {
  back,
  currentStep,
  emailField,
  kycLink,
  newProviderPerson,
  openSignIn,
  signInAtForm,
  someUser,
  startButton,
  test,
} from '../setup/kyc.ts'
import { expect } from '../setup/test.ts'

// D33: a KYC session lasts half an hour; whoever takes longer begins again at the partner.

const expired =
  'この本人確認は開始されていないか、有効期限が切れています。提携先のページからやり直してください。'

test('a KYC session that has expired says so at each of its steps, and the partner’s page begins a new one', async ({
  page,
  partner,
  baseURL,
}) => {
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
  await expectNoSidewaysScroll(page)

  await page.goto(toStart)
  await page.getByRole('link', { name: '本人確認へ進む' }).click()
  await expect(startButton(page)).toBeEnabled()
  expect(kycSessionOn(page)).not.toBe(id)
})

test('whoever signs in after the KYC session has expired is told so, nothing is sent, and a new KYC session ends well', async ({
  page,
  partner,
  request,
}) => {
  const userId = someUser()
  const person = await newProviderPerson(request)
  await openSignIn(page, partner, { user_id: userId })
  await ageKycSession(kycSessionOn(page))
  await signInAtForm(page, person)
  await expectExpired(page)
  expect(partner.site.resultsOf(userId)).toEqual([])

  await openSignIn(page, partner, { user_id: userId })
  await signInAtForm(page, person)
  await expect(back(page)).toBeVisible()
  expect(partner.site.resultsOf(userId)).toHaveLength(1)
})

function kycSessionOn(page: Page): string {
  return new URL(page.url()).searchParams.get('kyc') ?? ''
}

/** The text alone: no step of the KYC session can be taken, and nothing says that something went well. */
async function expectExpired(page: Page): Promise<void> {
  await expect(page.getByRole('alert')).toContainText(expired)
  await expect(currentStep(page)).toHaveText(/1.*情報の確認/)
  await expect(startButton(page)).toHaveCount(0)
  await expect(emailField(page)).toHaveCount(0)
  expect(await page.getByText('ログインに成功しました！').count()).toBe(0)
}
