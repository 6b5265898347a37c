import { randomUUID } from 'node:crypto'
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packLimits } from '@kyc/contract/pack-vocabulary.ts'
import { createPack, listPacks, revokePack } from '@kyc/contract/packs.ts'
import { saveCustodian, saveProducer } from '@kyc/contract/records-2257.ts'
import { saveAppearances, saveVideoFacts } from '@kyc/contract/title-facts.ts'
import type { Video } from '@kyc/contract/videos.ts'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { anonymousBrowser } from '../../testing/app/anonymous-browser.ts'
import { allEntries } from '../../testing/app/audit-export.ts'
import { registerPerformer, verifyDocuments } from '../../testing/app/factories.ts'
import { checkSums, extracted, makePacks, recipientOf, tokenOf } from '../../testing/app/packs.ts'
import { submitPaper } from '../../testing/app/papers.ts'
import { sealLog } from '../../testing/app/seal-log.ts'
import { useStage } from '../../testing/app/test-app.ts'
import { refusalOf } from '../../testing/app/test-client.ts'
import { completeAppearance, coveredFacts } from '../../testing/app/title-facts.ts'
import { videoCalls } from '../../testing/app/video-calls.ts'
import { sweepIntents } from '../documents/intake/sweep-intents.ts'
import { deleteQueuedObjects } from '../records/destruction/delete-objects.ts'
import { endExpiredPacks } from './end-expired-packs.ts'
import { makePack } from './make-pack.ts'
import { claimPack } from './pack-attempts.ts'
import { verifyPack } from './verify-pack.ts'

const { app, owner, other, admin, superadmin } = useStage({
  owner: ['user', '登録 花子'],
  other: 'user',
  admin: ['admin', '審査 次郎'],
  superadmin: 'superadmin',
})
const { make, add, remove: removeFrom } = videoCalls(() => ({ app, owner, admin }))
let video: Video
let performerId: string

beforeAll(async () => {
  const fields = { otherNames: '芸名：さくら', email: 'hanako@example.com', nationality: '日本' }
  ;({ id: performerId } = await registerPerformer(owner, { fields }))
  video = await make('桜の見本', owner, 'SKR-001')
  await add(video, [performerId])
  await owner.send(saveVideoFacts, {
    params: { id: video.id },
    body: { ...coveredFacts, productNumber: 'SKR-001', version: 1 },
  })
  await owner.send(saveAppearances, {
    params: { id: video.id },
    body: { performers: [{ id: performerId, version: 1 }], ...completeAppearance() },
  })
  await verifyDocuments(admin, performerId)
  await submitPaper(owner, { id: video.id, performerId, type: 'contract' })
  await submitPaper(owner, { id: video.id, performerId, type: 'explanationSheet' })
  // Of the two papers, only the approved one is evidence.
  await app.sql("UPDATE paper SET status = 'verified', decided_at = now() WHERE type = 'contract'")
})

type Body = Parameters<typeof createPack.body.parse>[0]
const creation = (body: object) => ({ body: body as never, headers: { 'idempotency-key': randomUUID() } })
const createIn = (by = owner, body: object = { shape: 'appearanceLaw', videoIds: [video.id] }) =>
  by.send(createPack, creation(body))

/** Creates a pack and makes its file, with every entry before it sealed. */
async function made(by = owner, body?: object): Promise<{ id: string; url: string }> {
  const { pack, url } = await createIn(by, body)
  await sealLog(app)
  await makePacks(app)
  return { id: pack.id, url }
}

async function textOf(path: string): Promise<string> {
  const loading = getDocument({
    data: new Uint8Array(await readFile(path)),
    useSystemFonts: true,
    verbosity: 0,
  })
  const pdf = await loading.promise
  const pages = await Promise.all(
    Array.from({ length: pdf.numPages }, async (_, index) => {
      const { items } = await (await pdf.getPage(index + 1)).getTextContent()
      return items.map((item) => ('str' in item ? item.str : '')).join('')
    }),
  )
  await loading.destroy()
  return pages.join('')
}

const filesIn = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name !== 'pack.zip')
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted()

