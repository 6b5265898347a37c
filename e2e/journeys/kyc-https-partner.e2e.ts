import type { AttemptFailure } from '@kyc/contract/deliveries.ts'
import { callbackCheck } from '@kyc/server/demo/partner-site/check-callback.ts'
import type { PartnerBehaviour } from '@kyc/server/testing/doubles/partner-double.ts'
import type { APIRequestContext, Page } from '@playwright/test'
import { ageDeliveries } from '../setup/database.ts'
import { gigabyteResponse, idOf, noResponse, respondWith } from '../setup/https-site.ts'
import {
  badGateway,
  newProviderAccount,
  newUserId,
  openSignIn,
  partnerReturnPage,
  resultNotSent,
  signInAtForm,
} from '../setup/kyc.ts'
import { type HttpsPartner, test } from '../setup/kyc-https.ts'
import { peakMiB } from '../setup/memory.ts'
import { expect } from '../setup/test.ts'

// D35: a partner with HTTPS and with faults, and a server that is killed between attempts.

test('the partner can verify the result, and the browser returns with the query of the specification', {
  tag: '@long',
}, async ({ page, partner, request }) => {
  const { site, product } = partner
  const account = await newProviderAccount(request)
  const userId = newUserId()
  await openSignIn(page, partner, { user_id: userId })
  await signInAtForm(page, account)
  await expect(page.getByText('KYC登録が完了しました。')).toBeVisible()
  await expect(partnerReturnPage(page)).toBeVisible()

  const [callback, ...others] = site.callbacksOf(userId)
  if (!callback) throw new Error('there was no callback')
  expect(others).toEqual([])
  const payload = JSON.parse(callback.body)
  expect(payload).toMatchObject({
    user_id: userId,
    email: account.email,
    session_id: 'sess_8f3a21c0',
    status: 'success',
  })
  const address = new URL(page.url())
  expect(address.origin + address.pathname).toBe(`${site.url}/done`)
  expect(Object.fromEntries(address.searchParams)).toEqual({
    user_id: userId,
    firebase_uid: payload.firebase_uid,
    status: 'success',
    session_id: 'sess_8f3a21c0',
    timestamp: payload.timestamp,
  })

  await test.step('signature and token are valid only for this partner and this payload', async () => {
    const keys = { ...partner, origin: site.url }
    const check = callbackCheck(new URL(product().url), keys)
    const good = { id: idOf(callback), signature: null, token: null }
    expect(await check(callback.headers, callback.body)).toMatchObject(good)
    const forged = callback.body.replace(userId, newUserId())
    expect((await check(callback.headers, forged)).signature).toMatch(/signature/)
    const other = callbackCheck(new URL(product().url), { ...keys, companyId: 'another-company' })
    expect((await other(callback.headers, callback.body)).token).toMatch(/"aud"/)
  })
})

interface Breakdown {
  readonly what: string
  readonly behaviour: (partner: HttpsPartner) => PartnerBehaviour
  readonly attempt: { readonly status: number | null; readonly failure: AttemptFailure }
}

const breakdowns: readonly Breakdown[] = [
  {
    what: 'responds with 500',
    behaviour: () => respondWith(500),
    attempt: { status: 500, failure: 'status' },
  },
  {
    what: 'never responds',
    behaviour: () => noResponse,
    attempt: { status: null, failure: 'timeout' },
  },
  {
    what: 'redirects to another server',
    behaviour: ({ canary }) => respondWith(302, { location: `${canary.origin}/callback` }),
    attempt: { status: 302, failure: 'redirect' },
  },
]

for (const { what, behaviour, attempt } of breakdowns) {
  test(`if a partner ${what}, the failure is shown and the browser stays`, { tag: '@long' }, async ({
    page,
    partner,
    request,
    faults,
  }) => {
    faults.expect(badGateway)
    const userId = await failDelivery(page, partner, request, behaviour(partner))
    await expectAttempt(partner, userId, attempt)
    expect(partner.canary.connections(), 'no redirect is followed').toBe(0)
  })
}

