import { adminOnlyDetails, auditFieldLabel } from '@kyc/contract/audit-fields.ts'
import { rejectDocument } from '@kyc/contract/documents.ts'
import { performerHistory } from '@kyc/contract/performer-history.ts'
import { getPerformer, type Performer, updatePerformer } from '@kyc/contract/performers.ts'
import { beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../../platform/db/transaction.ts'
import { allEntries, exported } from '../../testing/app/audit-export.ts'
import { registerPerformer, verifyDocuments } from '../../testing/app/factories.ts'
import { type TestAccount, useStage } from '../../testing/app/test-app.ts'
import { aboutPerformer } from '../audit/about.ts'

const { app, owner, admin } = useStage({ owner: ['user', '制作 花子'], admin: ['admin', '管理 太郎'] })
let performer: Performer
beforeEach(async () => {
  performer = await registerPerformer(owner)
})

test('lists changes and decisions but no views; users see others as 管理者', async () => {
  const { id } = performer
  await owner.send(getPerformer, { params: { id } })
  await owner.send(updatePerformer, { params: { id }, body: { email: 'c@example.com', nationality: '日本' } })
  await verifyDocuments(admin, id, ['idFront'])
  await admin.send(rejectDocument, {
    params: { id, type: 'selfie' },
    body: { codes: ['blurry'], message: '撮り直してください' },
  })
  const forOwner = await owner.send(performerHistory, { params: { id } })
  const none = { codes: [], fields: [], documentType: null }
  expect(forOwner).toMatchObject([
    {
      action: 'reject',
      resourceType: 'document',
      documentType: 'selfie',
      by: '管理者',
      codes: ['blurry'],
      fields: [],
    },
    { ...none, action: 'verify', documentType: 'idFront', by: '管理者' },
    { ...none, action: 'update', by: '制作 花子', fields: ['email', 'nationality'] },
    { ...none, action: 'create', resourceType: 'performer', by: '制作 花子' },
  ])
  const forAdmin = await admin.send(performerHistory, { params: { id } })
  expect(forAdmin).toMatchObject([{ by: '管理 太郎' }, {}, {}, {}])
})

test('hides the details that only admins see from users, names and values, in history, log and export', async () => {
  const fieldsFor = async (reader: TestAccount) =>
    (await reader.send(performerHistory, { params: { id: performer.id } }))[0]?.fields
  for (const key of adminOnlyDetails) {
    await inTransaction(app.services.db, (tx) =>
      app.services.audit.record(
        tx,
        { actor: admin.accountId, ip: null },
        'update',
        aboutPerformer(performer.id, owner.accountId),
        { before: { [key]: null }, after: { nationality: '日本', [key]: '要確認' } },
      ),
    )
    expect(await fieldsFor(owner)).toEqual(['nationality'])
    // Details are stored with sorted keys.
    expect(await fieldsFor(admin)).toEqual(['nationality', key].sort())
  }
  const shown = JSON.stringify([await allEntries(owner), (await exported(owner)).rows])
  const names = adminOnlyDetails.flatMap((key) => [key, auditFieldLabel(key) ?? key])
  for (const name of [...names, '要確認']) expect(shown).not.toContain(name)
})
