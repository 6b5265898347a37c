import { randomUUID } from 'node:crypto'
import { listAuditLogs } from '@kyc/contract/audit.ts'
import { listDocumentVersions, type PerformerDocument, rejectDocument } from '@kyc/contract/documents.ts'
import type { Box } from '@kyc/contract/masks.ts'
import { getPerformer, listPerformers } from '@kyc/contract/performers.ts'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { createApp } from '../../../app.ts'
import { registerPerformer, verifyDocuments } from '../../../testing/app/factories.ts'
import { replace, sendReplacement } from '../../../testing/app/replacements.ts'
import { sampleJpeg, samplePdf, samplePng } from '../../../testing/app/sample-files.ts'
import { useStage } from '../../../testing/app/test-app.ts'
import { TestClient } from '../../../testing/app/test-client.ts'
import { expectNothingLost, isReplay } from '../../../testing/app/uploads.ts'

const { app, user, admin } = useStage({ user: ['user', '佐藤'], admin: ['admin', '鈴木'] })

const reason = '本籍が写っているため'
/** The lower half. */
const lower: Box = { x: 0, y: 0.5, width: 1, height: 0.5 }

const pathOf = (id: string, type = 'idFront') => `/api/performers/${id}/documents/${type}`

interface MaskOptions {
  readonly type?: string
  readonly version?: number | undefined
  readonly boxes?: readonly Box[]
  readonly key?: string
}

function mask(client: TestClient, id: string, { type, key, boxes = [lower], ...rest }: MaskOptions = {}) {
  const version = 'version' in rest ? rest.version : 1
  const headers = {
    ...(version !== undefined && { 'if-match': `"${version}"` }),
    ...(key !== undefined && { 'idempotency-key': key }),
  }
  return client.call('POST', `${pathOf(id, type)}/mask`, { json: { boxes, reason }, headers })
}

async function masked(id: string, options?: MaskOptions): Promise<PerformerDocument> {
  const reply = await mask(admin, id, options)
  expect(reply.status, JSON.stringify(reply.json)).toBe(200)
  return reply.json as PerformerDocument // the server parses its replies by the contract
}

async function register(): Promise<string> {
  const files = { idFront: { name: 'front.jpg', bytes: await sampleJpeg(2000, 1000, '#ffffff') } }
  return (await registerPerformer(user, { files })).id
}

const versions = (id: string) => user.send(listDocumentVersions, { params: { id, type: 'idFront' } })

/** The brightness in the middle of the upper and of the lower half. */
async function halves(bytes: Uint8Array): Promise<[number, number]> {
  const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true })
  const at = (share: number) => data[Math.floor(info.height * share) * info.width + info.width / 2] ?? -1
  return [at(0.25), at(0.75)]
}

