import { revokePack } from '@kyc/contract/packs.ts'
import { expect, test } from 'vitest'
import { anonymousBrowser } from '../../testing/app/anonymous-browser.ts'
import { allEntries } from '../../testing/app/audit-export.ts'
import { registerPerformer } from '../../testing/app/factories.ts'
import { usePackStage } from '../../testing/app/pack-stage.ts'
import { recipientOf, tokenOf } from '../../testing/app/packs.ts'
import { refusalOf } from '../../testing/app/test-client.ts'
import { deleteQueuedObjects } from '../records/destruction/delete-objects.ts'
import { endExpiredPacks } from './end-expired-packs.ts'

const { app, owner, other, admin, make, add, record, made, remove: removeFrom } = usePackStage()

test('a link ends, and its key and file are destroyed, when it is revoked or expires, or a record in the pack is moved, masked or deleted', async () => {
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
  const unmasked = { shape: 'appearanceLaw', videoIds: [record.video.id], unmaskReason: '審査' }
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

async function expire(id: string): Promise<void> {
  await app.sql("UPDATE pack SET expires_at = now() - interval '1 second' WHERE id = $1", [id])
  await endExpiredPacks(app.services)
}

async function objectKeyOf(id: string): Promise<string> {
  const [row] = await app.sql<{ object_key: string }>('SELECT object_key FROM pack WHERE id = $1', [id])
  return row?.object_key ?? ''
}
