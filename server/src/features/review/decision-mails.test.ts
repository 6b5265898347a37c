import { rejectDocument } from '@kyc/contract/documents.ts'
import { expect, test } from 'vitest'
import type { Mail } from '../../platform/mail/mail.ts'
import { openAndVerify, registerPerformer, verifyDocuments } from '../../testing/app/factories.ts'
import { insertMember } from '../../testing/app/organisations.ts'
import { replace } from '../../testing/app/replacements.ts'
import { samplePng } from '../../testing/app/sample-files.ts'
import { useStage } from '../../testing/app/test-app.ts'

const { app, owner, admin } = useStage({ owner: ['user', '佐藤'], admin: ['admin', '鈴木'] })

async function mailsAbout(performerId: string): Promise<Mail[]> {
  return (await app.mails()).filter(({ text }) => text.includes(performerId))
}

test('mails a rejection to the owner with reasons and a link, without the note (D13)', async () => {
  const { id } = await registerPerformer(owner)
  await admin.send(rejectDocument, {
    params: { id, type: 'idFront' },
    body: {
      codes: ['blurry', 'glare'],
      message: '明るい場所で\n撮り直してください。',
      note: '常習のため注意',
    },
  })
  const [mail, ...more] = await mailsAbout(id)
  expect(more).toEqual([])
  expect(mail).toMatchObject({ to: owner.email, subject: '【本人確認管理システム】書類が差し戻されました' })
  for (const words of [
    '見本 花子',
    '身分証明書表面',
    '不鮮明、光の反射',
    new URL(`/performers/${id}`, app.services.config.publicUrl).href,
  ]) {
    expect(mail?.text).toContain(words)
    expect(mail?.html).toContain(words)
  }
  expect(mail?.text).toContain('> 明るい場所で\n> 撮り直してください。')
  expect(JSON.stringify(mail)).not.toContain('常習')
})

test('a refused decision sends no mail', async () => {
  const { id } = await registerPerformer(owner)
  const path = `/api/performers/${id}/documents/idFront/reject`
  expect((await admin.put(path, { codes: ['other'] })).status).toBe(400)
  expect(await mailsAbout(id)).toEqual([])
})

test('mails the approval of a performer once, and again after a new version (D12)', async () => {
  const { id } = await registerPerformer(owner)
  await verifyDocuments(admin, id, ['agreementFile', 'idFront'])
  expect(await mailsAbout(id)).toEqual([])
  await verifyDocuments(admin, id, ['selfie'])
  const [mail, ...more] = await mailsAbout(id)
  expect(more).toEqual([])
  expect(mail).toMatchObject({ to: owner.email, subject: '【本人確認管理システム】出演者が承認されました' })
  await replace(admin, id, 'selfie', await samplePng())
  await verifyDocuments(admin, id, ['selfie'])
  expect(await mailsAbout(id)).toHaveLength(2)
})

test('decisions on the record of a colleague are mailed to the colleague at once, and to others by their setting (D67)', async () => {
  const { id } = await registerPerformer(owner)
  const colleague = await app.signedIn('user')
  await insertMember(app.sql, owner.accountId, colleague.accountId, 'staff')
  await app.sql('UPDATE performer SET registered_by = $1 WHERE id = $2', [colleague.accountId, id])
  await admin.send(rejectDocument, { params: { id, type: 'idFront' }, body: { codes: ['blurry'] } })
  const body = { revisionReason: '確認できたため' }
  await openAndVerify(admin, { params: { id, type: 'idFront' }, body })
  await verifyDocuments(admin, id, ['agreementFile', 'selfie'])
  const subjects = (await mailsAbout(id)).map(({ to, subject }) => [to, subject.replace(/^【.*】/, '')])
  expect(subjects).toEqual([
    [colleague.email, '書類が差し戻されました'],
    [colleague.email, '書類の判断が変更されました'],
    [colleague.email, '出演者が承認されました'],
  ])
  const later = await app.sql(
    'SELECT account_id, kind FROM digest_event WHERE performer_id = $1 ORDER BY id',
    [id],
  )
  expect(later).toEqual([
    { account_id: owner.accountId, kind: 'rejected' },
    { account_id: owner.accountId, kind: 'revised' },
    { account_id: owner.accountId, kind: 'approved' },
  ])
})
