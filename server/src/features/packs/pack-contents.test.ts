import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { saveCustodian, saveProducer } from '@kyc/contract/records-2257.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { allEntries } from '../../testing/app/audit-export.ts'
import { registerPerformer, verifyDocuments } from '../../testing/app/factories.ts'
import { usePackStage } from '../../testing/app/pack-stage.ts'
import { checkSums, extracted, filesIn, textOf } from '../../testing/app/packs.ts'
import { refusalOf } from '../../testing/app/test-client.ts'
import { verifyPack } from './verify-pack.ts'

const { app, owner, admin, superadmin, record, made } = usePackStage()

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
  const unmask = { shape: 'appearanceLaw', videoIds: [record.video.id], unmaskReason: '配信事業者の審査' }
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
  const stored = await owner.get(`/api/performers/${record.performerId}/documents/idFront`)
  expect(await readFile(join(pack.folder, 'performers/001/idFront-v1.png'))).toEqual(stored.bytes)
  const [entry] = await allEntries(admin, `?resourceId=${open.id}&action=create`)
  expect(entry?.details).toMatchObject({ unmasked: true, reason: '配信事業者の審査' })
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
  const { url } = await made(owner, { shape: 'usc2257', videoIds: [record.video.id] })
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
  const body = { shape: 'person', performerId: record.performerId }
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
    performer: { id: record.performerId, details: { email: 'hanako@example.com' } },
  })
  expect((await verifyPack(pack.folder, app.services.auditSigner)).faults).toEqual([])
  await checkSums(pack.folder)
})

test('the extract of the log hides the accounts and the notes of the office', async () => {
  const { url } = await made(superadmin)
  await using pack = await extracted(app, url)
  const log = await readFile(join(pack.folder, 'log.jsonl'), 'utf8')
  expect(log).toContain(owner.accountId)
  expect(log).not.toContain(admin.accountId)
})

async function saveRecords(): Promise<void> {
  await owner.send(saveCustodian, {
    params: { id: owner.accountId },
    body: { name: '保管 太郎', title: '法務部長', address: '東京都港区1-1', version: 0 },
  })
  await owner.send(saveProducer, {
    params: { id: record.video.id },
    body: { name: '制作会社見本', address: '大阪市北区2-2', version: 0 },
  })
}
