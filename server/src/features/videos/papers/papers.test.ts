import { randomUUID } from 'node:crypto'
import { listAuditLogs } from '@kyc/contract/audit.ts'
import { paperChecks } from '@kyc/contract/paper-checks.ts'
import { listPapers, listPaperVersions, listWaitingPapers } from '@kyc/contract/papers.ts'
import { getVideoFacts } from '@kyc/contract/title-facts.ts'
import { contractFacts } from '@kyc/contract/title-vocabulary.ts'
import type { Video } from '@kyc/contract/videos.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  openPaperAs,
  type PaperPath,
  paperPath,
  sendPaper,
  submitPaper,
} from '../../../testing/app/papers.ts'
import { queuedMails } from '../../../testing/app/queued-mails.ts'
import { samplePdf } from '../../../testing/app/sample-files.ts'
import { hostilePdfs } from '../../../testing/app/sample-pdfs.ts'
import { type TestAccount, useStage } from '../../../testing/app/test-app.ts'
import { nextOf, refusalOf, type TestReply } from '../../../testing/app/test-client.ts'
import { TestClock } from '../../../testing/app/test-clock.ts'
import { titleCalls } from '../../../testing/app/title-calls.ts'
import { completeAppearance } from '../../../testing/app/title-facts.ts'
import { expectNothingLost, isReplay } from '../../../testing/app/uploads.ts'
import { videoCalls } from '../../../testing/app/video-calls.ts'
import { checkStoredFiles } from '../../documents/check-stored-files.ts'
import { reconcile } from '../../documents/reconcile.ts'
import { namedKeys } from '../../records/destruction/named-keys.ts'

const clock = new TestClock('2026-09-15T00:00:00Z')
const { app, admin, auditor } = useStage(
  { admin: 'admin', auditor: 'auditor' },
  { env: { REVIEW_FOUR_EYES: 'on' }, overrides: { clock } },
)
let owner: TestAccount
let video: Video
let performer: string

const { make, add, remove } = videoCalls(() => ({ app, owner, admin }))
const { approved, appear, describeVideo, readiness } = titleCalls(() => ({ app, owner, video }))

const contract = (): PaperPath => ({ id: video.id, performerId: performer, type: 'contract' })
const sheet = (): PaperPath => ({ id: video.id, performerId: performer, type: 'explanationSheet' })
const list = (by = owner) => by.send(listPapers, { params: { id: video.id } })
const rulesOf = async () => (await readiness()).answers[0]?.blockers.map(({ rule }) => rule)

beforeEach(async () => {
  owner = await app.signedIn('user', '登録 太郎')
  video = await make()
  performer = await approved()
  await add(video, [performer])
  await describeVideo()
  await appear()
})

/** What a careful reviewer sends after opening the paper. */
async function statement(path: PaperPath, change: object = {}) {
  const { appearances } = await admin.send(getVideoFacts, { params: { id: video.id } })
  const [appearance] = appearances
  return {
    checks: paperChecks(path.type, true).map(({ id }) => id),
    seen: { width: 700, lens: false, pages: [1, 2] },
    factsVersion: appearance?.version ?? 0,
    ...(path.type === 'contract' ? { signedOn: '2025-04-01' } : {}),
    ...change,
  }
}

async function approve(path: PaperPath, change: object = {}, by = admin): Promise<TestReply> {
  await openPaperAs(by, path)
  return by.put(paperPath(path, '/verify'), await statement(path, change))
}

function reject(path: PaperPath, body: object, by = admin): Promise<TestReply> {
  return by.put(paperPath(path, '/reject'), body)
}