test('a pack opens with unzip and sha256sum -c, and verifies with the key of the log alone', async () => {
  const { url } = await made()
  await using pack = await extracted(app, url)
  expect(await filesIn(pack.folder)).toEqual([
    'SHA256SUMS',
    'SHA256SUMS.sig',
    'index.pdf',
    'log.jsonl',
    'performers/001/idFront-v1-masked.png',
    'titles/001/performer-001-contract-v1.pdf',
  ])
  expect(await checkSums(pack.folder)).toContain('performers/001/idFront-v1-masked.png: OK')
  const report = await verifyPack(pack.folder, app.services.auditSigner)
  expect(report).toMatchObject({ faults: [], files: 4, sealedAt: expect.any(String) })
  expect(report.entries).toBeGreaterThan(report.presentOnly)
  const index = await textOf(join(pack.folder, 'index.pdf'))
  for (const part of [
    '桜の見本',
    'SKR-001',
    '見本 花子',
    'さくら',
    '2025年4月1日',
    '自己申告の日付',
    'マスク済み',
  ])
    expect(index).toContain(part)
})

test('an altered file, entry or list of a pack does not verify', async () => {
  const { url } = await made()
  await using pack = await extracted(app, url)
  const verify = async () => (await verifyPack(pack.folder, app.services.auditSigner)).faults
  const log = join(pack.folder, 'log.jsonl')
  const lines = (await readFile(log, 'utf8')).trimEnd().split('\n')
  const changed = lines.map((line) => line.replace('"action":"update"', '"action":"verify"'))
  expect(changed).not.toEqual(lines)
  await writeFile(log, `${changed.join('\n')}\n`)
  expect(await verify()).toEqual(expect.arrayContaining(['file log.jsonl', expect.stringMatching(/^entry /)]))
  await writeFile(log, `${lines.join('\n')}\n`)
  expect(await verify()).toEqual([])
  await appendFile(join(pack.folder, 'SHA256SUMS'), `${'0'.repeat(64)}  missing.pdf\n`)
  expect(await verify()).toEqual(['signature SHA256SUMS', 'file missing.pdf'])
})

test('identity documents are illegible unless a superadmin states a reason', async () => {
  const unmask = { shape: 'appearanceLaw', videoIds: [video.id], unmaskReason: '配信事業者の審査' }
  for (const by of [owner, admin]) {
    expect(refusalOf(await by.post('/api/packs', unmask))).toEqual([403, 'FORBIDDEN'])
  }
  const masked = await made()
  {
    await using pack = await extracted(app, masked.url)
    const picture = sharp(join(pack.folder, 'performers/001/idFront-v1-masked.png'))
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
    const colours = new Set<string>()
    for (let at = 0; at < data.length; at += info.channels)
      colours.add(data.subarray(at, at + 3).toString('hex'))
    expect(colours.size).toBeLessThanOrEqual(400)
  }
  const open = await made(superadmin, unmask)
  await using pack = await extracted(app, open.url)
  const stored = await owner.get(`/api/performers/${performerId}/documents/idFront`)
  expect(await readFile(join(pack.folder, 'performers/001/idFront-v1.png'))).toEqual(stored.bytes)
  const [entry] = await allEntries(admin, `?resourceId=${open.id}&action=create`)
  expect(entry?.details).toMatchObject({ unmasked: true, reason: '配信事業者の審査' })
})

test('a pack needs a recent sign-in, titles of one organisation that the account may change, and a shape', async () => {
  const call = async (body: Body, by = owner) => {
    const reply = await by.post('/api/packs', body as object)
    return [...refusalOf(reply), (reply.json as { field?: string }).field]
  }
  const titles = { shape: 'appearanceLaw', videoIds: [video.id] }
  expect(await call(titles, other)).toEqual([404, 'VIDEO_NOT_FOUND', 'videoIds'])
  expect(await call({ shape: 'appearanceLaw' })).toEqual([400, 'INVALID_INPUT', 'videoIds'])
  expect(await call({ ...titles, performerId })).toEqual([400, 'INVALID_INPUT', 'videoIds'])
  expect(await call({ ...titles, shape: 'person' })).toEqual([400, 'INVALID_INPUT', 'shape'])
  expect(await call({ ...titles, shape: 'all' })).toEqual([400, 'INVALID_INPUT', 'shape'])
  expect(await call({ ...titles, videoIds: Array(101).fill(video.id) })).toEqual([
    400,
    'INVALID_INPUT',
    'videoIds',
  ])
  const foreign = await make('他社の見本', other)
  expect(await call({ ...titles, videoIds: [video.id, foreign.id] }, admin)).toEqual([
    400,
    'INVALID_INPUT',
    'videoIds',
  ])
  const late = await app.signedIn('user')
  const own = await make('見本', late)
  await app.sql("UPDATE session SET authenticated_at = now() - interval '6 minutes' WHERE account_id = $1", [
    late.accountId,
  ])
  expect(await call({ ...titles, videoIds: [own.id] }, late)).toEqual([403, 'STEP_UP_REQUIRED', null])
})

