import { packLimits } from '@kyc/contract/pack-vocabulary.ts'
import { createPack, listPacks, revokePack } from '@kyc/contract/packs.ts'
import { expect, test } from 'vitest'
import { allEntries } from '../../testing/app/audit-export.ts'
import { usePackStage } from '../../testing/app/pack-stage.ts'
import { extracted, makePacks, recipientOf } from '../../testing/app/packs.ts'
import { refusalOf } from '../../testing/app/test-client.ts'
import { sweepIntents } from '../documents/intake/sweep-intents.ts'
import { endExpiredPacks } from './end-expired-packs.ts'
import { makePack } from './make-pack.ts'
import { claimPack } from './pack-attempts.ts'

const { app, owner, other, admin, make, record, creation, createIn, made } = usePackStage()
type Body = Parameters<typeof createPack.body.parse>[0]

test('a pack needs a recent sign-in, titles of one organisation that the account may change, and a shape', async () => {
  const call = async (body: Body, by = owner) => {
    const reply = await by.post('/api/packs', body as object)
    return [...refusalOf(reply), (reply.json as { field?: string }).field]
  }
  const titles = { shape: 'appearanceLaw', videoIds: [record.video.id] }
  expect(await call(titles, other)).toEqual([404, 'VIDEO_NOT_FOUND', 'videoIds'])
  expect(await call({ shape: 'appearanceLaw' })).toEqual([400, 'INVALID_INPUT', 'videoIds'])
  expect(await call({ ...titles, performerId: record.performerId })).toEqual([
    400,
    'INVALID_INPUT',
    'videoIds',
  ])
  expect(await call({ ...titles, shape: 'person' })).toEqual([400, 'INVALID_INPUT', 'shape'])
  expect(await call({ ...titles, shape: 'all' })).toEqual([400, 'INVALID_INPUT', 'shape'])
  expect(await call({ ...titles, videoIds: Array(101).fill(record.video.id) })).toEqual([
    400,
    'INVALID_INPUT',
    'videoIds',
  ])
  const foreign = await make('他社の見本', other)
  expect(await call({ ...titles, videoIds: [record.video.id, foreign.id] }, admin)).toEqual([
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
  const [copied] = await allEntries(owner, `?resourceId=${record.performerId}&action=download`)
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
  const call = creation({ shape: 'cardBrands', videoIds: [record.video.id] })
  const first = await owner.send(createPack, call)
  expect(await owner.send(createPack, call)).toEqual(first)
})

test('an attempt whose process dies leaves no file to open, and the next one makes it', {
  tags: 'long',
}, async () => {
  await made() // also makes the packs that the tests before have left
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

test('a pack has failed after the processes of three attempts have died', async () => {
  const { pack } = await createIn()
  for (let attempt = 1; attempt <= 3; attempt++) {
    expect(await claimPack(app.services.db, pack.id)).toMatchObject({ attempts: attempt })
    await app.sql("UPDATE pack SET due_at = now() - interval '1 second' WHERE id = $1", [pack.id])
  }
  expect(await claimPack(app.services.db, pack.id)).toBeUndefined()
  const listed = await owner.send(listPacks, { query: { video: record.video.id } })
  expect(listed.find(({ id }) => id === pack.id)).toMatchObject({ state: 'failed', failure: 'error' })
})
