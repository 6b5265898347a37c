import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { attemptNow, insertDelivery, registerPartner } from '../../../testing/app/partners.ts'
import { TestClock } from '../../../testing/app/test-clock.ts'
import { useCallbackStage } from '../../../testing/doubles/callback-stage.ts'
import { startPartner } from '../../../testing/doubles/partner-double.ts'
import type { PartnerServices } from '../partner-services.ts'
import { claimDelivery } from './claim-delivery.ts'
import { deliverNow } from './deliver.ts'
import { startDeliveries } from './delivery-scheduler.ts'

const clock = new TestClock()
const { app, double, company } = useCallbackStage(clock)
const running: { stop(): Promise<unknown> }[] = []

afterEach(async () => {
  for (const each of running.splice(0)) await each.stop()
  await app.sql('DELETE FROM delivery')
})

/** Another server on the same database. */
function startProcess(changes: Partial<PartnerServices> = {}): () => Promise<void> {
  const scheduler = startDeliveries({ ...app.services, ...changes })
  running.push(scheduler)
  return scheduler.stop
}

/** Makes every attempt due. */
async function passTime(): Promise<void> {
  await app.sql('UPDATE delivery SET next_attempt_at = $1 WHERE next_attempt_at IS NOT NULL', [clock.now()])
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

test('makes the first attempt of a delivery whose process died after the commit', async () => {
  const id = await insertDelivery(app.services, company)
  await passTime()
  startProcess()
  await untilDelivered(id)
  expect(idsReceived()).toEqual([id])
})

test('repeats an attempt whose process died, under the same id, after its lease has expired', async () => {
  const id = await insertDelivery(app.services, company)
  await inTransaction(app.services.db, (tx) => claimDelivery(app.services, tx, id, 'request'))
  expect(await attemptNow(app.services, id)).toBe(false)
  await app.sql("UPDATE delivery SET claimed_until = now() - interval '1 second' WHERE id = $1", [id])
  await passTime()
  startProcess()
  await untilDelivered(id)
  expect(idsReceived()).toEqual([id])
})

test('a delivery arrives exactly once despite restarts between its attempts', async () => {
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
    const stop = startProcess()
    await until(() => double.received.length > process)
    await stop()
  }
  await passTime()
  startProcess()
  await untilDelivered(id)
  expect(arrived).toEqual([id])
  expect(new Set(idsReceived())).toEqual(new Set([id]))
})

test('two processes and the request that wrote them send each of many deliveries once', {
  tags: 'long',
}, async () => {
  const ids: string[] = []
  // In sequence: concurrent inserts could exceed the connection timeout on a busy machine.
  while (ids.length < 30) ids.push(await insertDelivery(app.services, company))
  await passTime()
  startProcess()
  startProcess()
  await Promise.all(ids.map((id) => deliverNow(app.services, id)))
  await untilDelivered(...ids)
  expect(idsReceived().sort()).toEqual([...ids].sort())
})

test('of many concurrent claims of one attempt one succeeds', async () => {
  const id = await insertDelivery(app.services, company)
  const go = Promise.withResolvers<void>()
  double.behave(async (response) => {
    await go.promise
    response.writeHead(500).end()
  })
  await passTime()
  startProcess()
  let ended = 0
  const attempts = Array.from({ length: 8 }, () => attemptNow(app.services, id).finally(() => ended++))
  // The others have failed to claim it while this attempt is running.
  await until(() => ended >= 7)
  go.resolve()
  await Promise.all(attempts)
  await until(async () => (await attemptsOf(id)) === 1)
  expect(idsReceived()).toEqual([id])
})

test('a partner that hangs does not delay deliveries to others', { tags: 'long' }, async () => {
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
    startProcess({ config: services.config })
    await untilDelivered(id)
    expect(double.received.length).toBe(2)
  } finally {
    double.behave((response) => response.end())
    await other.close()
  }
})

