import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { silentLog } from '../../../platform/log.ts'
import { createOutbox } from '../../../platform/outbox/outbox.ts'
import { insertDelivery, registerPartner } from '../../../testing/app/partners.ts'
import type { TestApp } from '../../../testing/app/test-app.ts'
import { TestClock } from '../../../testing/app/test-clock.ts'
import { type CallbackStage, createCallbackStage } from '../../../testing/doubles/callback-stage.ts'
import { type PartnerDouble, startPartner } from '../../../testing/doubles/partner-double.ts'
import type { CreatedPartner } from '../create-partner.ts'
import type { PartnerServices } from '../partner-services.ts'
import { claimNow } from './claim-delivery.ts'
import { attemptNow } from './deliver.ts'
import { deliveryQueue } from './delivery-queue.ts'
import { startDeliveries } from './delivery-scheduler.ts'
import { wakeForgotten } from './wake-deliveries.ts'

let stage: CallbackStage
let app: TestApp
let double: PartnerDouble
let company: CreatedPartner
const clock = new TestClock()
const running: { stop(): Promise<unknown> }[] = []

beforeAll(async () => {
  stage = await createCallbackStage(clock)
  ;({ app, double } = stage)
})
beforeEach(async () => {
  double.startAnew()
  company = await registerPartner(app.services, double.origin)
})
afterEach(async () => {
  for (const each of running.splice(0)) await each.stop()
  await app.sql('DELETE FROM pgboss.job')
  await app.sql('DELETE FROM delivery')
})
afterAll(() => stage.close())

/** Another server on the same database, with workers of its own. */
async function startProcess(changes: Partial<PartnerServices> = {}): Promise<() => Promise<void>> {
  const outbox = createOutbox({ db: app.services.db, log: silentLog(), pollEvery: 0.5, superviseEvery: 200 })
  const deliveries = await startDeliveries({ ...app.services, ...changes, outbox })
  const stop = async () => {
    await deliveries.stop(outbox.stop())
  }
  running.push({ stop })
  return stop
}

/** Lets the time come that jobs wait for. */
async function passTime(): Promise<void> {
  await app.sql("UPDATE pgboss.job SET start_after = now() WHERE name = 'delivery'")
}

function until(probe: () => boolean | Promise<boolean>): Promise<boolean> {
  return vi.waitUntil(probe, { timeout: 20_000, interval: 20 })
}

async function stateOf(id: string): Promise<string> {
  const [row] = await app.sql<{ state: string }>('SELECT state FROM delivery WHERE id = $1', [id])
  return row?.state ?? ''
}

async function untilDelivered(...ids: readonly string[]): Promise<void> {
  for (const id of ids) await until(async () => (await stateOf(id)) === 'delivered')
}

async function attemptsOf(id: string): Promise<number> {
  const [row] = await app.sql<{ attempts: number }>('SELECT attempts FROM delivery WHERE id = $1', [id])
  return row?.attempts ?? 0
}

function idsReceived(): string[] {
  return double.received.map(({ headers }) => String(headers['webhook-id']))
}

async function waitingJobs(): Promise<number> {
  const [row] = await app.sql<{ n: string }>(
    "SELECT count(*) AS n FROM pgboss.job WHERE name = $1 AND state < 'completed'",
    [deliveryQueue.name],
  )
  return Number(row?.n)
}

async function activeJobs(): Promise<number> {
  const jobs = await app.sql("SELECT FROM pgboss.job WHERE name = $1 AND state = 'active'", [
    deliveryQueue.name,
  ])
  return jobs.length
}

/** Jobs of times that hold no longer end without a trace. */
async function untilNothingWaits(): Promise<void> {
  await until(async () => {
    await passTime()
    return (await waitingJobs()) === 0
  })
}

test('a delivery that nobody attempted after its commit, because the process died, goes out all the same', async () => {
  const id = await insertDelivery(app.services, company)
  await passTime()
  await startProcess()
  await untilDelivered(id)
  expect(idsReceived()).toEqual([id])
})

test('a delivery whose attempt was cut off is sent again under the same id', async () => {
  const id = await insertDelivery(app.services, company)
  await inTransaction(app.services.db, (tx) => claimNow(app.services, tx, id, { manual: false }))
  expect(await attemptNow(app.services, id)).toBe(false)
  await app.sql("UPDATE delivery SET claimed_until = now() - interval '1 second' WHERE id = $1", [id])
  await passTime()
  await startProcess()
  await untilDelivered(id)
  expect(idsReceived()).toEqual([id])
})

test('after restarts between its attempts a delivery arrives exactly once, counted by its id', async () => {
  const arrived: string[] = []
  double.behave((response, { headers }) => {
    const ready = double.received.length > 4
    if (ready) arrived.push(String(headers['webhook-id']))
    response.writeHead(ready ? 200 : 503).end()
  })
  const id = await insertDelivery(app.services, company)
  await attemptNow(app.services, id)
  for (let process = 1; process <= 3; process++) {
    await passTime()
    const stop = await startProcess()
    await until(() => double.received.length > process)
    await stop()
  }
  await passTime()
  await startProcess()
  await untilDelivered(id)
  await untilNothingWaits()
  expect(arrived).toEqual([id])
  expect(new Set(idsReceived())).toEqual(new Set([id]))
})

