import { listAuditLogs } from '@kyc/contract/audit.ts'
import { rejectDocuments, undoDecision } from '@kyc/contract/case-decisions.ts'
import { dashboardCharts } from '@kyc/contract/dashboard.ts'
import { type DocumentType, requiredDocumentTypes as required } from '@kyc/contract/document-vocabulary.ts'
import { verifyDocument } from '@kyc/contract/documents.ts'
import { second } from '@kyc/contract/durations.ts'
import type { BodyIn } from '@kyc/contract/endpoint.ts'
import { holdPerformer } from '@kyc/contract/legal-holds.ts'
import { performerHistory } from '@kyc/contract/performer-history.ts'
import { deletePerformer, getPerformer, updatePerformer } from '@kyc/contract/performers.ts'
import { recordLimits } from '@kyc/contract/record-limits.ts'
import { addReviewNote, claimReviewCase } from '@kyc/contract/review.ts'
import { describe, expect, test } from 'vitest'
import { approvalOf } from '../../testing/app/approval.ts'
import { insertMember } from '../../testing/app/organisations.ts'
import { insertDocumentRow, insertRecord } from '../../testing/app/performer-rows.ts'
import { sendReplacement } from '../../testing/app/replacements.ts'
import { samplePng } from '../../testing/app/sample-files.ts'
import { type TestAccount, useStage } from '../../testing/app/test-app.ts'
import { refusalOf } from '../../testing/app/test-client.ts'
import { deletePastDecisions } from './undoable-decision.ts'

const { app, owner, admin, other, superadmin } = useStage(
  { owner: 'user', admin: ['admin', '鈴木'], other: 'admin', superadmin: 'superadmin' },
  { env: { REVIEW_FOUR_EYES: 'on', RATE_API_PER_MINUTE: '100000' } },
)

const register = () => insertRecord(app, owner, required, { seenBy: [admin, other] })
const blurry = (...types: DocumentType[]) => ({
  documents: types.map((type) => ({ type, version: 1, codes: ['blurry' as const] })),
})

async function reject(id: string, body: BodyIn<typeof rejectDocuments>) {
  const [rejected] = await admin.send(rejectDocuments, { params: { id }, body })
  return rejected?.decidedAt ?? ''
}

async function verify(id: string, type: DocumentType, body = {}, by = admin) {
  const approval = { params: { id, type }, body: approvalOf(type, body) }
  return (await by.send(verifyDocument, approval)).decidedAt ?? ''
}

const undo = (id: string, decidedAt: string, by: TestAccount = admin) =>
  by.send(undoDecision, { params: { id }, body: { decidedAt } })
const tryToUndo = (id: string, decidedAt: string, by: TestAccount = admin) =>
  by.call('POST', `/api/review/cases/${id}/undo`, { json: { decidedAt } })
const refusedUndo = async (...call: Parameters<typeof tryToUndo>) => refusalOf(await tryToUndo(...call))
const mailsAbout = async (id: string) => (await app.mails()).filter(({ text }) => text.includes(id))

/** The stored state of a record and its documents, without what each change moves on. */
async function stateOf(id: string) {
  const [performer] = await app.sql(
    `SELECT to_jsonb(p) - '{version,updated_at,last_action,last_resource_type,last_document_type,field_changes}'::text[] AS row
     FROM performer p WHERE id = $1`,
    [id],
  )
  const documents = await app.sql(
    'SELECT * FROM document_version WHERE performer_id = $1 ORDER BY type, version',
    [id],
  )
  return { performer, documents }
}

/** As if the decision was made this many milliseconds earlier. */
const age = (id: string, by: number) =>
  app.sql(
    'UPDATE undoable_decision SET stored_at = stored_at - make_interval(secs => $2) WHERE performer_id = $1',
    [id, by / second],
  )

