import { fileURLToPath } from 'node:url'
import { listHints } from '@kyc/contract/hints.ts'
import { deletePerformer } from '@kyc/contract/performers.ts'
import { undoDestruction } from '@kyc/contract/withheld-documents.ts'
import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { registerPerformer } from '../../../testing/app/factories.ts'
import { insertDocumentRow, insertPerformerRows, performerRow } from '../../../testing/app/performer-rows.ts'
import { type TestAccount, useStage } from '../../../testing/app/test-app.ts'

const specimens = fileURLToPath(new URL('../../../demo/specimens/', import.meta.url))

const { app, user, stranger, admin } = useStage({ user: 'user', stranger: 'user', admin: 'admin' })

/** Without those about the agreement, which all performers of these tests share. */
const hintsOf = async (id: string, by: TestAccount) =>
  (await by.send(listHints, { params: { id } })).filter(
    ({ documentType }) => documentType !== 'agreementFile',
  )
const photo = async (change: (picture: Sharp) => Sharp, name = 'selfie-1.jpg') => ({
  name: 'photo.jpg',
  bytes: new Uint8Array(await change(sharp(specimens + name)).toBuffer()),
})

test('the same file, a similar photo and the same person are named within the organisation only', async () => {
  const born = {
    date_of_birth: '1990-04-01',
    lastName: '見本',
    firstName: '一子',
    lastNameRoman: 'MIHON',
    firstNameRoman: 'ICHIKO',
  }
  const selfie = await photo((picture) => picture.jpeg({ quality: 90 }))
  const first = await registerPerformer(user, { fields: born, files: { selfie, idFront: selfie } })
  const similar = await photo((picture) => picture.jpeg({ quality: 60 }))
  const second = await registerPerformer(user, { fields: { lastName: '別' }, files: { selfie: similar } })
  const third = await registerPerformer(stranger, { fields: born, files: { selfie, idFront: selfie } })
  const others = { id: second.id, name: second.name }
  expect(await hintsOf(first.id, user)).toEqual([
    { kind: 'similar_picture', documentType: 'selfie', performer: others },
  ])
  const elsewhere = [
    { kind: 'same_file', documentType: 'idFront', performer: null },
    { kind: 'same_face_photo', documentType: 'selfie', performer: null },
    { kind: 'same_person', documentType: null, performer: null },
  ]
  const byAdmin = await hintsOf(first.id, admin)
  expect(byAdmin).toHaveLength(4)
  expect(byAdmin).toEqual(
    expect.arrayContaining([
      ...elsewhere,
      { kind: 'similar_picture', documentType: 'selfie', performer: others },
    ]),
  )
  // The owner of the other record learns nothing, and admins no name.
  expect(await hintsOf(third.id, stranger)).toEqual([])
  expect(JSON.stringify(await hintsOf(third.id, admin))).not.toContain('見本')
})

test('the same back of an ID says nothing about a person, and gives no hint', async () => {
  const back = await photo((picture) => picture.flip().jpeg({ quality: 93 }))
  const one = await registerPerformer(user, { fields: { lastName: '参' }, files: { idBack: back } })
  await registerPerformer(user, { fields: { lastName: '肆' }, files: { idBack: back } })
  expect((await hintsOf(one.id, user)).filter(({ documentType }) => documentType === 'idBack')).toEqual([])
})

test('copies in own records do not hide the file or the person of another organisation', async () => {
  const selfie = await photo((picture) => picture.rotate(90).jpeg({ quality: 92 }))
  const fields = { date_of_birth: '1991-05-02', lastName: '単独', firstName: '一子' }
  const first = await registerPerformer(user, { fields, files: { selfie } })
  const [hash] = await app.sql<{ document_id: string }>(
    `SELECT id AS document_id FROM document_version WHERE performer_id = $1 AND type = 'selfie'`,
    [first.id],
  )
  const copies = Array.from({ length: 250 }, () =>
    performerRow(user.accountId, { date_of_birth: '1991-05-02' }),
  )
  await insertPerformerRows(app.services.db, copies)
  for (const { id } of copies) {
    const slot = { performer_id: id, type: 'selfie' as const, uploaded_by: user.accountId }
    const document = await insertDocumentRow(app.services.db, slot)
    await app.sql(
      `INSERT INTO document_hash (document_id, file_key) SELECT $1, file_key FROM document_hash WHERE document_id = $2`,
      [document, hash?.document_id],
    )
  }
  await registerPerformer(stranger, { fields, files: { selfie } })
  const elsewhere = (await hintsOf(first.id, admin)).filter(({ performer }) => performer === null)
  expect(elsewhere.map(({ kind }) => kind).sort()).toEqual(['same_face_photo', 'same_file', 'same_person'])
})

test('the hashes are deleted with the document, and sealed records give no hints', async () => {
  const selfie = await photo((picture) => picture.modulate({ hue: 90 }).jpeg({ quality: 91 }), 'selfie-2.jpg')
  const [one, two] = [
    await registerPerformer(user, { fields: { lastName: '壱' }, files: { selfie } }),
    await registerPerformer(user, { fields: { lastName: '弐' }, files: { selfie } }),
  ]
  const sharingPhoto = async () =>
    (await hintsOf(one.id, user)).flatMap(({ documentType, performer }) =>
      documentType === 'selfie' ? performer : [],
    )
  expect(await sharingPhoto()).toEqual([{ id: two.id, name: two.name }])
  // The hash of a withheld picture shows nothing, and the undo brings it back (D116).
  const masked = await admin.call('POST', `/api/performers/${two.id}/documents/selfie/mask`, {
    json: { boxes: [{ x: 0, y: 0, width: 1, height: 0.5 }], reason: '本籍' },
    headers: { 'if-match': '"1"' },
  })
  expect(masked.status).toBe(200)
  expect(await sharingPhoto()).toEqual([])
  const superadmin = await app.signedIn('superadmin')
  const undo = { params: { id: two.id, type: 'selfie' }, body: { version: 1, reason: '誤り' } }
  await superadmin.send(undoDestruction, undo)
  expect(await sharingPhoto()).toEqual([{ id: two.id, name: two.name }])
  await admin.send(deletePerformer, { params: { id: two.id } })
  expect(await sharingPhoto()).toEqual([])
  const versions = 'SELECT id FROM document_version WHERE performer_id = $1'
  await app.sql('UPDATE document_version SET destroyed_at = now() WHERE performer_id = $1', [two.id])
  expect(await app.sql(`SELECT FROM document_hash WHERE document_id IN (${versions})`, [two.id])).toEqual([])
  expect(
    await app.sql(`SELECT FROM document_hash_part WHERE document_id IN (${versions})`, [two.id]),
  ).toEqual([])
})

test('stored hashes reveal neither the file nor the picture', async () => {
  const rows = await app.sql<{ received_sha256: Buffer; file_key: Buffer; picture_enc: Buffer | null }>(
    'SELECT * FROM document_hash JOIN document_version ON id = document_id',
  )
  expect(rows.length).toBeGreaterThan(4)
  for (const row of rows) expect(row.file_key.equals(row.received_sha256)).toBe(false)
  const boxes = rows.flatMap(({ picture_enc }) => picture_enc ?? [])
  expect(new Set(boxes.map((box) => box.toString('hex'))).size).toBe(boxes.length)
})