test('two processes and the request that wrote them send each of many deliveries once', async () => {
  const ids: string[] = []
  // One by one: so many at once could wait longer for a connection than a busy machine allows.
  while (ids.length < 30) ids.push(await insertDelivery(app.services, company))
  await passTime()
  await startProcess()
  await startProcess()
  await Promise.all(ids.map((id) => attemptNow(app.services, id)))
  await untilDelivered(...ids)
  await untilNothingWaits()
  expect(idsReceived().sort()).toEqual([...ids].sort())
})

test('of many that want to make the same attempt at the same moment one does', async () => {
  const id = await insertDelivery(app.services, company)
  const go = Promise.withResolvers<void>()
  double.behave(async (response) => {
    await go.promise
    response.writeHead(500).end()
  })
  await passTime()
  await startProcess()
  let over = 0
  const attempts = Array.from({ length: 8 }, () => attemptNow(app.services, id).finally(() => over++))
  // The others have found it claimed while this one is under way.
  await until(() => over >= 7)
  go.resolve()
  await Promise.all(attempts)
  await until(async () => (await attemptsOf(id)) === 1)
  expect(idsReceived()).toEqual([id])
})

test('a partner that hangs keeps deliveries to others not waiting', async () => {
  const other = await startPartner()
  try {
    double.behave(() => undefined)
    const services = {
      ...app.services,
      config: {
        ...app.services.config,
        callbacks: { localAddresses: [double.address, other.address], ca: `${double.ca}\n${other.ca}` },
      },
    }
    const elsewhere = await registerPartner(services, other.origin)
    // More than a process attempts at a time.
    for (let n = 0; n < 12; n++) await insertDelivery(services, company)
    const id = await insertDelivery(services, elsewhere)
    await passTime()
    await startProcess({ config: services.config })
    await untilDelivered(id)
    expect(double.received.length).toBe(2)
  } finally {
    double.behave((response) => response.end())
    await other.close()
  }
})

test('no partner gets more than two attempts at a time, from all processes and requests together', async () => {
  let [open, most] = [0, 0]
  double.behave(async (response) => {
    most = Math.max(most, ++open)
    await new Promise((resolve) => setTimeout(resolve, 100))
    open--
    response.end()
  })
  const ids: string[] = []
  while (ids.length < 12) ids.push(await insertDelivery(app.services, company))
  await passTime()
  await startProcess()
  await startProcess()
  await Promise.all(ids.map((id) => attemptNow(app.services, id)))
  await untilNothingWaits()
  await untilDelivered(...ids)
  expect(most).toBe(2)
  expect(idsReceived()).toHaveLength(12)
})

test('a process that stops waits for an attempt that began meanwhile as well', async () => {
  const others = Promise.withResolvers<void>()
  const last = Promise.withResolvers<void>()
  double.behave(async (response) => {
    await (double.received.length > 8 ? last : others).promise
    response.end()
  })
  const ids: string[] = []
  while (ids.length < 9) {
    ids.push(await insertDelivery(app.services, await registerPartner(app.services, double.origin)))
  }
  await passTime()
  const stop = await startProcess()
  // Eight are under way, and the ninth waits for one of them to end.
  await until(() => double.received.length === 8)
  await until(async () => (await activeJobs()) === 1)
  let stopped = false
  const stopping = stop().finally(() => {
    stopped = true
  })
  others.resolve()
  await until(() => double.received.length === 9)
  await untilDelivered(...idsReceived().slice(0, 8))
  expect(stopped).toBe(false)
  last.resolve()
  await stopping
  const claimed = await app.sql('SELECT FROM delivery WHERE claimed_until IS NOT NULL')
  expect(claimed).toEqual([])
})

test('a delivery whose stored result is damaged uses up its attempts, holds up no other and is kept', async () => {
  const broken = await insertDelivery(app.services, company)
  await app.sql('UPDATE delivery SET payload_enc = $1 WHERE id = $2', [Buffer.alloc(40), broken])
  const fine = await insertDelivery(app.services, company)
  await passTime()
  const stop = await startProcess()
  await untilDelivered(fine)
  const attempts = () => app.sql('SELECT failure FROM delivery_attempt WHERE delivery_id = $1', [broken])
  await until(async () => (await attempts()).length > 0)
  await stop()
  expect(await attempts()).toEqual([{ failure: 'unreadable' }])
  expect(await stateOf(broken)).toBe('pending')
})

test('what lost its job, as after a long outage, is found again', async () => {
  const id = await insertDelivery(app.services, company)
  await app.sql('DELETE FROM pgboss.job')
  await wakeForgotten(app.services)
  expect(await waitingJobs()).toBe(0)
  clock.moveTo(new Date(clock.now().getTime() + 3 * 60 * 60 * 1000))
  await wakeForgotten(app.services)
  expect(await waitingJobs()).toBe(1)
  await passTime()
  await startProcess()
  await untilDelivered(id)
})
