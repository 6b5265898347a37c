import { minute } from '@kyc/contract/durations.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import { limits } from '@kyc/contract/limits.ts'
import { updatePerformer } from '@kyc/contract/performers.ts'
import { listWithheldDocuments, undoDestruction } from '@kyc/contract/withheld-documents.ts'
import { afterEach, expect, test } from 'vitest'
import { approvalOf } from '../../testing/app/approval.ts'
import { moveDatabase, resetDatabaseClock } from '../../testing/app/database-clock.ts'
import { registerPerformer } from '../../testing/app/factories.ts'
import { sampleJpeg, samplePng } from '../../testing/app/sample-files.ts'
import { type TestAccount, useStage } from '../../testing/app/test-app.ts'
import { refusalOf } from '../../testing/app/test-client.ts'
import { instantText } from '../mails/instant-text.ts'
import { endWithheld } from './end-withheld.ts'

// D116: no act of a single account may end the undo of a picture unnoticed.

const { app, user, admin, superadmin } = useStage({
  user: ['user', '佐藤'],
  admin: ['admin', '鈴木'],
  superadmin: ['superadmin', '最高'],
})
afterEach(() => resetDatabaseClock(app))

const pathOf = (id: string, rest = '') => `/api/performers/${id}/documents/idFront${rest}`
async function register(): Promise<string> {
  const files = {
    idFront: { name: 'front.jpg', bytes: await sampleJpeg(400, 300, '#ffffff') },
    idBack: { name: 'back.png', bytes: await samplePng(30, 30) },
  }
  return (await registerPerformer(user, { files })).id
}
const mask = (by: TestAccount, id: string) =>
  by.call('POST', pathOf(id, '/mask'), {
    json: { boxes: [{ x: 0, y: 0, width: 1, height: 0.2 }], reason: '本籍' },
    headers: { 'if-match': '"1"' },
  })
async function masked(id: string): Promise<void> {
  expect((await mask(admin, id)).json).toMatchObject({ version: 2, maskedBy: '鈴木' })
}
const closeBack = (by: TestAccount, id: string) =>
  by.send(updatePerformer, { params: { id }, body: { idKind: 'my_number_card', reason: '個人番号' } })
const undo = (id: string, version: number, type: string) =>
  superadmin.send(undoDestruction, { params: { id, type }, body: { version, reason: '誤り' } })
const withheld = (id: string) => admin.send(listWithheldDocuments, { params: { id } })

test('no account can end the undo by deleting the record', async () => {
  const id = await register()
  await closeBack(admin, id)
  for (const by of [admin, superadmin])
    expect(refusalOf(await by.delete(`/api/performers/${id}`))).toEqual([409, 'PICTURES_WITHHELD'])
  await admin.send(updatePerformer, { params: { id }, body: { idKind: 'drivers_license' } })
  expect(await undo(id, 1, 'idBack')).toEqual([])
  expect((await superadmin.delete(`/api/performers/${id}`)).status).toBe(204)
})

test('after the seven days the record can be deleted', async () => {
  const id = await register()
  await masked(id)
  await moveDatabase(app, new Date(Date.now() + limits.undoDestruction + minute))
  await endWithheld(app.services)
  expect((await superadmin.delete(`/api/performers/${id}`)).status).toBe(204)
})

test('each mask and each closing of a back is mailed to all superadmins, with the end of the undo and nothing about the performer', async () => {
  const id = await register()
  await masked(id)
  await closeBack(admin, id)
  const mails = (await app.mails()).filter(({ text, to }) => text.includes(id) && to === superadmin.email)
  const undoUntil = (await withheld(id)).map(({ until }) => instantText(new Date(until)))
  expect(undoUntil).toHaveLength(2)
  for (const [index, type] of (['idFront', 'idBack'] as const).entries()) {
    const { subject, text } = mails[index] ?? {}
    expect(subject).toBe('【本人確認管理システム】書類の画像が消されました')
    expect(text).toContain(`書類: ${documentTypeLabels[type]}`)
    expect(text).toContain('操作した人: 鈴木')
    expect(text).toContain(undoUntil[index])
    expect(text).not.toMatch(/山田|花子/)
  }
  expect(mails).toHaveLength(2)
})

test('closing a stored back by an edit or by an approval requires a step-up, as a mask does (D31)', async () => {
  const id = await register()
  await admin.get(pathOf(id))
  const kind = { idKind: 'my_number_card', reason: '個人番号' } as const
  await app.sql(`UPDATE session SET authenticated_at = now() - interval '6 minutes' WHERE account_id = $1`, [
    admin.accountId,
  ])
  try {
    for (const reply of [
      await admin.patch(`/api/performers/${id}`, kind),
      await admin.put(pathOf(id, '/verify'), approvalOf('idFront', kind)),
      await mask(admin, id),
    ])
      expect(refusalOf(reply)).toEqual([403, 'STEP_UP_REQUIRED'])
    expect(await withheld(id)).toEqual([])
    // Other changes require no step-up.
    expect((await admin.patch(`/api/performers/${id}`, { idKind: 'passport' })).status).toBe(200)
  } finally {
    await app.sql('UPDATE session SET authenticated_at = now() WHERE account_id = $1', [admin.accountId])
  }
})
