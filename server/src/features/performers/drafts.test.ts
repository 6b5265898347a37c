import { dashboardStats } from '@kyc/contract/dashboard.ts'
import { rejectDocument } from '@kyc/contract/documents.ts'
import { deleteDraft } from '@kyc/contract/performer-drafts.ts'
import { countPerformers, createPerformer, getPerformer, listPerformers } from '@kyc/contract/performers.ts'
import { expect, test } from 'vitest'
import { registrationForm, verifyDocuments } from '../../testing/app/factories.ts'
import { replace } from '../../testing/app/replacements.ts'
import { samplePng } from '../../testing/app/sample-files.ts'
import { useStage } from '../../testing/app/test-app.ts'
import { refusalOf, replyOf } from '../../testing/app/test-client.ts'

const { app, user, admin } = useStage({ user: 'user', admin: 'admin' })

async function sendDraft(
  omit: readonly string[],
  fields: Record<string, string> = {},
  query = '?draft=true',
) {
  const form = await registrationForm({ fields })
  for (const part of omit) form.delete(part)
  return user.call('POST', `/api/performers${query}`, { form })
}

test('a draft waits for no review until its last required document arrives (D80)', async () => {
  const { id, status } = replyOf(createPerformer, await sendDraft(['agreementFile', 'selfie']))
  const seen = async () => {
    const [performer, queue, counts, stats] = await Promise.all([
      user.send(getPerformer, { params: { id } }),
      admin.send(listPerformers, { query: { waiting: 'true' } }),
      user.send(countPerformers, {}),
      user.send(dashboardStats, {}),
    ])
    const { draft, pending, waiting, total } = counts
    expect(stats).toMatchObject({ pendingReviews: pending, waitingReviews: waiting, totalPerformers: total })
    return { status: performer.status, queued: queue.length, draft, pending, waiting, total }
  }
  const asDraft = { status: 'draft', queued: 0, draft: 1, pending: 0, waiting: 0, total: 1 }
  expect([status, await seen()]).toEqual(['draft', asDraft])
  expect(await user.send(listPerformers, { query: { status: 'draft' } })).toMatchObject([{ id }])
  // Decisions do not end a draft either.
  await verifyDocuments(admin, id, ['idFront'])
  await replace(user, id, 'selfie', await samplePng(50, 50))
  await admin.send(rejectDocument, { params: { id, type: 'selfie' }, body: { codes: ['blurry'] } })
  await replace(user, id, 'selfie', await samplePng(51, 51))
  expect(await seen()).toEqual(asDraft)
  await replace(user, id, 'agreementFile', await samplePng(52, 52))
  expect(await seen()).toEqual({ status: 'pending', queued: 1, draft: 0, pending: 1, waiting: 1, total: 1 })
})

test('a draft needs names and no file; a repeat returns the same draft', async () => {
  const everyFile = ['agreementFile', 'idFront', 'selfie']
  expect(refusalOf(await sendDraft(everyFile, { lastName: '' }))).toEqual([400, 'NAMES_REQUIRED'])
  const names = { firstName: '書類なし' }
  const first = replyOf(createPerformer, await sendDraft(everyFile, names))
  expect(replyOf(createPerformer, await sendDraft(everyFile, names))).toEqual(first)
  expect(refusalOf(await sendDraft(everyFile, names, ''))).toEqual([400, 'FILES_REQUIRED'])
})

test('a draft that is sent with every required document is pending', async () => {
  expect(replyOf(createPerformer, await sendDraft([], { firstName: '全部' })).status).toBe('pending')
})

test('the organisation deletes its own draft, and nothing that waits, was decided on or belongs to another one', async () => {
  const draft = replyOf(createPerformer, await sendDraft(['selfie'], { firstName: '取り消し' }))
  const other = await app.signedIn('user')
  const path = (id: string) => `/api/performers/${id}/draft/delete`
  expect(refusalOf(await other.put(path(draft.id)))).toEqual([404, 'PERFORMER_NOT_FOUND'])
  await user.send(deleteDraft, { params: { id: draft.id } })
  expect(refusalOf(await user.get(`/api/performers/${draft.id}`))).toEqual([404, 'PERFORMER_NOT_FOUND'])
  expect(refusalOf(await user.put(path(draft.id)))).toEqual([404, 'PERFORMER_NOT_FOUND'])
  const entries = await app.sql('SELECT actor FROM audit_event WHERE rid = $1 AND action = $2', [
    draft.id,
    'delete',
  ])
  expect(entries).toEqual([{ actor: user.accountId }])
  const waiting = replyOf(createPerformer, await sendDraft([], { firstName: '審査中' }))
  const decided = replyOf(createPerformer, await sendDraft(['selfie'], { firstName: '判定済み' }))
  await verifyDocuments(admin, decided.id, ['idFront'])
  for (const { id } of [waiting, decided])
    expect(refusalOf(await user.put(path(id)))).toEqual([409, 'CONFLICT'])
})