test('each document in a pack, each opening of its link and each download has an entry', async () => {
  const { id, url } = await made()
  const [copied] = await allEntries(owner, `?resourceId=${performerId}&action=download`)
  expect(copied).toMatchObject({
    userId: owner.accountId,
    resourceType: 'document',
    details: { documentType: 'contract', version: 1, pack: id },
  })
  await recipientOf(app, url)
  await using _ = await extracted(app, url)
  const actions = (await allEntries(owner, `?resourceId=${id}`)).map(({ action, userId }) => [action, userId])
  expect(actions).toEqual([
    ['download', null],
    ['read', null],
    ['read', null],
    ['update', null],
    ['create', owner.accountId],
  ])
  const [listed] = await owner.send(listPacks, {})
  expect(listed).toMatchObject({ id, state: 'ready', openings: 2, progress: { done: 2, total: 2 } })
})

test('a link ends when it is revoked, expires, or a record in it is moved, masked or deleted, with key and file', async () => {
  const person = await registerPerformer(owner)
  const [title, empty] = [await make('終わる見本'), await make('移る見本')]
  await add(title, [person.id])
  const body = { shape: 'cardBrands', videoIds: [title.id, empty.id] }
  const moveTo = (account: string) =>
    app.sql('UPDATE video SET owner_id = $2 WHERE id = $1', [empty.id, account])
  const ends: [string, (id: string) => Promise<unknown>][] = [
    ['revoked', (id) => owner.send(revokePack, { params: { id } })],
    ['expired', (id) => expire(id)],
    ['changed', () => moveTo(other.accountId)],
    [
      'changed',
      () => app.sql('UPDATE document_version SET destroyed_at = now() WHERE performer_id = $1', [person.id]),
    ],
    ['changed', () => removeFrom(title, person.id)],
    ['changed', () => admin.delete(`/api/performers/${person.id}`)],
  ]
  for (const [reason, end] of ends) {
    await moveTo(owner.accountId)
    await add(title, [person.id])
    const { id, url } = await made(owner, body)
    const browser = await recipientOf(app, url)
    const key = await objectKeyOf(id)
    expect(await app.services.store.exists(key)).toBe(true)
    await end(id)
    expect(
      await app.sql('SELECT state, end_reason, key_box, object_key FROM pack WHERE id = $1', [id]),
    ).toEqual([{ state: 'ended', end_reason: reason, key_box: null, object_key: null }])
    expect(refusalOf(await browser.get('/api/packs/file'))).toEqual([404, 'PACK_ENDED'])
    const again = (await anonymousBrowser(app)).post('/api/packs/opened', { token: tokenOf(url) })
    expect(refusalOf(await again)).toEqual([404, 'PACK_ENDED'])
    await deleteQueuedObjects(app.services)
    expect(await app.services.store.exists(key)).toBe(false)
  }
})

test('an ended pack is not ended again, and a wrong or missing token opens nothing', async () => {
  const { id } = await made()
  await owner.send(revokePack, { params: { id } })
  await owner.send(revokePack, { params: { id } })
  expect(await allEntries(owner, `?resourceId=${id}&action=delete`)).toHaveLength(1)
  const browser = await anonymousBrowser(app)
  expect(refusalOf(await browser.post('/api/packs/opened', { token: 'x' }))).toEqual([404, 'PACK_ENDED'])
  expect(refusalOf(await browser.get('/api/packs/file'))).toEqual([404, 'PACK_ENDED'])
  expect(refusalOf(await other.delete(`/api/packs/${id}`))).toEqual([404, 'PACK_NOT_FOUND'])
})

