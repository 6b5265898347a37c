import { analyticsFunnel, registrationForm } from '@kyc/contract/analytics.ts'
import { limits } from '@kyc/contract/limits.ts'
import { expect, test } from 'vitest'
import { useStage } from '../../testing/app/test-app.ts'
import { TestClock } from '../../testing/app/test-clock.ts'
import { deleteOldEvents } from './delete-old-events.ts'
import { recordEvents } from './record-events.ts'

const clock = new TestClock('2026-05-20T15:30:00Z') // the 21st in Japan
const { app } = useStage({}, { overrides: { clock } })

const daily = () =>
  app.sql('SELECT day::text, name, page, form, depth, n::int FROM analytics_daily ORDER BY name, depth')
const raw = () => app.sql('SELECT at, name, page, form, depth FROM analytics_event ORDER BY id')

/** Sends events like a beacon, without session and CSRF token. */
function send(body: unknown, origin = app.services.config.publicUrl.origin) {
  return app.anonymous().call('POST', '/api/analytics/events', { json: body, headers: { origin } })
}

test('stores events and counts them by day in Japan, without a session', async () => {
  const view = { name: 'page_view', page: '/performers/{id}' }
  const events = [view, view, { name: 'scroll_depth', page: '/terms', depth: 50 }]
  expect((await send({ events })).status).toBe(204)
  expect(
    (
      await send({
        events: [view, { name: 'form_start', page: '/performers/add', form: 'performer-registration' }],
      })
    ).status,
  ).toBe(204)
  expect(await raw()).toHaveLength(5)
  expect(await daily()).toEqual([
    {
      day: '2026-05-21',
      name: 'form_start',
      page: '/performers/add',
      form: 'performer-registration',
      depth: 0,
      n: 1,
    },
    { day: '2026-05-21', ...view, form: '', depth: 0, n: 3 },
    { day: '2026-05-21', name: 'scroll_depth', page: '/terms', form: '', depth: 50, n: 1 },
  ])
})

test.each([
  { events: [] },
  { events: [{ name: 'page_view', page: '/performers/0190a' }] },
  { events: [{ name: 'page_view', page: '/no-page-of-ours' }] },
  { events: [{ name: 'form_start', page: '/performers/add', form: 'another-form' }] },
  { events: [{ name: 'page_view', page: '/', userId: 'x' }] },
  { events: [{ name: 'scroll_depth', page: '/', depth: 51 }] },
  { events: Array.from({ length: 51 }, () => ({ name: 'page_view', page: '/' })) },
])('rejects events that could identify a person or flood the table: %o', async (body) => {
  const before = await raw()
  expect((await send(body)).status).toBe(400)
  expect(await raw()).toEqual(before)
})

test('rejects events from another site', async () => {
  expect((await send({ events: [{ name: 'page_view', page: '/' }] }, 'https://evil.example')).status).toBe(
    403,
  )
})

test('stores nothing while analytics is off', async () => {
  const before = await daily()
  const off = { ...app.services, config: { ...app.services.config, analytics: false } }
  await recordEvents(off, [{ name: 'page_view', page: '/' }])
  expect(await daily()).toEqual(before)
})

test('concurrent calls neither deadlock nor lose counts', async () => {
  const pages = ['/', '/faqs', '/terms', '/users'] as const
  const lists = Array.from({ length: 40 }, (_, n) => pages.map((_, at) => pages[(at + n) % 4] ?? '/'))
  await Promise.all(
    lists.map((list) =>
      recordEvents(
        app.services,
        list.map((page) => ({ name: 'form_abandon', page })),
      ),
    ),
  )
  const rows = await app.sql<{ n: number }>(`SELECT n::int FROM analytics_daily WHERE name = 'form_abandon'`)
  expect(rows.map((row) => row.n)).toEqual([40, 40, 40, 40])
})

test('does not store an event that can’t be counted', async () => {
  const before = await raw()
  await app.sql('REVOKE INSERT ON analytics_daily FROM kyc_app')
  try {
    expect((await send({ events: [{ name: 'page_view', page: '/faqs' }] })).status).toBe(500)
  } finally {
    await app.sql('GRANT INSERT ON analytics_daily TO kyc_app')
  }
  expect(await raw()).toEqual(before)
})

test('above the daily limit, events are counted but not stored', async () => {
  clock.moveTo('2026-05-25T00:00:00Z')
  await app.sql(
    `INSERT INTO analytics_daily (day, name, page, n) VALUES ('2026-05-25', 'page_view', '/terms', $1)`,
    [limits.analyticsKeptPerDay],
  )
  const before = await raw()
  await recordEvents(app.services, [{ name: 'page_view', page: '/terms' }])
  expect(await raw()).toEqual(before)
  const [row] = await app.sql(`SELECT n::int FROM analytics_daily WHERE day = '2026-05-25'`)
  expect(row).toEqual({ n: limits.analyticsKeptPerDay + 1 })
  clock.moveTo('2026-05-20T15:30:00Z')
})

test('deletes raw events older than 30 days and keeps the counts', async () => {
  const before = await daily()
  await app.sql(`INSERT INTO analytics_event (at, name, page)
    SELECT '2026-04-20T15:29:59Z', 'page_view', '/' FROM generate_series(1, 6000)`)
  const young = await app.sql(`SELECT FROM analytics_event WHERE at > '2026-04-20T15:29:59Z'`)
  expect(await deleteOldEvents(app.services)).toBe(6000)
  expect(await raw()).toHaveLength(young.length)
  expect(await daily()).toEqual(before)
})

test('the funnel shows admins the steps of the registration form in the last 30 days', async () => {
  const [admin, user] = await Promise.all([app.signedIn('admin'), app.signedIn('user')])
  const { form, page } = registrationForm
  const at = async (
    instant: string,
    names: readonly ('page_view' | 'form_start' | 'form_complete' | 'form_abandon')[],
  ) => {
    clock.moveTo(instant)
    const events = names.map((name) => ({ name, page, ...(name === 'page_view' ? {} : { form }) }) as const)
    await recordEvents(app.services, events)
  }
  await at('2026-07-01T00:00:00Z', ['page_view', 'form_start'])
  await at('2026-07-02T00:00:00Z', ['page_view', 'page_view', 'form_start', 'form_abandon'])
  await at('2026-07-31T00:00:00Z', ['page_view', 'form_start', 'form_complete'])
  await recordEvents(app.services, [{ name: 'page_view', page: '/add-performer' }])
  expect(await admin.send(analyticsFunnel)).toEqual({
    days: 30,
    counting: true,
    opened: 4,
    started: 2,
    completed: 1,
    abandoned: 1,
  })
  expect((await user.get('/api/analytics/funnel')).status).toBe(403)
})
