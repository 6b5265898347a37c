/** @module-tag long */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OnPage, signingStage } from '../../../testing/app/signing-stage.ts'
import type { TestReply } from '../../../testing/app/test-client.ts'
import { FaultPlan } from '../../../testing/faults/fault-plan.ts'
import { breakConnections } from '../../../testing/faults/faulty-connections.ts'
import { breakPorts } from '../../../testing/faults/faulty-ports.ts'

const plan = new FaultPlan()
const stage = signingStage({ wrap: breakPorts(plan) })
const { app, made } = stage
let connections: Disposable

beforeAll(() => {
  connections = breakConnections(plan, new URL(app.services.databaseUrl).username)
})
afterAll(() => connections[Symbol.dispose]())

/** How a signing comes to each step of the performer, and the call. */
const comesTo = {
  async sheet(): Promise<[OnPage, object]> {
    const on = await stage.open()
    await stage.fetchPaper(on, 'explanationSheet')
    return [on, {}]
  },
  async reading(): Promise<[OnPage, object]> {
    const on = await stage.open()
    await stage.receiveSheet(on)
    await stage.fetchPaper(on, 'contract')
    const [signing] = (await stage.session(on)).signings
    return [on, { pages: Array.from({ length: signing?.contractPages ?? 0 }, (_, index) => index + 1) }]
  },
  async signature(): Promise<[OnPage, object]> {
    const on = await stage.ready()
    return [on, { code: await stage.codeOf(on), contractSha256: await stage.shaOf(on) }]
  },
  async receipt(): Promise<[OnPage, object]> {
    const on = await stage.signed()
    await stage.copy(on)
    await on.client.get(`/api/performer-page/${on.id}/signings/${on.signing}/copy`)
    return [on, {}]
  },
} as const

/** How many of the points of a step are broken, evenly spread. */
const broken = process.env.KYC_FULL_TESTS ? Number.POSITIVE_INFINITY : 2

/** The times and papers of the signing: what a step changes besides its entry. */
async function storedOf({ signing }: OnPage): Promise<unknown> {
  return app.sql(
    `SELECT sheet_received_at, read_at, signed_at, copy_received_at,
      (SELECT count(*) FROM paper a WHERE a.performer_id = s.performer_id AND a.is_current) AS papers,
      (SELECT count(*) FROM outbox j WHERE j.queue = 'signed-copy' AND j.data->>'signingId' = s.id::text) AS jobs
    FROM signing s WHERE id = $1`,
    [signing],
  )
}

/** All entries of the log. */
const entries = async () =>
  (await app.sql<{ count: number }>('SELECT count(*)::int AS count FROM audit_event'))[0]?.count ?? 0

test.each(Object.keys(comesTo) as (keyof typeof comesTo)[])(
  'a fault at any point of the step %s leaves all of it or nothing, and a repeated call does it once',
  async (name) => {
    const before = comesTo[name]
    const run = ([on, body]: [OnPage, object]): Promise<TestReply> => stage.step(on, name, body)
    const first = await before()
    const start = await entries()
    plan.start(null)
    expect((await run(first)).status).toBe(200)
    plan.stop()
    const whole = (await entries()) - start
    const points = [...plan.points.keys()]
    const every = Math.max(1, Math.ceil(points.length / broken))
    for (const point of points.filter((_, index) => index % every === 0)) {
      await app.sql('UPDATE signing SET ended_at = coalesce(ended_at, now()) WHERE performer_id = $1', [
        made.performer,
      ])
      const call = await before()
      const [count, stored] = [await entries(), await storedOf(call[0])]
      plan.start(null, [point])
      await run(call).catch(() => undefined)
      plan.stop()
      const written = (await entries()) - count
      expect([0, whole], point).toContain(written)
      if (written === 0) expect(await storedOf(call[0]), point).toEqual(stored)
      else expect(await storedOf(call[0]), point).not.toEqual(stored)
      // A signature that was made is not made again.
      const again = name === 'signature' && written > 0 ? 409 : 200
      expect([point, (await run(call)).status]).toEqual([point, again])
      expect([point, (await entries()) - count]).toEqual([point, whole])
    }
  },
  120_000,
)
