import { beforeAll, expect, test } from 'vitest'
import { approvalOf } from '../../testing/app/approval.ts'
import { moveDatabase } from '../../testing/app/database-clock.ts'
import { registerPerformer, verifyDocuments } from '../../testing/app/factories.ts'
import { useStage } from '../../testing/app/test-app.ts'
import { TestClock } from '../../testing/app/test-clock.ts'

const clock = new TestClock('2026-05-20T15:00:00Z') // the 21st in Japan
const { app, owner, admin } = useStage({ owner: 'user', admin: 'admin' }, { overrides: { clock } })
beforeAll(() => moveDatabase(app, clock.now()))

test('hides a deleted performer everywhere at once and retains it sealed for 7 years', async () => {
  const { id } = await registerPerformer(owner)
  expect((await owner.delete(`/api/performers/${id}`)).status).toBe(403)
  const reply = await admin.delete(`/api/performers/${id}`)
  expect([reply.status, reply.bytes.length]).toEqual([204, 0])
  for (const client of [owner, admin]) {
    for (const path of ['', '/history', '/documents', '/documents/idFront']) {
      expect((await client.get(`/api/performers/${id}${path}`)).status).toBe(404)
    }
    const list = await client.get('/api/performers?search=見本')
    expect(JSON.stringify(list.json)).not.toContain(id)
  }
  const [row] = await app.sql(
    `SELECT sealed_at, sealed_by, retain_until::text, destroyed_at, (SELECT count(*)::int FROM document_version
      WHERE performer_id = performer.id) AS documents FROM performer WHERE id = $1`,
    [id],
  )
  expect(row).toMatchObject({ sealed_by: admin.accountId, retain_until: '2033-05-21', documents: 3 })
  const entries = await app.sql(`SELECT actor, owner FROM audit_event WHERE rid = $1 AND action = 'delete'`, [
    id,
  ])
  expect(entries).toEqual([{ actor: admin.accountId, owner: owner.accountId }])
})

test('of concurrent deletions one succeeds, with one entry', async () => {
  for (let round = 0; round < 10; round++) {
    const { id } = await registerPerformer(owner, { fields: { firstName: `${round}` } })
    const replies = await Promise.all([1, 2, 3].map(() => admin.delete(`/api/performers/${id}`)))
    expect(replies.map((reply) => reply.status).sort()).toEqual([204, 404, 404])
    expect(await app.sql(`SELECT FROM audit_event WHERE rid = $1 AND action = 'delete'`, [id])).toHaveLength(
      1,
    )
  }
})

test('a concurrent approval and deletion leave the record sealed, and no approval follows the seal', async () => {
  for (let round = 0; round < 10; round++) {
    const { id } = await registerPerformer(owner, { fields: { firstName: `${round}` } })
    await verifyDocuments(admin, id, ['agreementFile', 'idFront'])
    await admin.get(`/api/performers/${id}/documents/selfie`)
    const [approval, deletion] = await Promise.all([
      admin.put(`/api/performers/${id}/documents/selfie/verify`, approvalOf('selfie')),
      admin.delete(`/api/performers/${id}`),
    ])
    expect(deletion.status).toBe(204)
    expect([200, 404]).toContain(approval.status)
    const entries = await app.sql<{ action: string }>(
      `SELECT action FROM audit_event WHERE (rid = $1 OR rid = $1 || '/selfie') AND action IN ('verify', 'delete')
       ORDER BY wseq`,
      [id],
    )
    expect(entries).toEqual(
      approval.status === 200 ? [{ action: 'verify' }, { action: 'delete' }] : [{ action: 'delete' }],
    )
  }
})