test('a link opens nothing once its author may not create it any more', async () => {
  const unmasked = { shape: 'appearanceLaw', videoIds: [video.id], unmaskReason: '審査' }
  const former = await app.signedIn('superadmin')
  const links = [await made(former, unmasked), await made()] as const
  const opens = async ({ url }: { url: string }) =>
    (await (await anonymousBrowser(app)).post('/api/packs/opened', { token: tokenOf(url) })).status
  expect([await opens(links[0]), await opens(links[1])]).toEqual([200, 200])
  await app.sql("UPDATE account SET own_role = 'admin', role = 'admin' WHERE id = $1", [former.accountId])
  await app.sql("UPDATE membership SET role = 'viewer' WHERE account_id = $1", [owner.accountId])
  expect([await opens(links[0]), await opens(links[1])]).toEqual([404, 404])
  await app.sql("UPDATE membership SET role = 'representative' WHERE account_id = $1", [owner.accountId])
})

test('an attempt whose process dies leaves no file to open, and the next one makes it', async () => {
  const { pack, url } = await createIn()
  const claim = await claimPack(app.services.db, pack.id)
  const died = new AbortController()
  died.abort(new Error('killed'))
  if (claim) await makePack(app.services, claim, died.signal)
  const browser = await recipientOf(app, url)
  expect(refusalOf(await browser.get('/api/packs/file'))).toEqual([404, 'PACK_ENDED'])
  // Its lease still holds.
  expect(await claimPack(app.services.db, pack.id)).toBeUndefined()
  await app.sql("UPDATE pack SET due_at = now() - interval '1 second' WHERE id = $1", [pack.id])
  await makePacks(app)
  expect((await browser.get('/api/packs/file')).status).toBe(200)
  await sweepIntents(app.services)
  const objects = await app.sql<{ state: string }>(
    'SELECT state FROM upload_intent WHERE account_id = $1 ORDER BY created_at DESC LIMIT 2',
    [owner.accountId],
  )
  expect(objects.map(({ state }) => state)).toEqual(['committed', 'aborted'])
})

test('a pack that ends while its file is made stores none', async () => {
  const { pack } = await createIn()
  const claim = await claimPack(app.services.db, pack.id)
  await owner.send(revokePack, { params: { id: pack.id } })
  if (claim) await makePack(app.services, claim, new AbortController().signal)
  expect(await app.sql('SELECT state, object_key FROM pack WHERE id = $1', [pack.id])).toEqual([
    { state: 'ended', object_key: null },
  ])
})

test('after three attempts that died, a pack has failed', async () => {
  const { pack } = await createIn()
  for (let attempt = 1; attempt <= 3; attempt++) {
    expect(await claimPack(app.services.db, pack.id)).toMatchObject({ attempts: attempt })
    await app.sql("UPDATE pack SET due_at = now() - interval '1 second' WHERE id = $1", [pack.id])
  }
  expect(await claimPack(app.services.db, pack.id)).toBeUndefined()
  const listed = await owner.send(listPacks, { query: { video: video.id } })
  expect(listed.find(({ id }) => id === pack.id)).toMatchObject({ state: 'failed', failure: 'error' })
})

test('a damaged document is left out, and the index says so', async () => {
  const person = await registerPerformer(owner)
  await verifyDocuments(admin, person.id, ['idFront'])
  const [row] = await app.sql<{ thumbnail_key: string }>(
    "SELECT thumbnail_key FROM document_version WHERE performer_id = $1 AND type = 'idFront'",
    [person.id],
  )
  await app.services.store.delete(row?.thumbnail_key ?? '')
  const { url } = await made(owner, { shape: 'usc2257', performerId: person.id })
  await using pack = await extracted(app, url)
  expect(await filesIn(pack.folder)).not.toContain('performers/001/idFront-v1-masked.png')
  expect(await textOf(join(pack.folder, 'index.pdf'))).toContain('読み取れないため')
})

