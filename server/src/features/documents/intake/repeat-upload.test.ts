import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { registrationForm, verifyDocuments } from '../../../testing/app/factories.ts'
import { replace, sendReplacement } from '../../../testing/app/replacements.ts'
import { sampleJpeg, samplePng } from '../../../testing/app/sample-files.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../testing/app/test-app.ts'
import type { TestClient, TestReply } from '../../../testing/app/test-client.ts'
import { reconcile } from '../reconcile.ts'
import { sweepIntents } from './sweep-intents.ts'

let app: TestApp
let user: TestPerson
let key: string
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  user = await app.signedIn('user')
  key = randomUUID()
})

async function register(
  client: TestClient,
  fields = {},
  headers: Record<string, string> = { 'idempotency-key': key },
) {
  return client.call('POST', '/api/performers', { form: await registrationForm({ fields }), headers })
}
const idOf = (reply: TestReply) => (reply.json as { id: string }).id
const replayed = (reply: TestReply) => reply.headers.get('idempotent-replayed')
const owned = () => app.sql('SELECT id FROM performer WHERE owner_id = $1', [user.accountId])

/** Both directions of the comparison are clean once the sweeper was there. */
async function expectNothingLost(): Promise<void> {
  await sweepIntents(app.services)
  const later = { now: () => new Date(Date.now() + 7_200_000) }
  expect(await reconcile({ ...app.services, clock: later })).toEqual({ orphans: [], missing: [] })
}

describe('a repeat of the same call (D20)', () => {
  it('gets the same answer and changes nothing', async () => {
    const [first, second] = [await register(user), await register(user)]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.json).toEqual(first.json)
    expect([replayed(first), replayed(second)]).toEqual([null, 'true'])
    expect(second.headers.get('location')).toBe(first.headers.get('location'))
    expect(await owned()).toHaveLength(1)
  })

  it('waits for the first when it is under way', async () => {
    const replies = await Promise.all([register(user), register(user)])
    expect(replies.map((reply) => reply.status)).toEqual([201, 201])
    expect(new Set(replies.map(idOf)).size).toBe(1)
    expect(replies.map(replayed).sort()).toEqual([null, 'true'])
    expect(await owned()).toHaveLength(1)
  })

  it('is refused with other fields, files or names', async () => {
    await register(user)
    expect((await register(user, { nationality: '日本' })).json).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
    const other = { selfie: { name: '本人.png', bytes: await samplePng(33, 33) } }
    for (const files of [other, { selfie: { name: '別名.png', bytes: await samplePng() } }]) {
      const form = await registrationForm({ files })
      const reply = await user.call('POST', '/api/performers', { form, headers: { 'idempotency-key': key } })
      expect(reply.status).toBe(422)
    }
  })

  it('is nobody else’s: the same key of another person is another call', async () => {
    const other = await app.signedIn('user')
    expect(idOf(await register(user))).not.toBe(idOf(await register(other)))
  })

  it('starts afresh after a failure, also with other content', async () => {
    const bytes = (await sampleJpeg(300, 300)).slice(0, 400)
    const form = await registrationForm({ files: { selfie: { name: 'a.jpg', bytes } } })
    const failed = await user.call('POST', '/api/performers', { form, headers: { 'idempotency-key': key } })
    expect(failed.status).toBe(400)
    const good = await register(user)
    expect([good.status, replayed(good)]).toEqual([201, null])
    await expectNothingLost()
  })

  it.each(['', 'with blank', 'a'.repeat(256)])('is refused when its key is none: %j', async (sent) => {
    const reply = await register(user, {}, { 'idempotency-key': sent })
    expect(reply.json).toMatchObject({ status: 400, code: 'INVALID_INPUT', field: 'Idempotency-Key' })
  })

  it('is known by its content for some minutes when it has no key', async () => {
    const [first, second] = [await register(user, {}, {}), await register(user, {}, {})]
    expect(idOf(second)).toBe(idOf(first))
    expect(replayed(second)).toBe('true')
    const admin = await app.signedIn('admin')
    expect((await admin.delete(`/api/performers/${idOf(first)}`)).status).toBe(204)
    const third = await register(user, {}, {})
    expect(idOf(third)).not.toBe(idOf(first))
    await app.sql(`UPDATE idempotency_key SET created_at = now() - interval '11 minutes'`)
    expect(replayed(await register(user, {}, {}))).toBeNull()
  })

  it('puts a file into a slot once, and again after another one was in between', async () => {
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

  it('gets its answer also when the document was decided on in between', async () => {
    const admin = await app.signedIn('admin')
    const id = idOf(await register(user))
    const sent = () => sendReplacement(user, id, 'idFront', png, { key: 'a-key' })
    const png = await samplePng(50, 50)
    const first = await sent()
    await verifyDocuments(admin, id, ['idFront'])
    const again = await sent()
    expect([again.status, replayed(again), again.json]).toEqual([200, 'true', first.json])
  })

  it('is another try when the same file comes again without a key after it was sent back', async () => {
    const admin = await app.signedIn('admin')
    const id = idOf(await register(user))
    const png = await samplePng(50, 50)
    await replace(user, id, 'idFront', png)
    await admin.put(`/api/performers/${id}/documents/idFront/reject`, { codes: ['blurry'] })
    expect(await replace(user, id, 'idFront', png)).toMatchObject({ version: 3, status: 'pending' })
  })
})
