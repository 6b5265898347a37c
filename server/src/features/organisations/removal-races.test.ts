/** @module-tag long */

import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { openExport, recordAt } from '../../testing/app/audit-export.ts'
import { registerPerformer, registrationForm } from '../../testing/app/factories.ts'
import { changesIn, listen } from '../../testing/app/live-socket.ts'
import { companyWith } from '../../testing/app/organisations.ts'
import { begin, registration } from '../../testing/app/slow-call.ts'
import { useStage } from '../../testing/app/test-app.ts'

/** Concurrent pairs; 500 with RACE_PAIRS. */
const pairs = Number(process.env.RACE_PAIRS ?? 8)

// Each pair registers a performer, so the quota of a day must be larger than usual.
const { app } = useStage({}, { env: { REGISTRATIONS_PER_DAY: '100000' } })
let company: Awaited<ReturnType<typeof companyWith>>

beforeEach(async () => {
  company = await companyWith(app)
})

const remove = () =>
  company.representative.delete(`/api/organisations/${company.id}/members/${company.staff.accountId}`)

const rejoin = () =>
  app.sql('UPDATE membership SET left_at = NULL WHERE account_id = $1', [company.staff.accountId])

const owned = () => app.sql<{ id: string }>('SELECT id FROM performer WHERE owner_id = $1', [company.id])

test('a removal rejects the upload in progress, which leaves no record', async () => {
  const call = await begin(company.staff, 'POST', '/api/performers', await registration())
  expect((await remove()).status).toBe(204)
  expect(await call.finish()).toBe(403)
  expect(await owned()).toEqual([])
})

test(`a registration at the same time is complete or leaves nothing (${pairs} pairs)`, async () => {
  let registered = 0
  for (let pair = 0; pair < pairs; pair++) {
    const form = await registrationForm({ fields: { firstName: `花${pair}` } })
    // The removal comes before, during or after the registration, which takes about 100 ms.
    const delay = sleep((pair % 10) * 20)
    const [reply] = await Promise.all([
      company.staff.call('POST', `/api/performers?organisation=${company.id}`, { form }),
      delay.then(remove),
    ])
    if (reply.status === 201) registered++
    else expect([403, 404]).toContain(reply.status)
    const rows = await owned()
    expect(rows).toHaveLength(registered)
    expect((await company.staff.get(`/api/performers?organisation=${company.id}`)).status).toBe(404)
    await rejoin()
  }
  const [documents] = await app.sql(
    'SELECT count(*)::int AS n FROM document_version d JOIN performer p ON p.id = d.performer_id WHERE p.owner_id = $1',
    [company.id],
  )
  expect(documents).toEqual({ n: 3 * registered })
})

test('a removal ends an export within a second, and the client notices the incomplete file', async () => {
  // Records more than the buffers of the connection hold, because the test reads nothing.
  for (let n = 0; n < 300; n++) {
    const message = randomBytes(48_000).toString('base64')
    await recordAt(app, company.staff.accountId, new Date(), { message })
  }
  const stream = await openExport(app, company.staff, `?organisation=${company.id}`)
  const broken = new Promise((resolve) => stream.once('error', resolve))
  expect((await remove()).status).toBe(204)
  await sleep(1500)
  stream.resume()
  expect(await broken).toMatchObject({ code: 'ECONNRESET' })
})

test(`a document is sent completely, or not at all after a removal (${pairs} pairs)`, async () => {
  const { id } = await registerPerformer(company.representative)
  const path = `/api/performers/${id}/documents/idFront`
  const whole = (await company.representative.get(path)).bytes.length
  for (let pair = 0; pair < pairs; pair++) {
    const [reply] = await Promise.all([company.staff.get(path), sleep(pair % 10).then(remove)])
    expect([200, 404]).toContain(reply.status)
    if (reply.status === 200) expect(reply.bytes.length).toBe(whole)
    expect((await company.staff.get(path)).status).toBe(404)
    await rejoin()
  }
})

test('a removal ends the live updates of an open socket within a second', async () => {
  const { id } = await registerPerformer(company.representative)
  const live = await listen(company.staff)
  const change = () =>
    company.representative.patch(`/api/performers/${id}`, { nationality: `${Math.random()}` })
  await change()
  await expect.poll(() => changesIn(live.heard)).toContain(`performer ${id}`)
  expect((await remove()).status).toBe(204)
  await sleep(1100)
  live.heard.length = 0
  await change()
  await sleep(1000)
  expect(changesIn(live.heard)).not.toContain(`performer ${id}`)
  live.socket.terminate()
})
