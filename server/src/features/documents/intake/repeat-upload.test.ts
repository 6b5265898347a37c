import { randomUUID } from 'node:crypto'
import { rejectDocument } from '@kyc/contract/documents.ts'
import { createPerformer, deletePerformer } from '@kyc/contract/performers.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { generationOf } from '../../../platform/crypto/encrypted-box.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { deleteRepliesAbout } from '../../../platform/idempotency/idempotency-claims.ts'
import { verifyDocuments } from '../../../testing/app/factories.ts'
import { replace, sendReplacement } from '../../../testing/app/replacements.ts'
import { sampleJpeg, samplePng } from '../../../testing/app/sample-files.ts'
import { type TestAccount, useStage } from '../../../testing/app/test-app.ts'
import { replyOf, type TestClient, type TestReply } from '../../../testing/app/test-client.ts'
import { expectNothingLost, isReplay, sendRegistration } from '../../../testing/app/uploads.ts'

const { app } = useStage()
let user: TestAccount
let key: string
beforeEach(async () => {
  user = await app.signedIn('user')
  key = randomUUID()
})

const register = (
  client: TestClient,
  fields = {},
  headers: Record<string, string> = { 'idempotency-key': key },
) => sendRegistration(client, { fields }, headers)
const idOf = (reply: TestReply) => replyOf(createPerformer, reply).id
const owned = () => app.sql('SELECT id FROM performer WHERE owner_id = $1', [user.accountId])

describe('a repeat of the same call (D20)', () => {
  it('returns the same reply and changes nothing', async () => {
    const [first, second] = [await register(user), await register(user)]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.json).toEqual(first.json)
    expect([isReplay(first), isReplay(second)]).toEqual([false, true])
    expect(second.headers.get('location')).toBe(first.headers.get('location'))
    expect(await owned()).toHaveLength(1)
  })

  it('waits for the first call while that is running', async () => {
    const replies = await Promise.all([register(user), register(user)])
    expect(replies.map((reply) => reply.status)).toEqual([201, 201])
    expect(new Set(replies.map(idOf)).size).toBe(1)
    expect(replies.map(isReplay).sort()).toEqual([false, true])
    expect(await owned()).toHaveLength(1)
  })

  it('is refused with other fields, files or names', async () => {
    await register(user)
    expect((await register(user, { nationality: '日本' })).json).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
    const other = { selfie: { name: '本人.png', bytes: await samplePng(33, 33) } }
    for (const files of [other, { selfie: { name: '別名.png', bytes: await samplePng() } }]) {
      const reply = await sendRegistration(user, { files }, { 'idempotency-key': key })
      expect(reply.status).toBe(422)
    }
  })

  it('does not match the same key of another account', async () => {
    const other = await app.signedIn('user')
    expect(idOf(await register(user))).not.toBe(idOf(await register(other)))
  })

  it('starts over after a failure, even if its content differs', async () => {
    const bytes = (await sampleJpeg(300, 300)).slice(0, 400)
    const files = { selfie: { name: 'a.jpg', bytes } }
    const failed = await sendRegistration(user, { files }, { 'idempotency-key': key })
    expect(failed.status).toBe(400)
    const good = await register(user)
    expect([good.status, isReplay(good)]).toEqual([201, false])
    await expectNothingLost(app)
  })

  it.each(['', 'with blank', 'a'.repeat(256)])('is refused with an invalid key: %j', async (sent) => {
    const reply = await register(user, {}, { 'idempotency-key': sent })
    expect(reply.json).toMatchObject({ status: 400, code: 'INVALID_INPUT', field: 'Idempotency-Key' })
  })

  it('without a key is recognised by its content for some minutes', async () => {
    const [first, second] = [await register(user, {}, {}), await register(user, {}, {})]
    expect(idOf(second)).toBe(idOf(first))
    expect(isReplay(second)).toBe(true)
    const admin = await app.signedIn('admin')
    await admin.send(deletePerformer, { params: { id: idOf(first) } })
    const third = await register(user, {}, {})
    expect(idOf(third)).not.toBe(idOf(first))
    await app.sql(`UPDATE idempotency_key SET created_at = now() - interval '11 minutes'`)
    expect(isReplay(await register(user, {}, {}))).toBe(false)
  })

  it('of a replacement adds no version, unless another version was added since', async () => {
    const id = idOf(await register(user))
    const [one, two] = [await samplePng(50, 50), await samplePng(60, 60)]
    const first = await replace(user, id, 'idFront', one)
    expect(await replace(user, id, 'idFront', one)).toEqual(first)
    await replace(user, id, 'idFront', two)
    expect(await replace(user, id, 'idFront', one)).toMatchObject({ version: 4 })
    expect((await sendReplacement(user, id, 'idFront', one, { key })).json).toMatchObject({ version: 5 })
    const reused = await sendReplacement(user, id, 'selfie', one, { key })
    expect(reused.json).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
  })

  it('returns a reply that is stored encrypted with the id of its performer, by which it can be deleted', async () => {
    const id = idOf(await register(user))
    await replace(user, id, 'idFront', await samplePng(50, 50))
    const saved = () =>
      app.sql<{ reply_enc: Buffer }>('SELECT reply_enc FROM idempotency_key WHERE about = $1', [id])
    const boxes = (await saved()).map(({ reply_enc }) => reply_enc)
    expect(boxes).toHaveLength(2)
    for (const box of boxes) {
      expect(generationOf(box)).toBe(1)
      expect(box.includes('"id"')).toBe(false)
    }
    await inTransaction(app.services.db, (tx) => deleteRepliesAbout(tx, id))
    expect(await saved()).toEqual([])
  })

  it('returns the saved reply even after a decision on the document', async () => {
    const admin = await app.signedIn('admin')
    const id = idOf(await register(user))
    const png = await samplePng(50, 50)
    const send = () => sendReplacement(user, id, 'idFront', png, { key: 'a-key' })
    const first = await send()
    await verifyDocuments(admin, id, ['idFront'])
    const again = await send()
    expect([again.status, isReplay(again), again.json]).toEqual([200, true, first.json])
  })

  it('without a key adds a new version of the same file after a rejection', async () => {
    const admin = await app.signedIn('admin')
    const id = idOf(await register(user))
    const png = await samplePng(50, 50)
    await replace(user, id, 'idFront', png)
    await admin.send(rejectDocument, { params: { id, type: 'idFront' }, body: { codes: ['blurry'] } })
    expect(await replace(user, id, 'idFront', png)).toMatchObject({ version: 3, status: 'pending' })
  })
})
