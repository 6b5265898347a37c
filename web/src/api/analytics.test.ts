import { recordAnalyticsEvents } from '@kyc/contract/analytics.ts'
import { beforeEach, expect, test } from 'vitest'
import { Analytics, pagePattern } from './analytics.ts'

let sent: { url: string; data: Blob }[]
let analytics: Analytics
const view = { name: 'page_view', page: '/dashboard' } as const

beforeEach(() => {
  sent = []
  analytics = new Analytics((url, data) => sent.push({ url, data }) > 0)
})

test('events are sent as JSON that the contract accepts', async () => {
  analytics.enable(true)
  analytics.track({ name: 'form_complete', page: '/performers/add', form: 'performer-registration' })
  expect(sent[0]).toMatchObject({ url: '/api/analytics/events' })
  expect(sent[0]?.data.type).toBe('application/json')
  const body = JSON.parse((await sent[0]?.data.text()) ?? '')
  expect(recordAnalyticsEvents.body.safeParse(body).success).toBe(true)
})

test('events from before the flag has loaded are sent together once it is on', async () => {
  analytics.track(view)
  analytics.track(view)
  expect(sent).toHaveLength(0)
  analytics.enable(true)
  expect(JSON.parse((await sent[0]?.data.text()) ?? '').events).toHaveLength(2)
})

test('nothing is sent while the flag is off', () => {
  analytics.track(view)
  analytics.enable(false)
  analytics.track(view)
  expect(sent).toHaveLength(0)
})

test('pages are named by path pattern, without ids', () => {
  expect(pagePattern('/performers/$id')).toBe('/performers/{id}')
  expect(pagePattern('/performers/')).toBe('/performers')
  expect(pagePattern('/')).toBe('/')
})