describe('submitting', () => {
  test('a paper is stored encrypted, listed with its video, opened, downloaded, and replaced by a version', async () => {
    const stored = await submitPaper(owner, contract())
    expect(stored).toMatchObject({
      ...{ videoId: video.id, performerId: performer, type: 'contract', version: 1, status: 'pending' },
      ...{ filename: '契約書.pdf', mimeType: 'application/pdf', pages: 2, uploadedBy: '登録 太郎' },
    })
    const reply = await owner.get(`${paperPath(contract())}?download=1`)
    expect(Buffer.from(reply.bytes).equals(samplePdf(2))).toBe(true)
    await submitPaper(owner, contract(), { bytes: samplePdf(3) })
    expect(await list()).toMatchObject([{ version: 2, pages: 3 }])
    const versions = await owner.send(listPaperVersions, { params: contract() })
    expect(versions.map(({ version }) => version)).toEqual([2, 1])
    const first = await owner.get(`${paperPath(contract())}?version=1`)
    expect(Buffer.from(first.bytes).equals(samplePdf(2))).toBe(true)
    await expectNothingLost(app)
  })

  test('each act has an entry about the record and its video, and the history of the performer shows it', async () => {
    await submitPaper(owner, contract())
    await owner.get(`${paperPath(contract())}?download=1`)
    const entries = await admin.send(listAuditLogs, { query: { resourceId: `${performer}/contract` } })
    expect(entries).toMatchObject([
      { action: 'download', details: { documentType: 'contract', videoId: video.id, version: 1 } },
      { action: 'update', details: { documentType: 'contract', videoId: video.id, version: 1 } },
    ])
    const history = await owner.get(`/api/performers/${performer}/history`)
    expect((history.json as unknown[])[0]).toMatchObject({ documentType: 'contract', action: 'update' })
  })

  test('a repeat with the same key stores one version', async () => {
    const key = randomUUID()
    const [first, second] = [
      await sendPaper(owner, contract(), { key }),
      await sendPaper(owner, contract(), { key }),
    ]
    expect([first.status, isReplay(first), isReplay(second)]).toEqual([200, false, true])
    expect(second.json).toEqual(first.json)
    expect(await list()).toMatchObject([{ version: 1 }])
  })

  test('two uploads at once become two versions', async () => {
    await Promise.all([2, 3].map((pages) => submitPaper(owner, contract(), { bytes: samplePdf(pages) })))
    const versions = await owner.send(listPaperVersions, { params: contract() })
    expect(versions.map(({ version }) => version)).toEqual([2, 1])
  })

  test('a file of another type, or a PDF with a script, is refused by the name of the paper, and nothing is stored', async () => {
    const text = new Uint8Array(Buffer.from('text'))
    const [wrong, script] = [
      await sendPaper(owner, sheet(), { bytes: text, name: 'a.txt' }),
      await sendPaper(owner, sheet(), {
        bytes: new Uint8Array(hostilePdfs['a script that runs on opening'] ?? []),
      }),
    ]
    for (const reply of [wrong, script]) {
      expect(refusalOf(reply)).toEqual([400, 'FILE_TYPE_UNSUPPORTED'])
      expect(JSON.stringify(reply.json)).toContain('説明書面')
    }
    expect(await list()).toEqual([])
    await expectNothingLost(app)
  })

  test('there is a paper only of a performer in the video, and of a known type', async () => {
    const [other] = [await approved()]
    expect(refusalOf(await sendPaper(owner, { ...contract(), performerId: other ?? '' }))).toEqual([
      404,
      'PERFORMER_NOT_FOUND',
    ])
    const unknown = await owner.get(`/api/videos/${video.id}/performers/${performer}/papers/idFront`)
    expect(refusalOf(unknown)).toEqual([404, 'DOCUMENT_NOT_FOUND'])
    expect(refusalOf(await owner.get(paperPath(contract())))).toEqual([404, 'DOCUMENT_NOT_FOUND'])
  })

  test('a removed performer takes its papers from the video; added again, it has them again', async () => {
    await submitPaper(owner, contract())
    await remove(video, performer)
    expect(await list()).toEqual([])
    expect(refusalOf(await owner.get(paperPath(contract())))).toEqual([404, 'PERFORMER_NOT_FOUND'])
    await add(video, [performer])
    expect(await list()).toMatchObject([{ version: 1 }])
  })

  test('an auditor opens a paper only with a reason', async () => {
    await submitPaper(owner, contract())
    expect(refusalOf(await auditor.get(paperPath(contract())))).toEqual([403, 'OPENING_REASON_REQUIRED'])
    await auditor.post(`/api/performers/${performer}/openings`, { reason: '定期監査' })
    expect((await auditor.get(paperPath(contract()))).status).toBe(200)
  })
})

