import { listAuditLogs } from '@kyc/contract/audit.ts'
import { listDocuments } from '@kyc/contract/documents.ts'
import type { OtherName } from '@kyc/contract/other-names.ts'
import { getPerformer, listPerformers, updatePerformer } from '@kyc/contract/performers.ts'
import { expect, test } from 'vitest'
import { registerPerformer, verifyDocuments } from '../../testing/app/factories.ts'
import { useStage } from '../../testing/app/test-app.ts'

const { owner, admin } = useStage({ owner: 'user', admin: 'admin' })

const stage: OtherName = { kind: 'stage', name: '夢野ひかり', from: '2020-04-01', until: null }
const former: OtherName = { kind: 'former', name: '旧田 花子', from: null, until: '2019-12-31' }

const found = async (search: string) =>
  (await owner.send(listPerformers, { query: { search } })).map(({ id }) => id)

test('other names are registered, found by the search in any spelling, and no longer once they are removed (D98)', async () => {
  const performer = await registerPerformer(owner, {
    fields: { otherNames: JSON.stringify([stage, former]) },
  })
  const { id } = performer
  expect(performer.otherNames).toEqual([stage, former])
  for (const search of ['夢野', 'ヒカリ', '花子 旧田', '夢']) expect(await found(search)).toContain(id)
  const changed = await owner.send(updatePerformer, {
    params: { id },
    body: { otherNames: [former], version: performer.version },
  })
  expect(changed.otherNames).toEqual([former])
  expect(await found('夢野ひかり')).toEqual([])
  expect(await found('旧田')).toContain(id)
  const emptied = await owner.send(updatePerformer, { params: { id }, body: { otherNames: [] } })
  expect(emptied.otherNames).toBeNull()
  expect(await found('旧田')).toEqual([])
})

test('the same list is no change, and the history has the names before and after', async () => {
  const { id, version } = await registerPerformer(owner, { fields: { otherNames: JSON.stringify([stage]) } })
  const put = (otherNames: OtherName[]) =>
    owner.send(updatePerformer, { params: { id }, body: { otherNames } })
  expect((await put([stage])).version).toBe(version)
  await put([stage, former])
  const [entry] = await owner.send(listAuditLogs, { query: { resourceId: id, action: 'update' } })
  expect(entry).toMatchObject({
    action: 'update',
    details: { before: { otherNames: [stage] }, after: { otherNames: [stage, former] } },
  })
})

test('the owner changes other names of an approved record without a reason, and the approval stays (D117)', async () => {
  const { id } = await registerPerformer(owner)
  await verifyDocuments(admin, id)
  await owner.send(updatePerformer, { params: { id }, body: { otherNames: [stage] } })
  const documents = await owner.send(listDocuments, { params: { id } })
  expect(documents.find(({ type }) => type === 'idFront')).toMatchObject({ status: 'verified' })
  expect(await owner.send(getPerformer, { params: { id } })).toMatchObject({ status: 'approved' })
})

test('a faulty list is refused with its field and line, at the registration and at a change', async () => {
  const { id } = await registerPerformer(owner)
  const otherNames = [stage, { ...former, name: '' }]
  const error = { field: 'otherNames', message: '別名 2：名前を入力してください。' }
  for (const reply of [
    await owner.patch(`/api/performers/${id}`, { otherNames }),
    await owner.post('/api/performers/check', { otherNames: JSON.stringify(otherNames) }),
  ])
    expect(reply.json).toMatchObject({ code: 'INVALID_INPUT', field: 'otherNames', errors: [error] })
})
