/** @module-tag long */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealLog } from '../../../testing/app/seal-log.ts'
import { type OnPage, signingStage } from '../../../testing/app/signing-stage.ts'
import { storedFaults } from '../../../testing/app/stored-faults.ts'
import { FaultPlan } from '../../../testing/faults/fault-plan.ts'
import { breakConnections } from '../../../testing/faults/faulty-connections.ts'
import { breakPorts } from '../../../testing/faults/faulty-ports.ts'
import { makeCopy } from './make-copy.ts'

const plan = new FaultPlan()
const stage = signingStage({ wrap: breakPorts(plan) })
const { app } = stage
let connections: Disposable

beforeAll(() => {
  connections = breakConnections(plan, new URL(app.services.databaseUrl).username)
})
afterAll(() => connections[Symbol.dispose]())

const run = (on: OnPage) => makeCopy(app.services, on.signing)

/** Takes the copy away, as if the job had not run. */
async function forget({ signing }: OnPage): Promise<void> {
  await app.sql('UPDATE signing SET copy_paper_id = NULL WHERE id = $1', [signing])
  const papers = "DELETE FROM paper WHERE type = 'contract' RETURNING object_key"
  for (const { object_key } of await app.sql<{ object_key: string }>(papers))
    await app.services.store.delete(object_key)
}

async function copiesOf({ signing }: OnPage): Promise<number | undefined> {
  const [row] = await app.sql<{ copies: number }>(
    `SELECT count(*)::int AS copies FROM signing s JOIN paper a ON a.id = s.copy_paper_id
    WHERE s.id = $1 AND a.is_current AND a.version = 1`,
    [signing],
  )
  return row?.copies
}

test('a fault at any step of the job leaves all of the copy or nothing, and the next run makes it once', async () => {
  const on = await stage.signed()
  await sealLog(app)
  plan.start(null)
  await run(on)
  plan.stop()
  const points = [...plan.points.keys()]
  expect(points.some((point) => point.startsWith('store'))).toBe(true)
  expect(points.length).toBeGreaterThan(15)
  for (const point of points) {
    await forget(on)
    plan.start(null, [point])
    const outcome = await run(on).then(
      () => 1,
      () => undefined,
    )
    plan.stop()
    const made = await copiesOf(on)
    if (outcome !== undefined) expect([point, made]).toEqual([point, outcome])
    await run(on)
    expect([point, await copiesOf(on)]).toEqual([point, 1])
  }
  await sealLog(app)
  expect(await storedFaults(app.services)).toEqual([])
}, 120_000)