describe('undoing a decision (D123)', () => {
  test('restores what an approval has stored, filled details included', async () => {
    const id = await register()
    const before = await stateOf(id)
    const decidedAt = await verify(id, 'idFront', { expiresOn: '2031-01-01' })
    expect(await admin.send(getPerformer, { params: { id } })).toMatchObject({ date_of_birth: '1990-01-01' })
    expect(await undo(id, decidedAt)).toMatchObject([
      { type: 'idFront', status: 'pending', decidedAt: null, decidedBy: null, idKind: null, checks: [] },
    ])
    expect(await stateOf(id)).toEqual(before)
  })

  test('restores a former decision: an approved performer is approved again', async () => {
    const id = await register()
    for (const type of required) await verify(id, type)
    const before = await stateOf(id)
    const decidedAt = await reject(id, blurry('idFront', 'selfie'))
    const restored = await undo(id, decidedAt)
    expect(restored.map(({ type, status }) => [type, status])).toEqual([
      ['idFront', 'verified'],
      ['selfie', 'verified'],
    ])
    expect(await stateOf(id)).toEqual(before)
  })

  test('opens a case again that its rejection closed', async () => {
    const id = await register()
    const before = await stateOf(id)
    const body = { documents: [{ type: 'idFront' as const, version: 1, codes: ['tampering' as const] }] }
    await undo(id, await reject(id, body))
    expect(await stateOf(id)).toEqual(before)
    await verify(id, 'idFront')
  })

  test('is an act of its own: history and log have the decision and its undoing', async () => {
    const id = await register()
    await undo(id, await reject(id, blurry('selfie')))
    const history = await owner.send(performerHistory, { params: { id } })
    expect(
      history.map(({ action, documentType, change }) => [action, documentType, change]).slice(0, 2),
    ).toEqual([
      ['update', 'selfie', 'decision_undone'],
      ['reject', 'selfie', undefined],
    ])
    const [entry] = await admin.send(listAuditLogs, {
      query: { resourceId: `${id}/selfie`, action: 'update' },
    })
    expect(entry?.user?.name).toBe('鈴木')
    expect(entry?.details).toMatchObject({
      change: 'decision_undone',
      version: 1,
      before: { status: 'rejected' },
      after: { status: 'pending' },
      performerStatus: { before: 'rejected', after: 'pending' },
    })
  })

  test('takes the decision out of the numbers of the day (D54)', async () => {
    const id = await register()
    const today = async () => (await admin.send(dashboardCharts)).days.at(-1)
    await verify(id, 'selfie')
    const before = await today()
    await undo(id, await reject(id, blurry('selfie', 'idFront')))
    expect(await today()).toEqual(before)
  })

  test('deletes its mails, which wait until the decision can no longer be undone', async () => {
    const colleague = await app.signedIn('user')
    await insertMember(app.sql, owner.accountId, colleague.accountId, 'staff')
    const id = await register()
    const decidedAt = await reject(id, blurry('idFront'))
    expect(await mailsAbout(id)).toHaveLength(1)
    const wait = (recordLimits.review.undo + recordLimits.review.undoGrace) / second
    expect(
      await app.sql(
        `SELECT extract(epoch FROM o.next_attempt_at - o.created_at)::int AS wait, o.id = ANY (d.mails) AS own
         FROM outbox o, undoable_decision d WHERE d.performer_id = $1 AND o.data -> 'about' ? $1::text`,
        [id],
      ),
    ).toEqual([{ wait, own: true }])
    const events = () => app.sql('SELECT at FROM digest_event WHERE performer_id = $1', [id])
    expect(await events()).toEqual([{ at: expect.any(Date) }])
    await undo(id, decidedAt)
    expect([await mailsAbout(id), await events()]).toEqual([[], []])
  })

  test('keeps the mail about an earlier decision', async () => {
    const id = await register()
    await reject(id, blurry('idFront'))
    await undo(id, await reject(id, blurry('selfie')))
    const mails = await mailsAbout(id)
    expect(mails.map(({ text }) => text.includes('身分証明書表面'))).toEqual([true])
  })

  test('keeps a former editor from deciding, and refuses decisions from pages with the undone values (D6, D11)', async () => {
    const id = await register()
    const edited = await other.send(updatePerformer, { params: { id }, body: { idKind: 'drivers_license' } })
    const decidedAt = await verify(id, 'idFront', { idKind: 'passport', performerVersion: edited.version })
    const { version } = await superadmin.send(getPerformer, { params: { id } })
    await undo(id, decidedAt)
    expect(await refusedReject(other, id, {})).toEqual([409, 'FOUR_EYES'])
    // The record no longer has the values of this version.
    expect(await refusedReject(superadmin, id, { performerVersion: version })).toEqual([409, 'CONFLICT'])
    await superadmin.send(rejectDocuments, { params: { id }, body: blurry('idFront') })
  })

  async function refusedReject(by: TestAccount, id: string, body: object) {
    const json = { ...blurry('idFront'), ...body }
    return refusalOf(await by.call('POST', `/api/review/cases/${id}/rejections`, { json }))
  }
})

