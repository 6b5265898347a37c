import { createPartner, type Partner, rotateKey, rotateSecret } from '@kyc/contract/partners.ts'
import { describe, expect, test } from 'vitest'
import { partnerBody, partnerCalls, partnerLists } from '../../testing/app/partner-calls.ts'
import { createTestApp, type TestApp, useStage } from '../../testing/app/test-app.ts'
import { nextOf, refusalOf } from '../../testing/app/test-client.ts'
import type { CreatedPartner } from './create-partner.ts'

const { app, superadmin } = useStage({ superadmin: ['superadmin', '統括 一郎'] })

const { create, created, detailsOf } = partnerCalls(() => ({ app, superadmin }))

test('creating a partner returns its key and secret, which no other call returns (D33)', async () => {
  const reply = await create()
  expect(reply.status, JSON.stringify(reply.json)).toBe(201)
  const { partner, apiKey, signingSecret } = reply.json as CreatedPartner
  expect(reply.headers.get('location')).toBe(`/api/partners/${partner.id}`)
  expect(apiKey).toMatch(/^kyc_pk_[\w-]{43}$/)
  expect(signingSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(partner).toMatchObject({ ...partnerLists, disabled: false, callbackStop: null, version: 1 })
  expect(partner.keys).toMatchObject([{ hint: apiKey.slice(-4), expiresAt: null }])
  expect(partner.secrets).toMatchObject([{ hint: signingSecret.slice(-4), expiresAt: null }])
  const later = await superadmin.get(`/api/partners/${partner.id}`)
  expect(later.json).toEqual(partner)
  const listed = await superadmin.get('/api/partners')
  for (const { bytes } of [later, listed]) {
    expect(bytes.toString()).not.toContain(apiKey)
    expect(bytes.toString()).not.toContain(signingSecret)
  }
})

test('keys and secrets are unreadable in the database and the audit log', async () => {
  const { partner, apiKey, signingSecret } = await created()
  const params = { id: partner.id }
  const { apiKey: newKey } = await superadmin.send(rotateKey, { params })
  const { signingSecret: newSecret } = await superadmin.send(rotateSecret, { params })
  const canaries = [apiKey, newKey, signingSecret, newSecret].flatMap((value) => {
    const [, bare = value] = /^(?:kyc_pk_|whsec_)(.+)$/.exec(value) ?? []
    return [value, bare, Buffer.from(bare, 'base64').toString('hex'), Buffer.from(value).toString('hex')]
  })
  const tables = await app.sql<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
  )
  const dump = []
  for (const { name } of tables) dump.push(JSON.stringify(await app.sql(`SELECT t::text FROM "${name}" t`)))
  dump.push(JSON.stringify(await detailsOf(partner.id)))
  for (const canary of canaries) expect(dump.join('\n').includes(canary)).toBe(false)
})

test('concurrent calls create one partner per company id', async () => {
  const body = partnerBody()
  const replies = await Promise.all([1, 2, 3].map(() => superadmin.post('/api/partners', body)))
  const statuses = replies.map(({ status }) => status).sort()
  expect(statuses).toEqual([201, 409, 409])
  const refused = replies.find(({ status }) => status === 409)
  expect(refused?.json).toMatchObject({ code: 'COMPANY_ID_TAKEN', field: 'companyId' })
})

describe('rejected origins', () => {
  const callbacks = [
    'http://partner.example.com',
    'https://partner.example.com:8443',
    'https://localhost',
    'http://localhost:4700',
    'http://127.0.0.1:4700',
    'https://127.0.0.1',
    'https://10.0.0.1',
    'https://8.8.8.8',
    'https://[::1]',
    'https://[2001:db8::1]',
    'https://partner',
    'https://partner.local',
    'https://partner.internal',
    'https://metadata.google.internal',
    'https://partner.localhost',
    'https://printer.lan',
    'https://partner.home.arpa',
    'https://partner_x.example.com',
    'https://-partner.example.com',
    'https://partner.example.com.',
  ]
  test.each(callbacks)('%s for callbacks in every mode', async (origin) => {
    for (const mode of ['test', 'live']) {
      const reply = await create({ mode, callbackOrigins: ['https://partner.example.com', origin] })
      expect(reply.json).toMatchObject({ code: 'INVALID_INPUT', field: 'callbackOrigins' })
      const { errors } = reply.json as { errors: { message: string }[] }
      expect(errors[0]?.message).toContain(origin)
    }
  })

  test.each(callbacks.slice(1))('%s for redirects and referrers', async (origin) => {
    const reply = await create({ redirectOrigins: [origin], referrerOrigins: [origin] })
    const { errors } = reply.json as { errors: { field: string }[] }
    expect(errors.map(({ field }) => field)).toEqual(['redirectOrigins', 'referrerOrigins'])
  })

  test.each([
    'https://partner.example.com/',
    'https://partner.example.com/path',
    'https://user@partner.example.com',
    'HTTPS://partner.example.com',
    'https://partner.example.com:443',
    'ftp://partner.example.com',
    'partner.example.com',
    'null',
    '',
  ])('%j is not an origin', async (origin) => {
    expect(refusalOf(await create({ callbackOrigins: [origin] }))).toEqual([400, 'INVALID_INPUT'])
  })

  test('test partners may use local origins in demo mode and those that a test setting lists', async () => {
    const demo = await createTestApp({ env: { DEMO: 'on' } })
    const named = await createTestApp({ env: { CALLBACK_LOCAL_ADDRESSES: 'localhost:8443, 127.0.0.1:443' } })
    try {
      const allowed = async (at: TestApp, mode: string, origin: string) => {
        const by = await at.signedIn('superadmin')
        return (await by.post('/api/partners', partnerBody({ mode, callbackOrigins: [origin] }))).status
      }
      expect(await allowed(demo, 'test', 'http://localhost:4700')).toBe(201)
      expect(await allowed(demo, 'test', 'http://127.0.0.1:4700')).toBe(201)
      expect(await allowed(demo, 'test', 'https://localhost:4700')).toBe(400)
      expect(await allowed(demo, 'test', 'http://10.0.0.1:4700')).toBe(400)
      expect(await allowed(demo, 'live', 'http://localhost:4700')).toBe(400)
      expect(await allowed(named, 'test', 'https://localhost:8443')).toBe(201)
      expect(await allowed(named, 'test', 'https://127.0.0.1')).toBe(201)
      expect(await allowed(named, 'test', 'https://localhost:8444')).toBe(400)
      expect(await allowed(named, 'live', 'https://localhost:8443')).toBe(400)
    } finally {
      await demo.close()
      await named.close()
    }
  })
})

