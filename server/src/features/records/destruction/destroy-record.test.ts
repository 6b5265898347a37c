import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listAuditLogs } from '@kyc/contract/audit.ts'
import { dashboardStats } from '@kyc/contract/dashboard.ts'
import { giveOpeningReason } from '@kyc/contract/document-openings.ts'
import { createPerformerLink } from '@kyc/contract/performer-links.ts'
import { addReviewNote } from '@kyc/contract/review.ts'
import {
  confirmDestruction,
  endLegalHold,
  giveSealedReason,
  holdSealedPerformer,
  openSealedPerformer,
  requestDestruction,
  withdrawDestruction,
} from '@kyc/contract/sealed-performers.ts'
import { createVideo } from '@kyc/contract/videos.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../../../platform/log.ts'
import { moveDatabase } from '../../../testing/app/database-clock.ts'
import { allDetails, everythingStored } from '../../../testing/app/everything-stored.ts'
import { registerPerformer, verifyDocuments } from '../../../testing/app/factories.ts'
import { openPaperAs, paperPath, submitPaper } from '../../../testing/app/papers.ts'
import { replace } from '../../../testing/app/replacements.ts'
import { sampleJpeg, samplePdf, samplePng } from '../../../testing/app/sample-files.ts'
import { destroyEarly, endRetention, passDelay } from '../../../testing/app/sealed-records.ts'
import { useStage } from '../../../testing/app/test-app.ts'
import { TestClock } from '../../../testing/app/test-clock.ts'
import { deleteQueuedObjects } from './delete-objects.ts'
import { destroyConfirmed } from './destroy-confirmed.ts'
import { destroyEnded } from './destroy-ended.ts'
import { refuseHalfDestroyed } from './refuse-half-destroyed.ts'
import { repeatDestructions } from './repeat-destructions.ts'

const clock = new TestClock('2026-05-20T15:00:00Z')
const logged: string[] = []
const log = createLog({ logLevel: 'trace' }, { write: (line: string) => void logged.push(line) })
const { app, owner, auditor, admin, first, second } = useStage(
  { owner: 'user', auditor: 'auditor', admin: 'admin', first: 'superadmin', second: 'superadmin' },
  { overrides: { clock }, log },
)

beforeAll(() => moveDatabase(app, clock.now()))

const canaries: string[] = []
let made = 10

/** A new text that occurs nowhere else. */
function canary(alphabet: 'ascii' | 'kana' = 'ascii'): string {
  const letters = alphabet === 'kana' ? 'あいうえおかきくけこ' : 'QWZXKVJPYG'
  const text = [...`${made++}`].map((digit) => letters[Number(digit)]).join('')
  const name = alphabet === 'kana' ? `ねこぜ${text}とり` : `ZQ${text}VX`
  canaries.push(name)
  return name
}

const names = () => ({
  lastName: canary(),
  firstName: canary(),
  lastNameRoman: canary(),
  firstNameRoman: canary(),
  lastNameKana: canary('kana'),
  firstNameKana: canary('kana'),
})
const others = () => ({
  nationality: canary(),
  email: `${canary()}@example.com`,
  external_id: canary(),
  otherNames: `旧名：${canary()}`,
})

async function file(extension: 'pdf' | 'png' | 'jpg' = 'png') {
  const bytes = { pdf: samplePdf, png: samplePng, jpg: sampleJpeg }[extension]
  return { name: `${canary()}.${extension}`, bytes: await bytes() }
}

/** Registers a performer with every field and file, and does with it everything that stores a text. */
async function live(): Promise<string> {
  const files = {
    agreementFile: await file('pdf'),
    idFront: await file(),
    idBack: await file(),
    selfie: await file(),
    selfieWithId: await file('jpg'),
  }
  const { id } = await registerPerformer(owner, { fields: { ...names(), ...others() }, files })
  expect((await owner.patch(`/api/performers/${id}`, { ...names(), ...others() })).status).toBe(200)
  for (const type of ['agreementFile', 'idFront', 'selfie']) {
    const body = { codes: ['other'], message: canary(), note: canary() }
    expect((await admin.put(`/api/performers/${id}/documents/${type}/reject`, body)).status).toBe(200)
    const link = { email: `${canary()}@example.com`, language: 'ja' } as const
    await owner.send(createPerformerLink, { params: { id }, body: link })
    const { name, bytes } = await file('jpg')
    await replace(owner, id, type, bytes, { name })
  }
  await rejectedPaper(id)
  await verifyDocuments(admin, id, ['selfie'])
  await admin.send(addReviewNote, { params: { id }, body: { text: canary() } })
  const edit = { lastName: canary(), reason: canary() }
  expect((await admin.patch(`/api/performers/${id}`, edit)).status).toBe(200)
  await auditor.send(giveOpeningReason, { params: { id }, body: { reason: canary() } })
  expect((await admin.delete(`/api/performers/${id}`)).status).toBe(204)
  const because = () => ({ params: { id }, body: { reason: canary() } })
  const ask = () => ({ params: { id }, body: { kind: 'subject_request' as const, reason: canary() } })
  await first.send(giveSealedReason, because())
  await first.send(openSealedPerformer, { params: { id } })
  await first.get(`/api/sealed-performers/${id}/documents/selfie`)
  await first.send(holdSealedPerformer, because())
  await first.send(endLegalHold, because())
  await first.send(requestDestruction, ask())
  await second.send(withdrawDestruction, { params: { id } })
  await first.send(requestDestruction, ask())
  return id
}