test('makes at most two concurrent attempts per partner across processes and requests', async () => {
  let [open, most] = [0, 0]
  double.behave(async (response) => {
    most = Math.max(most, ++open)
    // No attempt ends before two have run concurrently.
    await until(() => most >= 2)
    await new Promise((resolve) => setTimeout(resolve, 100))
    open--
    response.end()
  })
  const ids: string[] = []
  while (ids.length < 12) ids.push(await insertDelivery(app.services, company))
  await passTime()
  startProcess()
  startProcess()
  await Promise.all(ids.map((id) => deliverNow(app.services, id)))
  await untilDelivered(...ids)
  expect(most).toBe(2)
  expect(idsReceived()).toHaveLength(12)
})

test('a stop waits for running attempts and starts no others', async () => {
  const release = Promise.withResolvers<void>()
  double.behave(async (response) => {
    await release.promise
    response.end()
  })
  for (let n = 0; n < 9; n++) {
    await insertDelivery(app.services, await registerPartner(app.services, double.origin))
  }
  await passTime()
  const stop = startProcess()
  // Eight are running, and the ninth waits until one of them ends.
  await until(() => double.received.length === 8)
  let stopped = false
  const stopping = stop().finally(() => {
    stopped = true
  })
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(stopped).toBe(false)
  release.resolve()
  await stopping
  expect(double.received).toHaveLength(8)
  const rows = await app.sql<{ state: string; claimed_until: Date | null }>(
    'SELECT state, claimed_until FROM delivery ORDER BY state',
  )
  const delivered = Array(8).fill({ state: 'delivered', claimed_until: null })
  expect(rows).toEqual([...delivered, { state: 'pending', claimed_until: null }])
})

test('a stop during a claim makes the claimed attempt and waits for it', async () => {
  const id = await insertDelivery(app.services, company)
  await passTime()
  let stopping: Promise<void> | undefined
  await inTransaction(app.services.db, async (tx) => {
    await sql`LOCK TABLE delivery IN EXCLUSIVE MODE`.execute(tx)
    const stop = startProcess()
    const waiting = "SELECT FROM pg_locks WHERE NOT granted AND relation = 'delivery'::regclass"
    await until(async () => (await app.sql(waiting)).length > 0)
    stopping = stop()
  })
  await stopping
  expect(await stateOf(id)).toBe('delivered')
  expect(idsReceived()).toEqual([id])
})

test('runs at the time of the next attempt without a signal', async () => {
  const id = await insertDelivery(app.services, company)
  const due = new Date(Date.now() + 1500)
  await app.sql('UPDATE delivery SET next_attempt_at = $1 WHERE id = $2', [due, id])
  startProcess({ clock: systemClock })
  await untilDelivered(id)
  const [attempt] = await app.sql<{ at: Date }>('SELECT at FROM delivery_attempt WHERE delivery_id = $1', [
    id,
  ])
  const late = Number(attempt?.at) - due.getTime()
  expect(late).toBeGreaterThanOrEqual(0)
})

test('runs when a signal reports a change of another process', async () => {
  const first = await insertDelivery(app.services, company)
  await passTime()
  startProcess()
  await untilDelivered(first)
  const second = await insertDelivery(app.services, company)
  await passTime()
  app.services.changed.send()
  await untilDelivered(second)
  expect(idsReceived()).toEqual([first, second])
})

test('a damaged result uses up its attempts, delays no other delivery and remains stored', async () => {
  const broken = await insertDelivery(app.services, company)
  await app.sql('UPDATE delivery SET payload_enc = $1 WHERE id = $2', [Buffer.alloc(40), broken])
  const fine = await insertDelivery(app.services, company)
  await passTime()
  const stop = startProcess()
  await untilDelivered(fine)
  const attempts = () => app.sql('SELECT failure FROM delivery_attempt WHERE delivery_id = $1', [broken])
  await until(async () => (await attempts()).length > 0)
  await stop()
  expect(await attempts()).toEqual([{ failure: 'unreadable' }])
  expect(await stateOf(broken)).toBe('pending')
})