test('a delivery to which the partner responds with a gigabyte is shown as failed, and the server reads almost none of it', {
  tag: '@long',
}, async ({ page, partner, request, faults }) => {
  faults.expect(badGateway)
  const { pid } = partner.product()
  const before = peakMiB(pid)
  const flood = gigabyteResponse()
  const userId = await failDelivery(page, partner, request, flood.behaviour)
  await expectAttempt(partner, userId, { status: 200, failure: 'answer_too_large' })
  await expect.poll(flood.aborted, 'the server has closed the connection').toBe(true)
  expect(flood.sentMiB(), 'MiB written by the partner, including buffers').toBeLessThan(64)
  expect(peakMiB(pid) - before, 'MiB of memory').toBeLessThan(200)
})

test('a server that is killed between two attempts delivers the result later, exactly once', {
  tag: '@long',
}, async ({ page, partner, request, faults }) => {
  faults.expect(badGateway)
  const { site } = partner
  const userId = await failDelivery(page, partner, request, respondWith(500))
  const [first] = site.callbacksOf(userId)
  if (!first) throw new Error('there was no callback')

  await partner.killAndRestart()
  site.setBehaviour(userId, respondWith(200))
  await ageDeliveries(partner.id, partner.product().dataDir)
  await expect.poll(() => site.acceptedOf(userId), { timeout: 40_000 }).toEqual([idOf(first)])
  const delivery = () => partner.delivery(idOf(first))
  await expect.poll(async () => (await delivery())?.state).toBe('delivered')
  expect(await delivery()).toMatchObject({
    nextAttemptAt: null,
    attempts: [
      { number: 1, status: 500, manual: false },
      { number: 2, status: 200, failure: null, manual: false },
    ],
  })
  const second = site.callbacksOf(userId)[1]
  expect(second?.headers['webhook-timestamp']).not.toBe(first.headers['webhook-timestamp'])

  await test.step('a return to the KYC session leads to the partner and sends nothing again', async () => {
    await page.reload()
    await expect(page.getByText('KYC登録が完了しました。')).toBeVisible()
    await page.getByRole('link', { name: '提携先のページへ戻る' }).click()
    await expect(partnerReturnPage(page)).toBeVisible()
    expect(site.acceptedOf(userId)).toEqual([idOf(first)])
    expect(site.callbacksOf(userId)).toHaveLength(2)
  })
})

/** Signs in with a result that the partner does not accept; returns after half a minute of the page's clock. */
async function failDelivery(
  page: Page,
  partner: HttpsPartner,
  request: APIRequestContext,
  behaviour: PartnerBehaviour,
): Promise<string> {
  const userId = newUserId()
  partner.site.setBehaviour(userId, behaviour)
  const account = await newProviderAccount(request)
  await page.clock.install()
  await openSignIn(page, partner, { user_id: userId })
  await signInAtForm(page, account)
  await expect(page.getByRole('alert')).toContainText(resultNotSent)
  // A success would redirect after four seconds (spec §4). The clock advances in steps, since timers set others.
  for (let second = 0; second < 30; second++) await page.clock.runFor(1000)
  await expect(page.getByRole('button', { name: '再送する', exact: true })).toBeEnabled()
  await expect(page.getByRole('alert')).toContainText(resultNotSent)
  await expect(page).toHaveURL(/\/kyc\/register\?kyc=[^&]+&step=result$/)
  expect(partner.site.returns().filter((path) => path.includes(userId))).toEqual([])
  return userId
}

async function expectAttempt(
  partner: HttpsPartner,
  userId: string,
  attempt: Breakdown['attempt'],
): Promise<void> {
  const [callback, ...others] = partner.site.callbacksOf(userId)
  if (!callback) throw new Error('there was no callback')
  expect(others).toEqual([])
  expect(await partner.delivery(idOf(callback))).toMatchObject({
    state: 'pending',
    attempts: [{ ...attempt, number: 1 }],
  })
}