describe('editing a partner', () => {
  test('changes the fields in the body only, and its entry contains the old and new values', async () => {
    const { partner } = await created()
    const changes = { name: '新しい名前', redirectOrigins: [], version: 1 }
    const reply = await superadmin.patch(`/api/partners/${partner.id}`, changes)
    expect(reply.json).toMatchObject({ ...partnerLists, name: '新しい名前', redirectOrigins: [], version: 2 })
    const [, entry] = await detailsOf(partner.id)
    expect(entry).toEqual({
      before: { partnerName: '試験の提携先', redirectOrigins: partnerLists.redirectOrigins },
      after: { partnerName: '新しい名前', redirectOrigins: [] },
    })
  })

  test('an edit without changes creates no entry, and lists are deduplicated', async () => {
    const { partner } = await created()
    const twice = { callbackOrigins: [...partnerLists.callbackOrigins, ...partnerLists.callbackOrigins] }
    expect((await superadmin.patch(`/api/partners/${partner.id}`, twice)).json).toEqual(partner)
    expect(await detailsOf(partner.id)).toHaveLength(1)
  })

  test('of two edits of the same version one fails', async () => {
    const { partner } = await created()
    const edit = (name: string) => superadmin.patch(`/api/partners/${partner.id}`, { name, version: 1 })
    const replies = await Promise.all([edit('一'), edit('二')])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('a test partner with local addresses cannot become live', async () => {
    const demo = await createTestApp({ env: { DEMO: 'on' } })
    try {
      const by = await demo.signedIn('superadmin')
      const { partner } = await by.send(createPartner, {
        body: {
          ...partnerLists,
          companyId: 'local-partner',
          name: '試験の提携先',
          mode: 'test',
          callbackOrigins: ['http://localhost:4700'],
        },
      })
      const reply = await by.patch(`/api/partners/${partner.id}`, { mode: 'live' })
      expect(reply.json).toMatchObject({ code: 'INVALID_INPUT', field: 'callbackOrigins' })
      const both = { mode: 'live', callbackOrigins: ['https://partner.example.com'] }
      expect((await by.patch(`/api/partners/${partner.id}`, both)).json).toMatchObject({ mode: 'live' })
    } finally {
      await demo.close()
    }
  })

  test('disabling and enabling are idempotent and create one entry each', async () => {
    const { partner } = await created()
    for (const act of ['disable', 'disable', 'enable', 'enable']) {
      const reply = await superadmin.put(`/api/partners/${partner.id}/${act}`)
      expect(reply.json).toMatchObject({ disabled: act === 'disable' })
    }
    expect((await detailsOf(partner.id)).slice(1)).toEqual([
      { before: { disabled: false }, after: { disabled: true } },
      { before: { disabled: true }, after: { disabled: false } },
    ])
  })
})

test('partners are listed newest first, in pages, and only for superadmins', async () => {
  const admin = await app.signedIn('admin')
  expect(refusalOf(await admin.get('/api/partners'))).toEqual([403, 'FORBIDDEN'])
  const newest = [(await created()).partner.id, (await created()).partner.id].reverse()
  const first = await superadmin.get('/api/partners?limit=1')
  const [total] = await app.sql<{ n: string }>('SELECT count(*) AS n FROM partner')
  expect(first.headers.get('x-total-count')).toBe(String(total?.n))
  const second = await superadmin.get(nextOf(first) ?? '')
  const ids = [first, second].flatMap(({ json }) => (json as Partner[]).map(({ id }) => id))
  expect(ids).toEqual(newest)
})

test('the audit log names the partner', async () => {
  const { partner } = await created({ name: '名前のある提携先' })
  const { json } = await superadmin.get(`/api/audit-logs?resourceType=partner&resourceId=${partner.id}`)
  expect(json).toMatchObject([{ action: 'create', resourceName: '名前のある提携先' }])
})
