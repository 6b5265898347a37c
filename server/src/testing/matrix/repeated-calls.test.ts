import { randomUUID } from 'node:crypto'
import { endpoints } from '@kyc/contract/endpoints.ts'
import { createPartner } from '@kyc/contract/partners.ts'
import { inviteUser } from '@kyc/contract/users.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CreatedPartner } from '../../features/partners/create-partner.ts'
import { generationOf } from '../../platform/crypto/encrypted-box.ts'
import { anonymousBrowser } from '../app/anonymous-browser.ts'
import { registerPerformer } from '../app/factories.ts'
import { createKycApp, linkOf } from '../app/kyc-app.ts'
import { foundCompany } from '../app/organisations.ts'
import { partnerBody } from '../app/partner-calls.ts'
import { insertDelivery } from '../app/partners.ts'
import type { TestAccount } from '../app/test-app.ts'
import { refusalOf, TestClient, type TestReply } from '../app/test-client.ts'
import { useStarted } from '../app/use-started.ts'
import { type RepeatedCall as Call, repeatedKeyCalls } from './repeated-key-calls.ts'

/** Idempotent calls: a repeat with the same key returns the same reply (D20). */

const kyc = useStarted(createKycApp)
let superadmin: TestAccount
let senders = 0

beforeEach(async () => {
  superadmin = await kyc.app.signedIn('superadmin')
})

async function count(sql: string, values: unknown[]): Promise<number> {
  const [row] = await kyc.app.sql<{ n: number }>(`SELECT count(*)::int AS n FROM ${sql}`, values)
  return row?.n ?? 0
}

const calls: Record<string, () => Promise<Call>> = {
  'contact.send': inquiry,
  async 'auth.requestPasswordReset'() {
    const { accountId, email } = await kyc.app.signedIn('user')
    return {
      by: await anonymousBrowser(kyc.app),
      path: '/api/auth/password-reset',
      body: { email },
      other: { body: { email: 'another@example.com' } },
      effects: () => count("audit_event WHERE rid = $1 AND actor IS NULL AND action = 'update'", [accountId]),
    }
  },
  async 'kyc.open'() {
    const body = linkOf(kyc)
    return {
      by: await anonymousBrowser(kyc.app),
      path: '/api/kyc/sessions',
      body,
      other: { body: { ...body, user_id: 'another-user' } },
      effects: () => count('kyc_session WHERE user_id = $1', [body.user_id]),
    }
  },
  async 'partners.create'() {
    const body = partnerBody({ companyId: `c-${randomUUID()}` })
    return {
      by: superadmin,
      path: '/api/partners',
      body,
      other: { body: { ...body, name: '別の提携先' } },
      effects: () => count('partner WHERE company_id = $1', [body.companyId]),
    }
  },
  'partners.rotateKey': () => rotation('keys', 'partner_key'),
  'partners.rotateSecret': () => rotation('secrets', 'partner_secret'),
  ...repeatedKeyCalls(() => ({ app: kyc.app, superadmin, partnerId: kyc.registered.partner.id })),
  async 'partners.resend'() {
    const { partner } = kyc.registered
    const [id, another] = [await delivery(), await delivery()]
    const path = (of: string) => `/api/partners/${partner.id}/deliveries/${of}/resend`
    return {
      by: superadmin,
      path: path(id),
      other: { path: path(another) },
      effects: () => count('delivery_attempt WHERE delivery_id = $1', [id]),
    }
  },
  async 'organisations.invite'() {
    const by = await kyc.app.signedIn('user')
    const id = await foundCompany(kyc.app, by)
    const body = { email: `member-${randomUUID()}@example.com`, name: '招待 次郎', role: 'staff' }
    return {
      by,
      path: `/api/organisations/${id}/members`,
      body,
      other: { body: { ...body, role: 'viewer' } },
      // Minus one, because another entry is about the foundation of the organisation.
      effects: async () => (await count("audit_event WHERE rid = $1 AND rtype = 'organisation'", [id])) - 1,
    }
  },
  async 'transfers.request'() {
    const [from, to] = [await kyc.app.signedIn('user'), await kyc.app.signedIn('user')]
    await foundCompany(kyc.app, to)
    const body = { to: to.accountId, reason: '統合' }
    return {
      by: superadmin,
      path: `/api/organisations/${from.accountId}/transfers`,
      body,
      other: { body: { ...body, reason: '別の理由' } },
      effects: () => count('transfer WHERE from_id = $1', [from.accountId]),
    }
  },
  async 'subjects.create'() {
    const { id } = await registerPerformer(await kyc.app.signedIn('user'))
    const body = { kind: 'disclosure', receivedOn: '2026-04-01', details: '開示の請求' }
    return {
      by: superadmin,
      path: `/api/performers/${id}/subject-requests`,
      body,
      other: { body: { ...body, kind: 'erasure' } },
      effects: () => count('subject_request WHERE performer_id = $1', [id]),
    }
  },
  async 'users.resendInvitation'() {
    const invited = `invited-${randomUUID()}@example.com`
    const { id } = await superadmin.send(inviteUser, {
      body: { email: invited, name: '招待 次郎', role: 'user' },
    })
    const another = await kyc.app.signedIn('user')
    return {
      by: superadmin,
      path: `/api/users/${id}/invitation`,
      other: { path: `/api/users/${another.accountId}/invitation` },
      effects: () => count("audit_event WHERE rid = $1 AND action = 'update'", [id]),
    }
  },
}

