import {
  takedownKindIds,
  takedownKinds,
  takedownStateLabels,
  takedownStates,
} from '@kyc/contract/takedown-vocabulary.ts'
import fc from 'fast-check'
import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { insertTakedown } from '../../testing/app/factories.ts'
import { useStage } from '../../testing/app/test-app.ts'
import { refusalOf } from '../../testing/app/test-client.ts'

const { app } = useStage()

const states = fc.constantFrom(...takedownStates)
const received = fc.integer({
  min: Date.parse('2026-10-30T00:00:00Z'),
  max: Date.parse('2026-12-02T00:00:00Z'),
})
const samples = fc.sample(fc.record({ kind: fc.constantFrom(...takedownKindIds), state: states, received }), {
  numRuns: 60,
  seed: 11,
})

test('the report of a month equals a count made by hand, unfounded requests included, and has an entry', async () => {
  const owner = await app.signedIn('user')
  for (const { kind, state, received: at } of samples) {
    const id = await insertTakedown(app, owner.accountId, owner.accountId)
    const closedAt = state === 'completed' || state === 'unfounded' ? new Date(at + 3_600_000) : null
    await app.sql(
      'UPDATE takedown SET kind = $2, state = $3, received_at = $4, closed_at = $5 WHERE id = $1',
      [...[id, kind, state, new Date(at), closedAt]],
    )
  }
  await insertTakedown(app, (await app.signedIn('user')).accountId, owner.accountId)
  const reply = await owner.get(`/api/takedowns/report?month=2026-11&organisation=${owner.accountId}`)
  expect(reply.status).toBe(200)
  const inMonth = samples.filter(
    (each) => new Date(each.received + 9 * 3_600_000).toISOString().slice(0, 7) === '2026-11',
  )
  expect(inMonth.length).toBeLessThan(samples.length)
  const file = Buffer.from(reply.bytes)
  const rows = await readSheet(file, '申し出')
  expect(rows).toHaveLength(inMonth.length + 1)
  const cover = new Map((await readSheet(file, '集計')).map(([name, value]) => [String(name), String(value)]))
  expect(cover.get('受け付けた件数')).toBe(`${inMonth.length}件`)
  for (const kind of takedownKindIds)
    for (const state of takedownStates) {
      const count = inMonth.filter((each) => each.kind === kind && each.state === state).length
      const name = `${takedownKinds[kind].label}：${takedownStateLabels[state]}`
      expect(cover.get(name), name).toBe(count === 0 ? undefined : `${count}件`)
    }
  expect(cover.get('完了までの時間（中央値）')).toBe('1.0時間')
  const [entry] = await app.sql<{ n: number }>(
    "SELECT count(*)::int AS n FROM audit_event WHERE action = 'export' AND rtype = 'takedown' AND actor = $1",
    [owner.accountId],
  )
  expect(entry?.n).toBe(1)
})

test('the report of another organisation is refused, and so is a month that does not exist', async () => {
  const [owner, other] = [await app.signedIn('user'), await app.signedIn('user')]
  const refused = await other.get(`/api/takedowns/report?month=2026-11&organisation=${owner.accountId}`)
  expect(refusalOf(refused)).toEqual([404, 'ORGANISATION_NOT_FOUND'])
  const wrong = await owner.get('/api/takedowns/report?month=2026-13')
  expect(wrong).toMatchObject({ status: 400, json: { errors: [{ field: 'month' }] } })
})