describe('undoing is refused', () => {
  const grace = recordLimits.review.undo + recordLimits.review.undoGrace

  test('after its time, by the clock of the database', async () => {
    const id = await register()
    const decidedAt = await reject(id, blurry('idFront'))
    await age(id, grace)
    expect(await refusedUndo(id, decidedAt)).toEqual([409, 'UNDO_TOO_LATE'])
    await deletePastDecisions(app.services.db)
    expect(await app.sql('SELECT FROM undoable_decision WHERE performer_id = $1', [id])).toEqual([])
    expect(await refusedUndo(id, decidedAt)).toEqual([409, 'UNDO_TOO_LATE'])
    expect(await mailsAbout(id)).toHaveLength(1)
  })

  test('for another account', async () => {
    const id = await register()
    const decidedAt = await reject(id, blurry('idFront'))
    expect(await refusedUndo(id, decidedAt, superadmin)).toEqual([403, 'FORBIDDEN'])
    expect(await refusedUndo(id, decidedAt, owner)).toEqual([403, 'FORBIDDEN'])
  })

  test.each<[what: string, act: (id: string) => Promise<unknown>]>([
    ['a decision on another document', (id) => verify(id, 'selfie')],
    ['a decision of another reviewer', (id) => verify(id, 'selfie', {}, other)],
    ['an upload of the owner', async (id) => sendReplacement(owner, id, 'idFront', await samplePng(21, 21))],
    ['an edit', (id) => owner.send(updatePerformer, { params: { id }, body: { email: 'a@example.com' } })],
    [
      'a note of another reviewer',
      (id) => other.send(addReviewNote, { params: { id }, body: { text: '確認中' } }),
    ],
    ['a hold', (id) => superadmin.send(holdPerformer, { params: { id }, body: { reason: '照会' } })],
  ])('after %s', async (_, act) => {
    const id = await register()
    const decidedAt = await reject(id, blurry('idFront'))
    await act(id)
    const before = await stateOf(id)
    expect(await refusedUndo(id, decidedAt)).toEqual([409, 'UNDO_CHANGED'])
    expect(await stateOf(id)).toEqual(before)
  })

  test('while another account has claimed the case', async () => {
    const id = await register()
    const decidedAt = await reject(id, blurry('idFront'))
    await other.send(claimReviewCase, { params: { id } })
    expect(await refusedUndo(id, decidedAt)).toEqual([409, 'CASE_CLAIMED'])
  })

  test('once a mail is being sent or was sent, and changes nothing then', async () => {
    for (const sent of ['UPDATE outbox SET attempts = 1', 'DELETE FROM outbox']) {
      const id = await register()
      const decidedAt = await reject(id, blurry('idFront'))
      await app.sql(`${sent} WHERE data -> 'about' ? $1`, [id])
      const before = await stateOf(id)
      expect(await refusedUndo(id, decidedAt)).toEqual([409, 'UNDO_MAILED'])
      expect(await stateOf(id)).toEqual(before)
    }
  })

  test('of an approval that withheld the back of an ID (D116)', async () => {
    const id = await register()
    await insertDocumentRow(app.services.db, {
      performer_id: id,
      type: 'idBack',
      uploaded_by: owner.accountId,
    })
    const decidedAt = await verify(id, 'idFront', { idKind: 'my_number_card', reason: '個人番号のため' })
    expect(await refusedUndo(id, decidedAt)).toEqual([409, 'UNDO_DESTROYS'])
  })

  test('of a deleted record, whose former state is deleted with it', async () => {
    const id = await register()
    const decidedAt = await reject(id, blurry('idFront'))
    await admin.send(deletePerformer, { params: { id } })
    expect(await refusedUndo(id, decidedAt)).toEqual([404, 'PERFORMER_NOT_FOUND'])
    expect(await app.sql('SELECT FROM undoable_decision WHERE performer_id = $1', [id])).toEqual([])
  })

  test('without a valid time, and the refusal names the field', async () => {
    const reply = await tryToUndo(await register(), 'yesterday')
    const errors = [{ field: 'decidedAt', message: '取り消す判断の日時を指定してください。' }]
    expect(reply.json).toMatchObject({ status: 400, errors })
  })
})

test('a repeated undoing, also at once, returns the reply of the first one, and there is one entry', async () => {
  const id = await register()
  const decidedAt = await reject(id, blurry('idFront'))
  const replies = await Promise.all([undo(id, decidedAt), undo(id, decidedAt)])
  expect(replies[0]).toMatchObject([{ type: 'idFront', status: 'pending', decidedAt: null }])
  expect(replies[1]).toEqual(replies[0])
  const entries = await app.sql("SELECT FROM audit_event WHERE subject = $1 AND action = 'update'", [id])
  expect(entries).toHaveLength(1)
})