/** A video with the performer, and with a contract that was rejected. */
async function rejectedPaper(performerId: string): Promise<void> {
  const video = await owner.send(createVideo, { body: { title: '見本作品' } })
  await owner.post(`/api/videos/${video.id}/performers`, { performerIds: [performerId] })
  const paper = { id: video.id, performerId, type: 'contract' } as const
  await submitPaper(owner, paper, await file('pdf'))
  await openPaperAs(admin, paper)
  const body = { codes: ['other'], message: canary(), note: canary() }
  expect((await admin.put(paperPath(paper, '/reject'), body)).status).toBe(200)
  // States that no publication is missing: a video that may be on sale would keep the record (D110).
  await owner.put(`/api/videos/${video.id}/publications-known`, { known: true })
}

function found(text: string): string[] {
  return canaries.filter((each) => text.includes(each) || text.includes(Buffer.from(each).toString('hex')))
}

async function allFiles(): Promise<string> {
  const entries = await readdir(app.dataDir, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  return (await Promise.all(paths.map((path) => readFile(path)))).map((bytes) => bytes.toString()).join('\n')
}

const objects = (id: string) =>
  app.sql<{ key: string }>(
    'SELECT unnest(ARRAY[object_key, screen_key, thumbnail_key]) AS key FROM stored_file WHERE performer_id = $1',
    [id],
  )

test('nothing of a destroyed person is left in the database, the files or the log', async () => {
  const id = await live()
  expect(canaries.length).toBeGreaterThanOrEqual(40)
  expect(new Set(canaries).size).toBe(canaries.length)
  expect(found(await allDetails(app)).length).toBeGreaterThan(20)
  const stored = (await objects(id)).flatMap(({ key }) => key ?? [])
  expect(stored.length).toBeGreaterThan(15)
  expect(found(JSON.stringify(await app.mails())).length).toBeGreaterThan(3)

  await second.send(confirmDestruction, { params: { id } })
  await passDelay(app, id)
  await destroyConfirmed(app.services)
  await deleteQueuedObjects(app.services)
  for (const key of stored) expect(await app.services.store.exists(key)).toBe(false)
  expect(found(await everythingStored(app))).toEqual([])
  expect(found(await allDetails(app))).toEqual([])
  expect(found(await allFiles())).toEqual([])
  expect(found(logged.join('\n'))).toEqual([])
  // Mails that could not be sent wait for hours, and as dead letters for days, under a key that remains.
  expect(found(JSON.stringify(await app.mails()))).toEqual([])
  expect(found(JSON.stringify(await first.send(listAuditLogs, { query: { resourceId: id } })))).toEqual([])
  const [key] = await app.sql('SELECT wrapped FROM performer_key WHERE performer_id = $1', [id])
  expect(key).toEqual({ wrapped: null })
})

test('the server can delete the details of entries only of destroyed performers', async () => {
  const { id } = await registerPerformer(owner)
  const { db } = app.services
  const shred = () => db.executeQuery({ sql: `SELECT shred_entries('${id}')` } as never)
  await expect(shred).rejects.toThrow()
  await expect(db.deleteFrom('audit_pii').execute()).rejects.toThrow('permission denied')
})

test('a crash in the middle of the destruction destroys nothing, and the next run does everything', async () => {
  const { id } = await registerPerformer(owner)
  await admin.delete(`/api/performers/${id}`)
  await endRetention(app, id)
  const state = () =>
    app.sql(
      `SELECT p.destroyed_at IS NULL AND p.sealed_box IS NOT NULL AND k.wrapped IS NOT NULL AS intact,
         (SELECT count(*)::int FROM object_deletion) AS queued
       FROM performer p JOIN performer_key k ON k.performer_id = p.id WHERE p.id = $1`,
      [id],
    )
  await app.sql('BEGIN')
  await app.sql('LOCK TABLE audit_pii IN ACCESS EXCLUSIVE MODE')
  const run = destroyEnded(app.services)
  const blocked =
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
  await expect.poll(async () => (await app.sql(blocked)).length).toBeGreaterThan(0)
  await app.sql(`SELECT pg_terminate_backend(pid) FROM (${blocked}) waiting`)
  await run
  await app.sql('COMMIT')
  expect(await state()).toEqual([{ intact: true, queued: 0 }])
  await destroyEnded(app.services)
  expect(await state()).toMatchObject([{ intact: false }])
})

test('the end of the retention destroys nothing in the three days after a restore', async () => {
  const { id } = await registerPerformer(owner)
  await admin.delete(`/api/performers/${id}`)
  await endRetention(app, id)
  const restored = (age: string) =>
    app.sql(
      `INSERT INTO installation (name, at) VALUES ('restored', now() - $1::interval)
      ON CONFLICT (name) DO UPDATE SET at = excluded.at`,
      [age],
    )
  const destroyed = () =>
    app.sql('SELECT destroyed_at IS NOT NULL AS done FROM performer WHERE id = $1', [id])
  await restored('2 days 23 hours')
  await destroyEnded(app.services)
  expect(await destroyed()).toEqual([{ done: false }])
  await restored('3 days 1 hour')
  await destroyEnded(app.services)
  expect(await destroyed()).toEqual([{ done: true }])
  await app.sql("DELETE FROM installation WHERE name = 'restored'")
})

describe('an older backup with the newer keys', () => {
  const tables = ['performer', 'document_version', 'audit_pii', 'legal_hold', 'destruction_request']

  async function backUp(): Promise<void> {
    await app.sql('DROP SCHEMA IF EXISTS older CASCADE')
    await app.sql('CREATE SCHEMA older')
    for (const table of tables) await app.sql(`CREATE TABLE older.${table} AS TABLE ${table}`)
  }

  /** Puts the rows of the backup back, without their foreign keys and checks, as pg_restore does. */
  async function restore(): Promise<void> {
    await app.sql("SET session_replication_role = 'replica'")
    for (const table of [...tables].reverse()) await app.sql(`DELETE FROM ${table}`)
    for (const table of tables) {
      const [row] = await app.sql<{ columns: string }>(
        `SELECT string_agg(quote_ident(column_name), ', ') AS columns FROM information_schema.columns
         WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER'`,
        [table],
      )
      await app.sql(`INSERT INTO ${table} (${row?.columns}) SELECT ${row?.columns} FROM older.${table}`)
    }
    await app.sql("SET session_replication_role = 'origin'")
    await app.sql('DROP SCHEMA older CASCADE')
  }

  test.each(['before the deletion', 'while it was sealed'])(
    'made %s shows nothing about a person whose record was destroyed',
    async (time) => {
      canaries.length = 0
      const fields = { ...names(), ...others() }
      const { id } = await registerPerformer(owner, { fields, files: { selfie: await file() } })
      const kept = await registerPerformer(owner)
      const counts = async () => {
        const { totalPerformers, totalDocuments, waitingReviews } = await owner.send(dashboardStats)
        return { totalPerformers, totalDocuments, waitingReviews }
      }
      if (time === 'before the deletion') await backUp()
      await admin.delete(`/api/performers/${id}`)
      if (time !== 'before the deletion') await backUp()
      const before = await counts()
      await destroyEarly(app, [first, second], id)
      await restore()
      // The restored counters are those of the restored rows.
      if (time === 'before the deletion')
        await app.sql(
          "SELECT bump($1, 'performer.pending', 1), bump($1, 'performer.waiting', 1), bump($1, 'document', 3)",
          [owner.accountId],
        )

      await expect(refuseHalfDestroyed(app.services.db)).rejects.toThrow(
        '1 key is destroyed and its record is not',
      )
      expect(await repeatDestructions(app.services, [kept.id])).toBe(0)
      expect(await repeatDestructions(app.services, [id, kept.id])).toBe(1)
      expect(await repeatDestructions(app.services, [id])).toBe(0)
      await refuseHalfDestroyed(app.services.db)
      expect(found(await everythingStored(app))).toEqual([])
      expect(found(await allDetails(app))).toEqual([])
      expect(await counts()).toEqual(before)
      for (const by of [owner, admin]) expect((await by.get(`/api/performers/${id}`)).status).toBe(404)
      expect((await first.get(`/api/sealed-performers/${id}/record`)).status).toBe(409)
      expect((await owner.get(`/api/performers/${kept.id}`)).status).toBe(200)
    },
  )
})
