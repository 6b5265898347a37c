import { listAuditLogs } from '@kyc/contract/audit.ts'
import { paperChecks } from '@kyc/contract/paper-checks.ts'
import { listWaitingPapers } from '@kyc/contract/papers.ts'
import { getVideoFacts } from '@kyc/contract/title-facts.ts'
import { contractFacts } from '@kyc/contract/title-vocabulary.ts'
import { expect, test } from 'vitest'
import { paperStage } from '../../../testing/app/paper-stage.ts'
import { openPaperAs, paperPath, sendPaper, submitPaper } from '../../../testing/app/papers.ts'
import { queuedMails } from '../../../testing/app/queued-mails.ts'
import { samplePdf } from '../../../testing/app/sample-files.ts'
import { nextOf, refusalOf } from '../../../testing/app/test-client.ts'
import { completeAppearance } from '../../../testing/app/title-facts.ts'

const {
  add,
  app,
  admin,
  clock,
  made,
  appear,
  describeVideo,
  contract,
  sheet,
  list,
  rulesOf,
  statement,
  approve,
  reject,
  remove,
} = paperStage()

test('the gate lacks nothing once both papers are approved, and the entry has what was confirmed, seen and typed', async () => {
  expect(await rulesOf()).toEqual(['contractPaper', 'sheet'])
  await submitPaper(made.owner, contract())
  await submitPaper(made.owner, sheet())
  expect(await rulesOf()).toEqual(['contractPaper', 'sheet'])
  expect((await approve(contract())).status).toBe(200)
  expect(await rulesOf()).toEqual(['sheet'])
  expect((await approve(sheet())).status).toBe(200)
  expect(await rulesOf()).toEqual([])
  const [entry] = await admin.send(listAuditLogs, { query: { resourceId: `${made.performer}/contract` } })
  expect(entry).toMatchObject({
    action: 'verify',
    details: { seen: '2ページ中2ページを表示', typed: ['契約日'], version: 1 },
  })
  expect(entry?.details.checks).toHaveLength(17)
})

test('the queue has what waits, the longest wait first, by pages and organisation', async () => {
  await submitPaper(made.owner, contract())
  clock.moveTo('2026-09-15T01:00:00Z')
  await submitPaper(made.owner, sheet())
  const query = { organisation: made.owner.accountId as string }
  const waiting = await admin.send(listWaitingPapers, { query })
  expect(waiting).toMatchObject([
    { paper: { type: 'contract' }, videoTitle: '見本作品', performerName: '見本 花子' },
    { paper: { type: 'explanationSheet' } },
  ])
  const page = await admin.get(`/api/review/papers?organisation=${made.owner.accountId}&limit=1`)
  expect(page.json).toMatchObject([{ paper: { type: 'contract' } }])
  expect((await admin.get(nextOf(page) ?? '')).json).toMatchObject([{ paper: { type: 'explanationSheet' } }])
  await approve(contract())
  expect(await admin.send(listWaitingPapers, { query })).toMatchObject([
    { paper: { type: 'explanationSheet' } },
  ])
})

test('a contract is approved only with its last page, every check, and the day that was entered', async () => {
  await submitPaper(made.owner, contract())
  for (const [field, change] of [
    ['seen', { seen: { width: 700, lens: false, pages: [1] } }],
    ['checks', { checks: ['person'] }],
    ['signedOn', { signedOn: null }],
    ['signedOn', { signedOn: '2025-04-02' }],
  ] as const)
    expect(await approve(contract(), change)).toMatchObject({ status: 400, json: { errors: [{ field }] } })
  expect(await list()).toMatchObject([{ status: 'pending' }])
})

test('a contract that lacks any of the eleven facts or has a void clause is never approved, only rejected', async () => {
  await submitPaper(made.owner, contract())
  const { contract: facts } = completeAppearance()
  for (const change of [
    ...contractFacts.map((fact) => ({ named: contractFacts.filter((each) => each !== fact) })),
    { voidClauses: ['penalty'] },
  ]) {
    await appear({ contract: { ...facts, ...change } })
    expect(await approve(contract()), JSON.stringify(change)).toMatchObject({
      status: 400,
      json: { errors: [{ field: 'contract' }] },
    })
  }
})

test('a contract whose facts are not entered is not approved', async () => {
  await submitPaper(made.owner, contract())
  await appear({ contract: null })
  expect(await approve(contract())).toMatchObject({
    status: 400,
    json: { errors: [{ field: 'contract' }] },
  })
})

test('a paper that the reviewer has not opened, or whose version or facts changed since, is not decided', async () => {
  await submitPaper(made.owner, contract())
  const send = (change: object = {}, headers = {}) =>
    statement(contract(), change).then((json) =>
      admin.call('PUT', paperPath(contract(), '/verify'), { json, headers }),
    )
  expect(refusalOf(await send())).toEqual([409, 'DOCUMENT_UNSEEN'])
  expect(refusalOf(await reject(contract(), { codes: ['unreadable'] }))).toEqual([409, 'DOCUMENT_UNSEEN'])
  await openPaperAs(admin, contract())
  await submitPaper(made.owner, contract(), { bytes: samplePdf(3) })
  expect(refusalOf(await send({}, { 'if-match': '"1"' }))).toEqual([409, 'DOCUMENT_REPLACED'])
  expect(refusalOf(await send())).toEqual([409, 'DOCUMENT_UNSEEN'])
  await openPaperAs(admin, contract())
  const stale = await statement(contract(), { seen: { width: 700, lens: false, pages: [3] } })
  await appear({ contract: { ...completeAppearance().contract, receivedOn: '2025-04-03' } })
  expect(refusalOf(await admin.put(paperPath(contract(), '/verify'), stale))).toEqual([409, 'CONFLICT'])
})