async function inquiry(): Promise<Call> {
  const email = `repeated${++senders}@example.net`
  const body = { name: '問合 花子', email, subject: '件名', message: '本文' }
  return {
    by: await anonymousBrowser(kyc.app),
    path: '/api/contact',
    body,
    other: { body: { ...body, message: '別の本文' } },
    effects: () => count('inquiry WHERE email = $1', [email]),
  }
}

async function rotation(kind: 'keys' | 'secrets', table: string): Promise<Call> {
  const create = async () => {
    const body = partnerBody({ companyId: `c-${randomUUID()}` })
    return (await superadmin.send(createPartner, { body })).partner.id
  }
  const [id, another] = [await create(), await create()]
  return {
    by: superadmin,
    path: `/api/partners/${id}/${kind}`,
    other: { path: `/api/partners/${another}/${kind}` },
    effects: async () => (await count(`${table} WHERE partner_id = $1`, [id])) - 1,
  }
}

const delivery = () => insertDelivery(kyc.app.services, kyc.registered, '/callback')

function send(
  { by, path, body }: Pick<Call, 'by' | 'path' | 'body'>,
  key: string = randomUUID(),
): Promise<TestReply> {
  const headers = { 'idempotency-key': key, 'x-forwarded-for': addressOf(by) }
  return by.call('POST', path, body ? { json: body, headers } : { headers })
}

const addresses = new Map<TestClient, string>()

/** Another address for each client, so that limits per address do not apply. */
function addressOf(client: TestClient): string {
  const address = addresses.get(client) ?? `198.51.100.${addresses.size + 1}`
  addresses.set(client, address)
  return address
}

/** Endpoints whose repeats are tested in the tests of their features. */
const testedElsewhere = [
  'performers.create',
  'performers.import',
  'documents.replace',
  'documents.mask',
  'papers.submit',
  'signings.create',
  'signings.uploadDraft',
  'review.addNote',
  'videos.create',
  'videos.addPerformers',
  'videos.override',
  'packs.create',
  'takedowns.create',
  'takedowns.addEvidence',
  'campaigns.create',
  'takedownNotices.send',
  'users.invite',
  'performerLink.submit',
  'performerLinks.create',
]

test('every endpoint that accepts a key has a test of its repeats', () => {
  const keyed = endpoints.filter(({ idempotent }) => idempotent).map(({ name }) => name)
  expect(keyed.toSorted()).toEqual([...Object.keys(calls), ...testedElsewhere].toSorted())
})

