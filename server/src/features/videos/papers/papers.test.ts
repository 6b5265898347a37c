import { randomUUID } from 'node:crypto'
import { listAuditLogs } from '@kyc/contract/audit.ts'
import { listPaperVersions } from '@kyc/contract/papers.ts'
import { describe, expect, test } from 'vitest'
import { paperStage } from '../../../testing/app/paper-stage.ts'
import { paperPath, sendPaper, submitPaper } from '../../../testing/app/papers.ts'
import { samplePdf } from '../../../testing/app/sample-files.ts'
import { hostilePdfs } from '../../../testing/app/sample-pdfs.ts'
import { refusalOf } from '../../../testing/app/test-client.ts'
import { expectNothingLost, isReplay } from '../../../testing/app/uploads.ts'
import { checkStoredFiles } from '../../documents/check-stored-files.ts'
import { reconcile } from '../../documents/reconcile.ts'
import { namedKeys } from '../../records/destruction/named-keys.ts'

const { app, admin, auditor, made, approved, add, remove, contract, sheet, list } = paperStage()

describe('submitting', () => {
  test('a paper is stored encrypted, listed with its video, opened, downloaded, and replaced by a version', async () => {
    const stored = await submitPaper(made.owner, contract())
    expect(stored).toMatchObject({
      ...{
        videoId: made.video.id,
        performerId: made.performer,
        type: 'contract',
        version: 1,
        status: 'pending',
      },
      ...{ filename: '契約書.pdf', mimeType: 'application/pdf', pages: 2, uploadedBy: '登録 太郎' },
    })
    const reply = await made.owner.get(`${paperPath(contract())}?download=1`)
    expect(Buffer.from(reply.bytes).equals(samplePdf(2))).toBe(true)
    await submitPaper(made.owner, contract(), { bytes: samplePdf(3) })
    expect(await list()).toMatchObject([{ version: 2, pages: 3 }])
    const versions = await made.owner.send(listPaperVersions, { params: contract() })
    expect(versions.map(({ version }) => version)).toEqual([2, 1])
    const first = await made.owner.get(`${paperPath(contract())}?version=1`)
    expect(Buffer.from(first.bytes).equals(samplePdf(2))).toBe(true)
    await expectNothingLost(app)
  })

  test('each act has an entry about the record and its video, and the history of the performer shows it', async () => {
    await submitPaper(made.owner, contract())
    await made.owner.get(`${paperPath(contract())}?download=1`)
    const entries = await admin.send(listAuditLogs, { query: { resourceId: `${made.performer}/contract` } })
    expect(entries).toMatchObject([
      { action: 'download', details: { documentType: 'contract', videoId: made.video.id, version: 1 } },
      { action: 'update', details: { documentType: 'contract', videoId: made.video.id, version: 1 } },
    ])
    const history = await made.owner.get(`/api/performers/${made.performer}/history`)
    expect((history.json as unknown[])[0]).toMatchObject({ documentType: 'contract', action: 'update' })
  })

  test('a repeat with the same key stores one version', async () => {
    const key = randomUUID()
    const [first, second] = [
      await sendPaper(made.owner, contract(), { key }),
      await sendPaper(made.owner, contract(), { key }),
    ]
    expect([first.status, isReplay(first), isReplay(second)]).toEqual([200, false, true])
    expect(second.json).toEqual(first.json)
    expect(await list()).toMatchObject([{ version: 1 }])
  })

  test('two uploads at once become two versions', async () => {
    await Promise.all([2, 3].map((pages) => submitPaper(made.owner, contract(), { bytes: samplePdf(pages) })))
    const versions = await made.owner.send(listPaperVersions, { params: contract() })
    expect(versions.map(({ version }) => version)).toEqual([2, 1])
  })

  test('a file of another type, or a PDF with a script, is refused by the name of the paper, and nothing is stored', async () => {
    const text = new Uint8Array(Buffer.from('text'))
    const [wrong, script] = [
      await sendPaper(made.owner, sheet(), { bytes: text, name: 'a.txt' }),
      await sendPaper(made.owner, sheet(), {
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

  test('a paper exists only for a performer in the video, and of a known type', async () => {
    const [other] = [await approved()]
    expect(refusalOf(await sendPaper(made.owner, { ...contract(), performerId: other ?? '' }))).toEqual([
      404,
      'PERFORMER_NOT_FOUND',
    ])
    const unknown = await made.owner.get(
      `/api/videos/${made.video.id}/performers/${made.performer}/papers/idFront`,
    )
    expect(refusalOf(unknown)).toEqual([404, 'DOCUMENT_NOT_FOUND'])
    expect(refusalOf(await made.owner.get(paperPath(contract())))).toEqual([404, 'DOCUMENT_NOT_FOUND'])
  })

  test('a performer who is removed from the video is removed with its papers, and has them again when added again', async () => {
    await submitPaper(made.owner, contract())
    await remove(made.video, made.performer)
    expect(await list()).toEqual([])
    expect(refusalOf(await made.owner.get(paperPath(contract())))).toEqual([404, 'PERFORMER_NOT_FOUND'])
    await add(made.video, [made.performer])
    expect(await list()).toMatchObject([{ version: 1 }])
  })

  test('an auditor opens a paper only with a reason', async () => {
    await submitPaper(made.owner, contract())
    expect(refusalOf(await auditor.get(paperPath(contract())))).toEqual([403, 'OPENING_REASON_REQUIRED'])
    await auditor.post(`/api/performers/${made.performer}/openings`, { reason: '定期監査' })
    expect((await auditor.get(paperPath(contract()))).status).toBe(200)
  })
})

describe('the record', () => {
  test('a sealed record hides its papers and their names; its destruction ends their files', async () => {
    await submitPaper(made.owner, contract())
    const [row] = await app.sql<{ object_key: string }>('SELECT object_key FROM paper')
    await admin.delete(`/api/performers/${made.performer}`)
    expect(await list()).toEqual([])
    expect(await app.sql('SELECT filename FROM paper WHERE video_id = $1', [made.video.id])).toEqual([
      { filename: '' },
    ])
    expect(await app.services.store.exists(row?.object_key ?? '')).toBe(true)
  })

  test('every check of stored files includes those of papers', async () => {
    await submitPaper(made.owner, contract())
    const [row] = await app.sql<{ id: string; object_key: string }>(
      'SELECT id, object_key FROM paper WHERE video_id = $1',
      [made.video.id],
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
    expect(refusalOf(await made.owner.get(paperPath(contract())))).toEqual([500, 'FILE_UNREADABLE'])
  })

  test('no login of the server destroys a paper without its record', async () => {
    await submitPaper(made.owner, contract())
    await expect(
      app.services.db
        .updateTable('paper')
        .set({ destroyed_at: new Date() })
        .where('video_id', '=', made.video.id)
        .execute(),
    ).rejects.toThrow('a paper is destroyed with its record')
  })
})