test('an account that uploaded the paper or entered its facts does not decide, even as an admin (D6)', async () => {
  await submitPaper(admin, contract())
  expect(await list(admin)).toMatchObject([{ ownWork: true }])
  expect(refusalOf(await approve(contract()))).toEqual([409, 'FOUR_EYES'])
  const second = await app.signedIn('admin')
  const { appearances } = await second.send(getVideoFacts, { params: { id: made.video.id } })
  await second.put(`/api/videos/${made.video.id}/appearances`, {
    performers: appearances.map(({ performerId: id, version }) => ({ id, version })),
    contract: { ...completeAppearance().contract, receivedOn: '2025-04-05' },
  })
  expect(refusalOf(await approve(contract(), {}, second))).toEqual([409, 'FOUR_EYES'])
  expect((await approve(contract(), {}, await app.signedIn('admin'))).status).toBe(200)
})

test('of two decisions at once one succeeds', async () => {
  await submitPaper(made.owner, contract())
  const second = await app.signedIn('admin')
  await openPaperAs(second, contract())
  const replies = await Promise.all([
    approve(contract()),
    reject(contract(), { codes: ['unreadable'] }, second),
  ])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('a rejection names facts and clauses to the members, hides the note, and is replaced by a new version', async () => {
  await submitPaper(made.owner, contract())
  await openPaperAs(admin, contract())
  expect(refusalOf(await reject(contract(), { codes: ['other'] }))).toEqual([400, 'INVALID_INPUT'])
  const codes = ['missing.fee', 'void.penalty']
  expect((await reject(contract(), { codes, note: '二度目' })).status).toBe(200)
  expect(await list()).toMatchObject([{ status: 'rejected', rejection: { codes, note: null } }])
  expect(await list(admin)).toMatchObject([{ rejection: { note: '二度目' } }])
  const mail = (await queuedMails(app.services, app.sql)).at(-1)
  expect(mail?.subject).toContain('契約書が差し戻されました')
  expect(mail?.text).toContain('「報酬の額と支払時期」の記載なし')
  expect(mail?.text).not.toContain('二度目')
  expect(refusalOf(await reject(contract(), { codes }))).toEqual([409, 'DOCUMENT_STATE'])
  await submitPaper(made.owner, contract(), { bytes: samplePdf(3) })
  expect(await list()).toMatchObject([{ version: 2, status: 'pending', rejection: null }])
  expect(await rulesOf()).toContain('contractPaper')
})

test('changed facts end the approval of the contract, with an entry; other facts do not', async () => {
  await submitPaper(made.owner, contract())
  await approve(contract())
  await appear({ consents: [] })
  expect(await list()).toMatchObject([{ status: 'verified' }])
  await appear({ contract: { ...completeAppearance().contract, receivedOn: '2025-04-03' } })
  expect(await list()).toMatchObject([{ status: 'pending', decidedBy: null, checks: [] }])
  expect(await rulesOf()).toContain('contractPaper')
  const [entry] = await admin.send(listAuditLogs, { query: { resourceId: `${made.performer}/contract` } })
  expect(entry).toMatchObject({
    action: 'update',
    details: { before: { status: 'verified' }, after: { status: 'pending' } },
  })
})

test('an approval from before the act was found to apply does not satisfy the gate', async () => {
  await describeVideo({ category: 'notCovered', categoryReason: '風景' })
  await submitPaper(made.owner, contract())
  const checks = paperChecks('contract', false).map(({ id }) => id)
  expect((await approve(contract(), { checks })).status).toBe(200)
  await describeVideo()
  expect(await rulesOf()).toContain('contractPaper')
})

test('an approval that turns out to be wrong is taken back by a rejection, and the gate closes', async () => {
  await submitPaper(made.owner, sheet())
  await approve(sheet())
  expect(await rulesOf()).toEqual(['contractPaper'])
  expect((await reject(sheet(), { codes: ['help_missing'] })).status).toBe(200)
  expect(await list()).toMatchObject([{ status: 'rejected', checks: [] }])
  expect(await rulesOf()).toEqual(['contractPaper', 'sheet'])
})

test('an approved paper is replaced by an admin only', async () => {
  await submitPaper(made.owner, sheet())
  await approve(sheet())
  expect(refusalOf(await sendPaper(made.owner, sheet()))).toEqual([409, 'DOCUMENT_VERIFIED'])
  expect((await sendPaper(admin, sheet())).status).toBe(200)
  expect(await list()).toMatchObject([{ version: 2, status: 'pending' }])
})

test('a contract is not approved with the facts that the reviewer saw before its performer was removed and added again', async () => {
  await submitPaper(made.owner, contract())
  await openPaperAs(admin, contract())
  const seen = await statement(contract())
  expect((await remove(made.video, made.performer)).status).toBe(204)
  expect((await add(made.video, [made.performer])).status).toBe(201)
  // Other facts, under the version that the reviewer saw.
  const facts = completeAppearance()
  await appear({
    ...facts,
    contract: { ...facts.contract, offeredOn: '2022-06-24', receivedOn: '2025-04-14' },
  })
  const reply = await admin.put(paperPath(contract(), '/verify'), seen)
  expect([409, 'CONFLICT', 'DOCUMENT_UNSEEN']).toEqual(expect.arrayContaining([...refusalOf(reply)]))
})
