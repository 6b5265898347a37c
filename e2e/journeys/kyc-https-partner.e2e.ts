import type { AttemptFailure } from '@kyc/contract/deliveries.ts'
import { callbackCheck } from '@kyc/server/demo/partner-site/check-callback.ts'
import type { PartnerBehaviour } from '@kyc/server/testing/doubles/partner-double.ts'
import type { APIRequestContext, Page } from '@playwright/test'
import { answering, floodOfAGigabyte, idOf, silence } from '../setup/https-site.ts'
import {
  back,
  badGateway,
  newProviderPerson,
  notTold,
  openSignIn,
  signInAtForm,
  someUser,
} from '../setup/kyc.ts'
import { type HttpsPartner, test } from '../setup/kyc-https.ts'
import { peakMiB } from '../setup/memory.ts'
import { expect } from '../setup/test.ts'

// D35: a partner as it is on the net, with HTTPS and with faults of its own, and a server that dies in between.

test('the partner can verify what it is told, and the person comes back with the query of the specification', async ({
  page,
  partner,
  request,
}) => {
  const { site, product } = partner
  const person = await newProviderPerson(request)
  const userId = someUser()
  await openSignIn(page, partner, { user_id: userId })
  await signInAtForm(page, person)
  await expect(page.getByText('KYC登録が完了しました。')).toBeVisible()
  await expect(back(page)).toBeVisible()

  const [callback, ...others] = site.callbacksOf(userId)
  if (!callback) throw new Error('there was no callback')
  expect(others).toEqual([])
  const told = JSON.parse(callback.body)
  expect(told).toMatchObject({
    ...{ user_id: userId, email: person.email, session_id: 'sess_8f3a21c0', status: 'success' },
  })
  const address = new URL(page.url())
  expect(address.origin + address.pathname).toBe(`${site.url}/done`)
  expect(Object.fromEntries(address.searchParams)).toEqual({
    ...{ user_id: userId, firebase_uid: told.firebase_uid, status: 'success' },
    ...{ session_id: 'sess_8f3a21c0', timestamp: told.timestamp },
  })

  await test.step('signature and token hold, for this partner and this text alone', async () => {
    const keys = { ...partner, origin: site.url }
    const check = callbackCheck(new URL(product().url), keys)
    const good = { id: idOf(callback), signature: null, token: null }
    expect(await check(callback.headers, callback.body)).toMatchObject(good)
    const forged = callback.body.replace(userId, someUser())
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
    what: 'answers 500',
    behaviour: () => answering(500),
    attempt: { status: 500, failure: 'status' },
  },
  {
    what: 'says nothing',
    behaviour: () => silence,
    attempt: { status: null, failure: 'timeout' },
  },
  {
    what: 'leads elsewhere',
    behaviour: ({ canary }) => answering(302, { location: `${canary.origin}/callback` }),
    attempt: { status: 302, failure: 'redirect' },
  },
]

for (const { what, behaviour, attempt } of breakdowns) {
  test(`a partner that ${what}: the person is told and stays`, async ({ page, partner, request, faults }) => {
    faults.expect(badGateway)
    const userId = await failToTell(page, partner, request, behaviour(partner))
    await expectAttempt(partner, userId, attempt)
    expect(partner.canary.connections(), 'no redirect is followed').toBe(0)
  })
}

test('a partner that answers with a gigabyte: the person is told, and the server takes next to nothing of it', async ({
  page,
  partner,
  request,
  faults,
}) => {
  faults.expect(badGateway)
  const { pid } = partner.product()
  const before = peakMiB(pid)
  const flood = floodOfAGigabyte()
  const userId = await failToTell(page, partner, request, flood.behaviour)
  await expectAttempt(partner, userId, { status: 200, failure: 'answer_too_large' })
  await expect.poll(flood.cut, 'the server has hung up').toBe(true)
  expect(flood.given(), 'MiB that left the partner, with all that lies in buffers on the way').toBeLessThan(
    64,
  )
  expect(peakMiB(pid) - before, 'MiB of memory').toBeLessThan(200)
})

test('a server that dies between two attempts tells the partner by itself later, exactly once', async ({
  page,
  partner,
  request,
  faults,
}) => {
  // The second attempt comes after a minute and up to a fifth of one.
  test.setTimeout(300_000)
  faults.expect(badGateway)
  const { site } = partner
  const userId = await failToTell(page, partner, request, answering(500))
  const [first] = site.callbacksOf(userId)
  if (!first) throw new Error('there was no callback')

  await partner.killAndRestart()
  site.meet(userId, answering(200))
  await expect.poll(() => site.acceptedOf(userId), { timeout: 150_000 }).toEqual([idOf(first)])
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

  await test.step('whoever comes back to the visit is led on, and nothing is told again', async () => {
    await page.reload()
    await expect(page.getByText('KYC登録が完了しました。')).toBeVisible()
    await expect(back(page)).toBeVisible()
    expect(site.acceptedOf(userId)).toEqual([idOf(first)])
    expect(site.callbacksOf(userId)).toHaveLength(2)
  })
})

/** Signs somebody in whose result the partner does not take; ends half a minute later by the page's clock. */
async function failToTell(
  page: Page,
  partner: HttpsPartner,
  request: APIRequestContext,
  behaviour: PartnerBehaviour,
): Promise<string> {
  const userId = someUser()
  partner.site.meet(userId, behaviour)
  const person = await newProviderPerson(request)
  await page.clock.install()
  await openSignIn(page, partner, { user_id: userId })
  await signInAtForm(page, person)
  await expect(page.getByRole('alert')).toContainText(notTold)
  // spec §4 leads back after four seconds, but not now. Step by step, for one second leads to the next.
  for (let second = 0; second < 30; second++) await page.clock.runFor(1000)
  await expect(page.getByRole('button', { name: '再送する', exact: true })).toBeEnabled()
  await expect(page.getByRole('alert')).toContainText(notTold)
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