test('the pack of 2257 has index, statement and ID copies, and nothing that the law does not name', async () => {
  await saveRecords()
  const { url } = await made(owner, { shape: 'usc2257', videoIds: [video.id] })
  await using pack = await extracted(app, url)
  expect(await filesIn(pack.folder)).toEqual([
    'SHA256SUMS',
    'SHA256SUMS.sig',
    'index.pdf',
    'log.jsonl',
    'performers/001/idFront-v1-masked.png',
    'titles/001/statement.html',
    'titles/001/statement.txt',
  ])
  const index = await textOf(join(pack.folder, 'index.pdf'))
  for (const part of [
    '見本 花子',
    'さくら',
    '桜の見本',
    'SKR-001',
    '2025年5月20日',
    '東京都港区1-1',
    '制作会社見本',
  ])
    expect(index).toContain(part)
  for (const part of ['日本<', 'hanako@example.com', '契約日', '同意', '映像の確認', '承認'])
    expect(index).not.toContain(part)
  const log = await readFile(join(pack.folder, 'log.jsonl'), 'utf8')
  expect(log).not.toContain('"details":')
  expect(await readFile(join(pack.folder, 'titles/001/statement.txt'), 'utf8')).toBe(
    '18 U.S.C. § 2257 Record-Keeping Statement\nTitle: 桜の見本\nDate of production: 2025-05-20\nPrimary producer: 制作会社見本, 大阪市北区2-2\nThe records required by 18 U.S.C. § 2257 and 28 C.F.R. Part 75 are kept by the custodian of records:\n保管 太郎, 法務部長\n東京都港区1-1\n',
  )
})

test('the pack of a person is their archive with index and proof, and only a superadmin with a reason makes it', async () => {
  const body = { shape: 'person', performerId }
  for (const by of [owner, admin])
    expect(refusalOf(await by.post('/api/packs', body))).toEqual([403, 'FORBIDDEN'])
  expect((await superadmin.post('/api/packs', body)).json).toMatchObject({ field: 'unmaskReason' })
  const { url } = await made(superadmin, { ...body, unmaskReason: 'ご本人の開示の請求' })
  await using pack = await extracted(app, url)
  const files = await filesIn(pack.folder)
  expect(files).toEqual(
    expect.arrayContaining(['data.json', 'index.html', 'index.pdf', 'documents/idFront-v1.png']),
  )
  expect(JSON.parse(await readFile(join(pack.folder, 'data.json'), 'utf8'))).toMatchObject({
    performer: { id: performerId, details: { email: 'hanako@example.com' } },
  })
  expect((await verifyPack(pack.folder, app.services.auditSigner)).faults).toEqual([])
  await checkSums(pack.folder)
})

test('the extract of the log hides who of the office acted, and its notes', async () => {
  const { url } = await made(superadmin)
  await using pack = await extracted(app, url)
  const log = await readFile(join(pack.folder, 'log.jsonl'), 'utf8')
  expect(log).toContain(owner.accountId)
  expect(log).not.toContain(admin.accountId)
})

test('an organisation may have fifty packs that have not ended', async () => {
  const late = await app.signedIn('user')
  const own = await make('多数の見本', late)
  const body = { shape: 'cardBrands', videoIds: [own.id] }
  const { pack } = await createIn(late, body)
  await app.sql(
    `INSERT INTO pack (id, owner_id, shape, unmasked, created_by, created_at, expires_at, token_hash)
     SELECT gen_random_uuid(), owner_id, shape, unmasked, created_by, created_at, expires_at, int4send(n)
     FROM pack, generate_series(1, $2) n WHERE id = $1`,
    [pack.id, packLimits.open - 1],
  )
  expect(refusalOf(await late.post('/api/packs', body))).toEqual([409, 'PACK_LIMIT'])
  await app.sql("UPDATE pack SET expires_at = now() - interval '1 second' WHERE owner_id = $1 AND id <> $2", [
    late.accountId,
    pack.id,
  ])
  expect(await endExpiredPacks(app.services)).toBe(packLimits.open - 1)
  await createIn(late, body)
})

test('a repeated creation returns the same pack with the same link', async () => {
  const call = creation({ shape: 'cardBrands', videoIds: [video.id] })
  const first = await owner.send(createPack, call)
  expect(await owner.send(createPack, call)).toEqual(first)
})

async function saveRecords(): Promise<void> {
  await owner.send(saveCustodian, {
    params: { id: owner.accountId },
    body: { name: '保管 太郎', title: '法務部長', address: '東京都港区1-1', version: 0 },
  })
  await owner.send(saveProducer, {
    params: { id: video.id },
    body: { name: '制作会社見本', address: '大阪市北区2-2', version: 0 },
  })
}

async function expire(id: string): Promise<void> {
  await app.sql("UPDATE pack SET expires_at = now() - interval '1 second' WHERE id = $1", [id])
  await endExpiredPacks(app.services)
}

async function objectKeyOf(id: string): Promise<string> {
  const [row] = await app.sql<{ object_key: string }>('SELECT object_key FROM pack WHERE id = $1', [id])
  return row?.object_key ?? ''
}