describe.each(Object.entries(calls))('%s', (_, prepare) => {
  test('takes effect once for one key, also when calls are parallel, and each call gets the same reply', async () => {
    const call = await prepare()
    const key = randomUUID()
    const replies = await Promise.all([1, 2, 3].map(() => send(call, key)))
    const late = await send(call, key)
    expect(await call.effects()).toBe(1)
    for (const reply of [...replies, late]) {
      expect([reply.status, reply.json]).toEqual([late.status, late.json])
    }
    expect(late.status).toBeLessThan(300)
    expect(late.headers.get('location')).toBe(replies[0]?.headers.get('location'))
    const replayed = [...replies, late].map(({ headers }) => headers.get('idempotent-replayed'))
    expect(replayed.filter((each) => each === 'true')).toHaveLength(3)
  })

  test('refuses the same key with other content', async () => {
    const [call, key] = [await prepare(), randomUUID()]
    await send(call, key)
    expect(refusalOf(await send({ ...call, ...call.other }, key))).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
  })

  test('does not return the reply of another caller with the same key', async () => {
    const [call, key] = [await prepare(), randomUUID()]
    await send(call, key)
    const other =
      call.by === superadmin ? await kyc.app.signedIn('superadmin') : await anonymousBrowser(kyc.app)
    const reply = await send({ ...call, by: other }, key)
    expect(reply.headers.get('idempotent-replayed')).toBeNull()
  })
})

test('a repeat waits for the running call with its key and gets its reply', async () => {
  const call = await inquiry()
  const key = randomUUID()
  await kyc.app.sql('BEGIN')
  await kyc.app.sql('LOCK TABLE inquiry IN EXCLUSIVE MODE')
  const first = send(call, key)
  const blocked = `pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND datname = current_database()`
  await expect.poll(() => count(blocked, [])).toBe(1)
  const second = send(call, key)
  await expect.poll(() => count(blocked, [])).toBe(2)
  await kyc.app.sql('COMMIT')
  expect([(await first).status, (await second).status]).toEqual([204, 204])
  expect(await call.effects()).toBe(1)
})

test('every saved reply is stored encrypted, and a repeat returns the secrets', async () => {
  const body = partnerBody({ companyId: `c-${randomUUID()}` })
  const key = randomUUID()
  const created = (await send({ by: superadmin, path: '/api/partners', body }, key)).json as CreatedPartner
  const again = (await send({ by: superadmin, path: '/api/partners', body }, key)).json
  expect(again).toEqual(created)
  const rows = await kyc.app.sql<{ route: string; reply_enc: Buffer }>(
    'SELECT route, reply_enc FROM idempotency_key WHERE reply_enc IS NOT NULL',
  )
  expect(new Set(rows.map(({ route }) => route)).size).toBeGreaterThan(5)
  for (const { route, reply_enc } of rows) {
    expect(generationOf(reply_enc), route).toBe(1)
    expect(reply_enc.includes('":"'), route).toBe(false)
  }
})

test('a browser that lost the reply and cookie of a new KYC session gets both by repeating the call', async () => {
  const by = await anonymousBrowser(kyc.app)
  const body = linkOf(kyc)
  const key = randomUUID()
  const lost = new TestClient(kyc.app.url)
  for (const [name, value] of by.cookies) lost.cookies.set(name, value)
  lost.csrfToken = by.csrfToken
  await send({ by: lost, path: '/api/kyc/sessions', body }, key)
  const repeated = await send({ by, path: '/api/kyc/sessions', body }, key)
  const { id } = repeated.json as { id: string }
  expect((await by.get(`/api/kyc/sessions/${id}`)).json).toEqual(repeated.json)
})

test('each call without a key takes effect', async () => {
  const call = await inquiry()
  const headers = { 'x-forwarded-for': addressOf(call.by) }
  for (const _ of [1, 2]) {
    expect((await call.by.call('POST', call.path, { json: call.body, headers })).status).toBe(204)
  }
  expect(await call.effects()).toBe(2)
})

test('a repeat does not count towards the hourly limit of inquiries', async () => {
  const [call, key] = [await inquiry(), randomUUID()]
  for (const _ of Array.from({ length: 8 })) expect((await send(call, key)).status).toBe(204)
})
