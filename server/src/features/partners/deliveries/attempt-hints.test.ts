import { listAuditLogs } from '@kyc/contract/audit.ts'
import { expect, test } from 'vitest'
import { changesIn, listen } from '../../../testing/app/live-socket.ts'
import { attemptNow, attemptWhenDue, insertDelivery } from '../../../testing/app/partners.ts'
import { TestClock } from '../../../testing/app/test-clock.ts'
import { useCallbackStage } from '../../../testing/doubles/callback-stage.ts'

const clock = new TestClock()
const { app, double, company, superadmin } = useCallbackStage(clock, { superadmin: 'superadmin' })

test('superadmins receive a live update about the outcome of each attempt (D42)', async () => {
  const page = await listen(superadmin)
  double.behave((response) => response.writeHead(500).end('no'))
  const id = await insertDelivery(app.services, company)
  const received = () => changesIn(page.heard).filter((hint) => hint === `delivery ${id}`)
  for (const attempt of [1, 2, 3]) {
    if (attempt === 3) double.behave((response) => response.writeHead(200).end('ok'))
    await (attempt === 1 ? attemptNow(app.services, id) : attemptWhenDue(app.services, clock, id))
    await expect.poll(() => received().length).toBe(attempt)
  }
  const entries = await superadmin.send(listAuditLogs, {
    query: { resourceId: `${company.partner.id}/${id}` },
  })
  expect(entries.map(({ details }) => details)).toEqual([
    { before: { delivery: 'pending' }, after: { delivery: 'delivered' }, attempt: 3 },
    { attempt: 2, failure: 'status' },
    { attempt: 1, failure: 'status' },
  ])
  page.socket.terminate()
})
