import { hour } from '@kyc/contract/durations.ts'
import * as api from '@kyc/contract/partner-api.ts'
import * as contract from '@kyc/contract/partner-webhooks.ts'
import { describe, expect, test, vi } from 'vitest'
import { TestClock } from '../../../testing/app/test-clock.ts'
import { useWebhook } from '../../../testing/app/webhook-stage.ts'
import { useCallbackStage } from '../../../testing/doubles/callback-stage.ts'
import { deleteOldAddresses } from './delete-old-addresses.ts'

const clock = new TestClock()
const { app, double, company, superadmin } = useCallbackStage(clock, { superadmin: 'superadmin' })
const { own, force, passUntil } = useWebhook(() => ({ app, superadmin, company, double, clock }))
const soon = (milliseconds = hour) => passUntil(new Date(clock.now().getTime() + milliseconds))
const params = () => ({ id: company.partner.id })
const unknownId = '01900000-0000-7000-8000-000000000000'

describe('the log of calls', () => {
  const calls = async (search = '') =>
    (await superadmin.get(`/api/partners/${params().id}/calls${search}`)).json as contract.PartnerCallEntry[] // parsed by the schema of the call
  const logged = (count: number) =>
    vi.waitFor(async () => {
      const all = await calls()
      expect(all).toHaveLength(count)
      return all
    }, 5000)

  test('has each call of a known key with its request id, and neither ids of records nor contents', async () => {
    const missing = await own.server.call(api.getSession, { id: unknownId, search: '?user_id=member-1' })
    await app.anonymous().get('/api/partner/v1/events')
    const [entry] = await logged(2)
    expect(entry).toMatchObject({
      ...{ mode: 'test', method: 'GET', path: '/api/partner/v1/sessions/{id}', status: 404 },
      keyHint: own.server.secret.slice(-4),
      requestId: missing.headers.get('x-request-id'),
    })
    expect((await calls('?outcome=ok')).map(({ path }) => path)).toEqual(['/api/partner/v1/webhook'])
    expect((await calls('?outcome=failed')).map(({ status }) => status)).toEqual([404])
    const stored = await app.sql('SELECT * FROM partner_call')
    expect(JSON.stringify(stored)).not.toMatch(/member-1|0190000/)
  })

  test('has calls that are refused, and keeps each call for 30 days', async () => {
    await own.server.call(api.listEvents, { headers: { 'kyc-version': '2020-01-01' } })
    const [refused] = await logged(2)
    expect(refused).toMatchObject({ status: 400, path: '/api/partner/v1/events' })
    const age = (days: number) =>
      app.sql(`UPDATE partner_call SET created_at = now() - interval '${days} days' + interval '1 minute'`)
    await age(30)
    await deleteOldAddresses(app.services.db)
    expect(await calls()).toHaveLength(2)
    await age(31)
    await deleteOldAddresses(app.services.db)
    expect(await calls()).toEqual([])
  })
})

test('superadmins see the health of deliveries and calls', async () => {
  double.behave((response) => response.writeHead(500).end())
  await force('test_opened')
  await soon(2 * 60_000)
  const health = await superadmin.send(contract.partnerHealth, { params: params() })
  expect(health).toMatchObject({ lastSuccessAt: null, oldestWaitingAt: expect.any(String) })
  expect(health.failures).toBeGreaterThan(0)
  double.reset()
  await soon()
  expect(await superadmin.send(contract.partnerHealth, { params: params() })).toMatchObject({
    lastSuccessAt: expect.any(String),
    oldestWaitingAt: null,
  })
})