describe('reviewing', () => {
  test('both approvals end what the gate lacks; the entry has what was confirmed, seen and typed', async () => {
    expect(await rulesOf()).toEqual(['contractPaper', 'sheet'])
    await submitPaper(owner, contract())
    await submitPaper(owner, sheet())
    expect(await rulesOf()).toEqual(['contractPaper', 'sheet'])
    expect((await approve(contract())).status).toBe(200)
    expect(await rulesOf()).toEqual(['sheet'])
    expect((await approve(sheet())).status).toBe(200)
    expect(await rulesOf()).toEqual([])
    const [entry] = await admin.send(listAuditLogs, { query: { resourceId: `${performer}/contract` } })
    expect(entry).toMatchObject({
      action: 'verify',
      details: { seen: '2ページ中2ページを表示', typed: ['契約日'], version: 1 },
    })
    expect(entry?.details.checks).toHaveLength(17)
  })

  test('the queue has what waits, the longest wait first, by pages and organisation', async () => {
    await submitPaper(owner, contract())
    clock.moveTo('2026-09-15T01:00:00Z')
    await submitPaper(owner, sheet())
    const query = { organisation: owner.accountId as string }
    const waiting = await admin.send(listWaitingPapers, { query })
    expect(waiting).toMatchObject([
      { paper: { type: 'contract' }, videoTitle: '見本作品', performerName: '見本 花子' },
      { paper: { type: 'explanationSheet' } },
    ])
    const page = await admin.get(`/api/review/papers?organisation=${owner.accountId}&limit=1`)
    expect(page.json).toMatchObject([{ paper: { type: 'contract' } }])
    expect((await admin.get(nextOf(page) ?? '')).json).toMatchObject([
      { paper: { type: 'explanationSheet' } },
    ])
    await approve(contract())
    expect(await admin.send(listWaitingPapers, { query })).toMatchObject([
      { paper: { type: 'explanationSheet' } },
    ])
  })

  test.each([
    ['without the last page', { seen: { width: 700, lens: false, pages: [1] } }, 'seen'],
    ['without one of the checks', { checks: ['person'] }, 'checks'],
    ['without the day of signing', { signedOn: null }, 'signedOn'],
    ['with another day of signing', { signedOn: '2025-04-02' }, 'signedOn'],
  ])('a contract is not approved %s', async (_, change, field) => {
    await submitPaper(owner, contract())
    const reply = await approve(contract(), change)
    expect(reply).toMatchObject({ status: 400, json: { errors: [{ field }] } })
    expect(await list()).toMatchObject([{ status: 'pending' }])
  })

  test.each<[string, object]>([
    ...contractFacts.map((fact): [string, object] => [
      `that does not name ${fact}`,
      { named: contractFacts.filter((each) => each !== fact) },
    ]),
    ['with a void clause', { voidClauses: ['penalty'] }],
  ])('a contract %s is never approved, only rejected', async (_, change) => {
    await submitPaper(owner, contract())
    const { contract: facts } = completeAppearance()
    await appear({ contract: { ...facts, ...change } })
    expect(await approve(contract())).toMatchObject({
      status: 400,
      json: { errors: [{ field: 'contract' }] },
    })
  })

  test('a contract whose facts are not entered is not approved', async () => {
    await submitPaper(owner, contract())
    await appear({ contract: null })
    expect(await approve(contract())).toMatchObject({
      status: 400,
      json: { errors: [{ field: 'contract' }] },
    })
  })

  test('what the reviewer has not opened, or has not seen as it is now, is not decided', async () => {
    await submitPaper(owner, contract())
    const send = (change: object = {}, headers = {}) =>
      statement(contract(), change).then((json) =>
        admin.call('PUT', paperPath(contract(), '/verify'), { json, headers }),
      )
    expect(refusalOf(await send())).toEqual([409, 'DOCUMENT_UNSEEN'])
    expect(refusalOf(await reject(contract(), { codes: ['unreadable'] }))).toEqual([409, 'DOCUMENT_UNSEEN'])
    await openPaperAs(admin, contract())
    await submitPaper(owner, contract(), { bytes: samplePdf(3) })
    expect(refusalOf(await send({}, { 'if-match': '"1"' }))).toEqual([409, 'DOCUMENT_REPLACED'])
    expect(refusalOf(await send())).toEqual([409, 'DOCUMENT_UNSEEN'])
    await openPaperAs(admin, contract())
    const stale = await statement(contract(), { seen: { width: 700, lens: false, pages: [3] } })
    await appear({ contract: { ...completeAppearance().contract, receivedOn: '2025-04-03' } })
    expect(refusalOf(await admin.put(paperPath(contract(), '/verify'), stale))).toEqual([409, 'CONFLICT'])
  })

  test('who uploaded it or entered its facts does not decide, even as an admin (D6)', async () => {
    await submitPaper(admin, contract())
    expect(await list(admin)).toMatchObject([{ ownWork: true }])
    expect(refusalOf(await approve(contract()))).toEqual([409, 'FOUR_EYES'])
    const second = await app.signedIn('admin')
    const { appearances } = await second.send(getVideoFacts, { params: { id: video.id } })
    await second.put(`/api/videos/${video.id}/appearances`, {
      performers: appearances.map(({ performerId: id, version }) => ({ id, version })),
      contract: { ...completeAppearance().contract, receivedOn: '2025-04-05' },
    })
    expect(refusalOf(await approve(contract(), {}, second))).toEqual([409, 'FOUR_EYES'])
    expect((await approve(contract(), {}, await app.signedIn('admin'))).status).toBe(200)
  })

  test('of two decisions at once one succeeds', async () => {
    await submitPaper(owner, contract())
    const second = await app.signedIn('admin')
    await openPaperAs(second, contract())
    const replies = await Promise.all([
      approve(contract()),
      reject(contract(), { codes: ['unreadable'] }, second),
    ])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('a rejection names facts and clauses to the members, hides the note, and is replaced by a new version', async () => {
    await submitPaper(owner, contract())
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
    await submitPaper(owner, contract(), { bytes: samplePdf(3) })
    expect(await list()).toMatchObject([{ version: 2, status: 'pending', rejection: null }])
    expect(await rulesOf()).toContain('contractPaper')
  })

  test('changed facts end the approval of the contract, with an entry; other facts do not', async () => {
    await submitPaper(owner, contract())
    await approve(contract())
    await appear({ consents: [] })
    expect(await list()).toMatchObject([{ status: 'verified' }])
    await appear({ contract: { ...completeAppearance().contract, receivedOn: '2025-04-03' } })
    expect(await list()).toMatchObject([{ status: 'pending', decidedBy: null, checks: [] }])
    expect(await rulesOf()).toContain('contractPaper')
    const [entry] = await admin.send(listAuditLogs, { query: { resourceId: `${performer}/contract` } })
    expect(entry).toMatchObject({
      action: 'update',
      details: { before: { status: 'verified' }, after: { status: 'pending' } },
    })
  })

  test('an approval from before the act was found to apply has confirmed too little', async () => {
    await describeVideo({ category: 'notCovered', categoryReason: '風景' })
    await submitPaper(owner, contract())
    const checks = paperChecks('contract', false).map(({ id }) => id)
    expect((await approve(contract(), { checks })).status).toBe(200)
    await describeVideo()
    expect(await rulesOf()).toContain('contractPaper')
  })

  test('an approved paper is replaced by an admin only', async () => {
    await submitPaper(owner, sheet())
    await approve(sheet())
    expect(refusalOf(await sendPaper(owner, sheet()))).toEqual([409, 'DOCUMENT_VERIFIED'])
    expect((await sendPaper(admin, sheet())).status).toBe(200)
    expect(await list()).toMatchObject([{ version: 2, status: 'pending' }])
  })
})

describe('the record', () => {
  test('a sealed record hides its papers and their names; its destruction ends their files', async () => {
    await submitPaper(owner, contract())
    const [row] = await app.sql<{ object_key: string }>('SELECT object_key FROM paper')
    await admin.delete(`/api/performers/${performer}`)
    expect(await list()).toEqual([])
    expect(await app.sql('SELECT filename FROM paper WHERE video_id = $1', [video.id])).toEqual([
      { filename: '' },
    ])
    expect(await app.services.store.exists(row?.object_key ?? '')).toBe(true)
  })

  test('every check of stored files includes those of papers', async () => {
    await submitPaper(owner, contract())
    const [row] = await app.sql<{ id: string; object_key: string }>(
      'SELECT id, object_key FROM paper WHERE video_id = $1',
      [video.id],
    )
    const { id: documentId = '', object_key: objectKey = '' } = row ?? {}
    const faults = async () => {
      const found = []
      for await (const fault of checkStoredFiles(app.services, () => undefined))
        if (fault.documentId === documentId) found.push(fault)
      return found
    }
    expect(await namedKeys(app.services.db, [objectKey])).toEqual([objectKey])
    expect(await faults()).toEqual([])
    await app.services.store.delete(objectKey)
    expect(await faults()).toEqual([{ documentId, objectKey, fault: 'missing' }])
    expect((await reconcile(app.services)).missing).toContainEqual({ documentId, objectKey })
    expect(refusalOf(await owner.get(paperPath(contract())))).toEqual([500, 'FILE_UNREADABLE'])
  })

  test('no login of the server destroys a paper without its record', async () => {
    await submitPaper(owner, contract())
    await expect(
      app.services.db
        .updateTable('paper')
        .set({ destroyed_at: new Date() })
        .where('video_id', '=', video.id)
        .execute(),
    ).rejects.toThrow('a paper is destroyed with its record')
  })
})
