import { endPaperPermission, endShare, listVideoShares, permitPaper } from '@kyc/contract/shares.ts'
import { beforeEach, expect, test } from 'vitest'
import { allEntries } from '../../testing/app/audit-export.ts'
import { foundCompany, insertMember } from '../../testing/app/organisations.ts'
import { paperStage } from '../../testing/app/paper-stage.ts'
import { submitPaper } from '../../testing/app/papers.ts'
import { distributor, share, sharedVideo } from '../../testing/app/share-calls.ts'
import type { TestAccount } from '../../testing/app/test-app.ts'
import { refusalOf } from '../../testing/app/test-client.ts'
import { readOpenings } from '../signings/page/read-openings.ts'

const { app, admin, clock, made, contract, sheet, approve } = paperStage()
const stage = {} as { member: TestAccount; recipient: string; id: string; appearance: string }

beforeEach(async () => {
  clock.moveTo('2026-09-15T00:00:00Z')
  await foundCompany(app, made.owner)
  const other = await distributor(app)
  stage.member = other.member
  stage.recipient = other.id
  stage.id = await share(made.owner, made.video.id, other.id)
  for (const paper of [contract(), sheet()]) await submitPaper(made.owner, paper)
  expect((await approve(contract())).status).toBe(200)
  const { records } = await sharedVideo(stage.member, stage.id)
  stage.appearance = records.performers[0]?.id ?? ''
})

const params = (type = 'contract') => ({ id: made.video.id, shareId: stage.id, type })
const permit = (hours = 1, type = 'contract', by = made.owner) =>
  by.send(permitPaper, { params: params(type), body: { hours } })
const open = (body: object = {}, by = stage.member) =>
  by.post(`/api/shared-videos/${stage.id}/openings`, {
    type: 'contract',
    performer: stage.appearance,
    reason: '配信前の確認',
    ...body,
  })

test('a document opens only with a reason, after its organisation has permitted its kind, and until the time', async () => {
  expect(refusalOf(await open())).toEqual([409, 'PAPER_NOT_PERMITTED'])
  await permit(24)
  expect((await sharedVideo(stage.member, stage.id)).papers).toEqual([
    { type: 'contract', until: '2026-09-16T00:00:00.000Z' },
  ])
  expect(refusalOf(await open({ reason: ' ' }))).toEqual([400, 'INVALID_INPUT'])
  expect(refusalOf(await open({ type: 'explanationSheet' }))).toEqual([409, 'PAPER_NOT_PERMITTED'])
  expect(refusalOf(await open({ type: 'idFront' }))).toEqual([400, 'INVALID_INPUT'])
  const opened = await open()
  expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(opened.headers.get('content-disposition')).toBe('inline')
  clock.moveTo('2026-09-16T00:00:00Z')
  expect(refusalOf(await open())).toEqual([409, 'PAPER_NOT_PERMITTED'])
})

test('an opening is in both logs with account, document and reason, and on the page of the performer with the organisation that opened it', async () => {
  await permit()
  await open()
  const [own] = await allEntries(made.owner, '?action=read&resourceType=document')
  expect([own?.user?.name, own?.details]).toEqual([
    '例題配信',
    expect.objectContaining({ documentType: 'contract', openedBy: '配信 花子', reason: '配信前の確認' }),
  ])
  const [theirs] = await allEntries(stage.member, '?action=read&resourceType=shared_video')
  expect([theirs?.user?.name, theirs?.performerId, theirs?.details]).toEqual([
    '配信 花子',
    null,
    expect.objectContaining({ documentType: 'contract', title: '見本作品', reason: '配信前の確認' }),
  ])
  const shown = await readOpenings(app.services.db, made.performer, 'ja')
  expect(shown.filter(({ by }) => by !== '運営')).toEqual([
    { by: '例題配信', on: '2026-09-15', document: '契約書' },
  ])
})

test('a permission ends when it is taken back, with the share, and is given by members who may edit only', async () => {
  const viewer = await app.signedIn('user')
  await insertMember(app.sql, made.owner.accountId, viewer.accountId, 'viewer')
  const put = (by: TestAccount) =>
    by.put(`/api/videos/${made.video.id}/shares/${stage.id}/papers/contract`, { hours: 1 })
  expect(refusalOf(await put(viewer))).toEqual([403, 'ORGANISATION_ROLE'])
  expect(refusalOf(await put(stage.member))).toEqual([404, 'VIDEO_NOT_FOUND'])
  await permit()
  await made.owner.send(endPaperPermission, { params: params() })
  expect(refusalOf(await open())).toEqual([409, 'PAPER_NOT_PERMITTED'])
  await permit()
  await made.owner.send(endShare, { params: { id: made.video.id, shareId: stage.id } })
  expect(refusalOf(await open())).toEqual([404, 'SHARE_NOT_FOUND'])
})

test('a permission opens nothing once its author may not give it any more', async () => {
  const staff = await app.signedIn('user')
  await insertMember(app.sql, made.owner.accountId, staff.accountId, 'staff')
  await permit(1, 'contract', staff)
  expect((await open()).status).toBe(200)
  await app.sql("UPDATE membership SET role = 'viewer' WHERE account_id = $1 AND organisation_id = $2", [
    staff.accountId,
    made.owner.accountId,
  ])
  expect(refusalOf(await open())).toEqual([409, 'PAPER_NOT_PERMITTED'])
  const [line] = await made.owner.send(listVideoShares, { params: { id: made.video.id } })
  expect(line?.papers).toEqual([])
})

test('neither a viewer of the recipient, nor a paper without an approval, a deleted record or another title opens', async () => {
  await permit()
  await permit(1, 'explanationSheet')
  const viewer = await app.signedIn('user')
  await insertMember(app.sql, stage.recipient, viewer.accountId, 'viewer')
  expect(refusalOf(await open({}, viewer))).toEqual([403, 'ORGANISATION_ROLE'])
  expect(refusalOf(await open({ type: 'explanationSheet' }))).toEqual([404, 'DOCUMENT_NOT_FOUND'])
  expect(refusalOf(await open({ performer: made.performer }))).toEqual([404, 'DOCUMENT_NOT_FOUND'])
  expect(refusalOf(await open({ performer: 'x' }))).toEqual([404, 'DOCUMENT_NOT_FOUND'])
  expect(refusalOf(await admin.delete(`/api/performers/${made.performer}`))).toEqual([204, undefined])
  expect(refusalOf(await open())).toEqual([404, 'DOCUMENT_NOT_FOUND'])
})
