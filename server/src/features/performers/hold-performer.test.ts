import { listAuditLogs } from '@kyc/contract/audit.ts'
import { endPerformerHold, holdPerformer, listLegalHolds } from '@kyc/contract/legal-holds.ts'
import { performerHistory } from '@kyc/contract/performer-history.ts'
import { endLegalHold, getSealedPerformer, requestDestruction } from '@kyc/contract/sealed-performers.ts'
import { beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../../platform/db/transaction.ts'
import { registerPerformer } from '../../testing/app/factories.ts'
import { destroyDocument, endRetention } from '../../testing/app/sealed-records.ts'
import { useStage } from '../../testing/app/test-app.ts'
import { refusalOf } from '../../testing/app/test-client.ts'
import { destroyEnded } from '../records/destruction/destroy-ended.ts'
import { requireNoHold } from '../records/held-record.ts'

const { app, owner, admin, first, second } = useStage({
  owner: 'user',
  admin: 'admin',
  first: ['superadmin', '最高 一'],
  second: ['superadmin', '最高 二'],
})
let id: string

beforeEach(async () => {
  id = (await registerPerformer(owner)).id
})

const because = (reason: string) => ({ params: { id }, body: { reason } })
const noHold = () => inTransaction(app.services.db, (tx) => requireNoHold(tx, id))
const destroyFront = () => destroyDocument(app, { performerId: id, type: 'idFront' })

test('a hold on an open record keeps its documents, and its end permits their destruction (D116)', async () => {
  const held = await first.send(holdPerformer, because('係争中'))
  expect(held).toMatchObject({ held: true, holds: [{ by: '最高 一', reason: '係争中', until: null }] })
  expect(await first.send(holdPerformer, because('係争中'))).toEqual(held)
  expect(refusalOf(await second.put(`/api/performers/${id}/legal-holds`, { reason: '別件' }))).toEqual([
    409,
    'CONFLICT',
  ])
  await expect(noHold()).rejects.toMatchObject({ code: 'LEGAL_HOLD' })
  await expect(destroyFront()).rejects.toThrow('a legal hold is on')
  const ended = await second.send(endPerformerHold, because('終結'))
  expect(ended).toMatchObject({ held: false, holds: [{ endedBy: '最高 二', endReason: '終結' }] })
  expect(await first.send(listLegalHolds, { params: { id } })).toEqual(ended)
  await noHold()
  await destroyFront()
})

test('only superadmins put and see a hold on an open record', async () => {
  await first.send(holdPerformer, because('組織との係争'))
  for (const by of [owner, admin]) {
    expect((await by.get(`/api/performers/${id}/legal-holds`)).status).toBe(403)
    expect((await by.put(`/api/performers/${id}/legal-holds/end`, { reason: '終結' })).status).toBe(403)
  }
  expect(JSON.stringify(await owner.send(performerHistory, { params: { id } }))).not.toContain('held')
  const [entry] = await first.send(listAuditLogs, { query: { resourceId: id } })
  expect(entry).toMatchObject({
    action: 'update',
    user: { name: '最高 一' },
    details: { change: 'held', holdReason: '組織との係争' },
  })
  const [stored] = await app.sql<{ text: string }>(
    'SELECT h::text AS text FROM legal_hold h WHERE performer_id = $1',
    [id],
  )
  expect(stored?.text).not.toContain(Buffer.from('係争').toString('hex'))
})

test('a hold on an open record continues when the record is sealed, and prevents every destruction', async () => {
  await first.send(holdPerformer, because('係争中'))
  expect((await admin.delete(`/api/performers/${id}`)).status).toBe(204)
  expect((await first.get(`/api/performers/${id}/legal-holds`)).status).toBe(404)
  const sealed = await first.send(getSealedPerformer, { params: { id } })
  expect(sealed).toMatchObject({ held: true, holds: [{ reason: '係争中', until: null }] })
  const refused = await second.put(`/api/sealed-performers/${id}/destruction`, {
    kind: 'court_order',
    reason: '請求',
  })
  expect(refusalOf(refused)).toEqual([409, 'LEGAL_HOLD'])
  await endRetention(app, id)
  await destroyEnded(app.services)
  expect((await first.send(getSealedPerformer, { params: { id } })).destroyedAt).toBeNull()
  await second.send(endLegalHold, because('終結'))
  expect(
    (
      await second.send(requestDestruction, {
        params: { id },
        body: { kind: 'court_order', reason: '請求' },
      })
    ).held,
  ).toBe(false)
})