async function bytesOf(id: string, query: string): Promise<Uint8Array> {
  const reply = await fetch(`${app.url}${pathOf(id)}?${query}`, {
    headers: { cookie: [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  })
  expect(reply.status).toBe(200)
  return new Uint8Array(await reply.arrayBuffer())
}

it('burns the boxes into the picture and all its renditions, and withholds the unmasked version', async () => {
  const id = await register()
  expect(await halves(await bytesOf(id, 'size=full'))).toEqual([255, 255])
  const [unmasked] = await app.sql<{ id: string; hash: Buffer }>(
    `SELECT id, received_sha256 AS hash FROM document_version
     WHERE performer_id = $1 AND type = 'idFront'`,
    [id],
  )
  const document = await masked(id)
  expect(document).toMatchObject({ version: 2, status: 'pending', filename: 'front.jpg' })
  for (const query of ['size=full', 'size=screen', 'thumbnail=1']) {
    expect(await halves(await bytesOf(id, query)), query).toEqual([255, 0])
  }
  expect((await admin.get(`${pathOf(id)}?version=1`)).status).toBe(404)
  expect(await versions(id)).toMatchObject([{ version: 2 }])
  expect(await app.sql('SELECT 1 FROM document_view WHERE document_id = $1', [unmasked?.id])).toEqual([])
  const [stored] = await app.sql<{ hash: Buffer }>(
    `SELECT received_sha256 AS hash FROM document_version WHERE id = $1`,
    [document.id],
  )
  expect(stored?.hash.equals(unmasked?.hash ?? Buffer.alloc(0))).toBe(false)
})

it('a mask is recorded with its reason and the hash of the destroyed version, without the boxes', async () => {
  const id = await register()
  await masked(id)
  const entries = await user.send(listAuditLogs, { query: { resourceId: `${id}/idFront` } })
  const [update, shred] = ['update', 'shred'].map((action) => entries.find((each) => each.action === action))
  expect(shred?.details).toEqual({
    documentType: 'idFront',
    change: 'destruction_withheld',
    reason,
    versions: [{ version: 1, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    undoUntil: expect.any(String),
  })
  expect(update?.details).toMatchObject({
    version: 2,
    reason,
    before: { version: 1 },
    after: { version: 2, masked: 1 },
  })
  expect(JSON.stringify(entries)).not.toContain('boxes')
})

it('a mask keeps the author of the submission and its place in the queue', async () => {
  const id = await register()
  const [before] = await versions(id)
  const strip = { ...lower, height: 0.1 }
  await masked(id, { boxes: [strip] })
  const [after] = await versions(id)
  expect(after).toMatchObject({ uploadedBy: before?.uploadedBy, uploadedAt: before?.uploadedAt })
  const query = { waiting: 'true', search: '' } as const
  const queue = (await admin.send(listPerformers, { query })).map((each) => each.id)
  await register()
  await masked(id, { version: 2, boxes: [strip] })
  const later = (await admin.send(listPerformers, { query })).map((each) => each.id)
  expect(later.slice(0, queue.length)).toEqual(queue)
})

it('a mask of an approved picture requires a new decision', async () => {
  const id = await register()
  await verifyDocuments(admin, id, ['agreementFile', 'idFront', 'selfie'])
  expect(await user.send(getPerformer, { params: { id } })).toMatchObject({ status: 'approved' })
  expect(await masked(id)).toMatchObject({ status: 'pending', decidedAt: null })
  expect(await user.send(getPerformer, { params: { id } })).toMatchObject({ status: 'pending' })
})

it('a masked picture that was rejected is pending again, and is no resubmission', async () => {
  const id = await register()
  await admin.send(rejectDocument, { params: { id, type: 'idFront' }, body: { codes: ['bad_masking'] } })
  expect(await masked(id)).toMatchObject({ status: 'pending', rejection: null, resubmission: 0 })
})

it('a mask applies only to the newest version, which the call must name', async () => {
  const id = await register()
  const unnamed = await mask(admin, id, { version: undefined })
  expect(unnamed.json).toMatchObject({ status: 400, field: 'If-Match' })
  await replace(user, id, 'idFront', await samplePng(50, 50))
  for (const version of [1, 3]) {
    const reply = await mask(admin, id, { version })
    expect(reply.json).toMatchObject({ status: 409, code: 'DOCUMENT_REPLACED' })
  }
  expect(await versions(id)).toHaveLength(2)
})

it('a mask is refused for a PDF, for an empty slot and from users', async () => {
  const agreementFile = { name: 'a.pdf', bytes: samplePdf() }
  const { id } = await registerPerformer(user, { files: { agreementFile } })
  const pdf = await mask(admin, id, { type: 'agreementFile' })
  expect(pdf.json).toMatchObject({ status: 400, field: 'boxes' })
  expect((await mask(admin, id, { type: 'idBack' })).status).toBe(404)
  expect((await mask(user, id)).status).toBe(403)
})

it('boxes that hide nothing, leave the picture or cover most of it, no boxes and too many are refused and destroy nothing', async () => {
  const id = await register()
  const many = Array.from({ length: 21 }, () => lower)
  const refused = [
    ['boxes', []],
    ['boxes', many],
    ['boxes.0.x', [{ ...lower, x: -0.1 }]],
    ['boxes.0.width', [{ ...lower, width: 1.1 }]],
    ['boxes.0', [{ ...lower, x: 0.5 }]],
    ['boxes.1', [lower, { ...lower, width: 0 }]],
    ['boxes.0', [{ ...lower, height: 1e-9 }]],
    // The height is 7 of 1000 pixels.
    ['boxes.0', [{ ...lower, height: 0.007 }]],
    ['boxes', [{ ...lower, y: 0, height: 1 }]],
  ] as const
  for (const [field, boxes] of refused)
    expect((await mask(admin, id, { boxes })).json, JSON.stringify(boxes)).toMatchObject({
      status: 400,
      field,
    })
  expect(await versions(id)).toMatchObject([{ version: 1 }])
})

it('a repeat of a mask returns the reply of the first call, and the same key with other boxes is refused', async () => {
  const id = await register()
  const key = randomUUID()
  const replies = await Promise.all([mask(admin, id, { key }), mask(admin, id, { key })])
  const late = await mask(admin, id, { key })
  expect(isReplay(late)).toBe(true)
  for (const reply of replies) expect([reply.status, reply.json]).toEqual([200, late.json])
  expect(await versions(id)).toHaveLength(1)
  const other = await mask(admin, id, { key, boxes: [{ ...lower, y: 0 }] })
  expect(other.json).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' })
})

it('a failure of the store during a mask changes nothing and loses nothing', async () => {
  const id = await register()
  const store = { ...app.services.store, put: () => Promise.reject(new Error('the store is unavailable')) }
  const server = createApp({ ...app.services, store })
  const client = new TestClient(await server.listen({ host: '127.0.0.1', port: 0 }))
  for (const [name, value] of admin.cookies) client.cookies.set(name, value)
  client.csrfToken = admin.csrfToken
  try {
    expect((await mask(client, id)).json).toMatchObject({ code: 'TEMPORARILY_UNAVAILABLE' })
  } finally {
    await server.close()
  }
  expect(await halves(await bytesOf(id, 'size=full'))).toEqual([255, 255])
  await expectNothingLost(app)
})

const pairs = Number(process.env.RACE_PAIRS ?? 2)

it('a mask and a concurrent replacement never mask the new picture and never keep the unmasked one', async () => {
  for (let pair = 0; pair < pairs; pair++) {
    const id = await register()
    const [first, second] = await Promise.all([
      mask(admin, id),
      sendReplacement(user, id, 'idFront', await samplePng(50, 50)),
    ])
    expect(second.status).toBe(200)
    const stored = await versions(id)
    if (first.status === 200) expect(stored.map(({ version }) => version)).toEqual([3, 2])
    else expect(first.json).toMatchObject({ code: 'DOCUMENT_REPLACED' })
    expect(stored[0]).toMatchObject({ filename: 'file.png', status: 'pending' })
  }
  await expectNothingLost(app)
})
