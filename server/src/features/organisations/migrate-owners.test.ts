import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { listAuditLogs } from '@kyc/contract/audit.ts'
import { dayInJapan } from '@kyc/contract/dates.ts'
import { listOwnOrganisations } from '@kyc/contract/organisations.ts'
import { countPerformers, listPerformers } from '@kyc/contract/performers.ts'
import { listVideoPerformers, listVideos } from '@kyc/contract/videos.ts'
import pg from 'pg'
import { expect, test } from 'vitest'
import { claimMasterKey } from '../../master-key/claim-master-key.ts'
import { masterKey } from '../../platform/crypto/master-key.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { newId } from '../../platform/ids.ts'
import { silentLog } from '../../platform/log.ts'
import { migrateBefore } from '../../testing/app/migrate-before.ts'
import { sealing } from '../../testing/app/performer-rows.ts'
import { signIn } from '../../testing/app/sign-in.ts'
import { createTestApp, useStage } from '../../testing/app/test-app.ts'
import { createTestDatabase } from '../../testing/app/test-database.ts'
import { useFolder } from '../../testing/app/use-folder.ts'

// A database of the version without organisations, with records, is migrated and then read through the API.

const [hanako, jiro, mina, admin] = [newId(), newId(), newId(), newId()]
const users = [hanako, jiro, mina]
const [pending, approved, sealed, rejected] = [newId(), newId(), newId(), newId()]
const [video, otherVideo, emptyVideo] = [newId(), newId(), newId()]
const key = randomBytes(32)
const today = dayInJapan(new Date())

interface Snapshot {
  readonly performers: Record<string, string[]>
  readonly videos: Record<string, string[]>
  readonly casts: unknown[]
  readonly entries: Record<string, string[]>
  readonly counters: unknown[]
}

let before: Snapshot
const storage = useFolder('kyc-store-')
const { app } = useStage({}, async () => {
  const database = await createTestDatabase('template1')
  await migrateBefore(database.ownerUrl, '0015')
  const { db, close } = openDatabase(database.ownerUrl, silentLog())
  await claimMasterKey(db, masterKey(key))
  await close()
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  await insertRecords(client)
  before = await snapshot(client)
  await client.end()
  await migrate(database.ownerUrl)
  await mkdir(join(storage, '00')) // a store with documents
  const env = { MASTER_KEY: key.toString('base64'), STORAGE_URL: pathToFileURL(storage).href }
  return createTestApp({ database, env })
})

async function insertRecords(client: pg.Client): Promise<void> {
  const insertAccount = (id: string, name: string, role: string) =>
    client.query(
      `INSERT INTO account (id, email, email_key, email_folded, name, name_folded, role, created_at, updated_at)
       VALUES ($1, $2, $2, $2, $3, $3, $4, '2026-01-01Z', '2026-01-01Z')`,
      [id, `${id}@example.com`, name, role],
    )
  await insertAccount(hanako, '制作 花子', 'user')
  await insertAccount(jiro, '制作 次郎', 'user')
  await insertAccount(mina, '配信 ミナ', 'user')
  await insertAccount(admin, '管理 太郎', 'admin')
  const insertPerformer = (id: string, owner: string, status: string) =>
    client.query(
      `INSERT INTO performer (id, owner_id, last_name, first_name, last_name_roman, first_name_roman, sort_name,
         search_text, search_grams, external_id, status, pending_since, created_at, updated_at)
       VALUES ($1, $2, '見本', '花子', 'MIHON', 'HANAKO', 'mihon', '見本花子', text_grams('見本花子'), 'x-1', $3::text,
         CASE $3::text WHEN 'approved' THEN NULL ELSE timestamptz '2026-02-01Z' END, '2026-02-01Z', '2026-02-01Z')`,
      [id, owner, status],
    )
  await insertPerformer(pending, hanako, 'pending')
  await client.query("UPDATE performer SET external_id = 'x-0' WHERE id = $1", [pending])
  await insertPerformer(approved, hanako, 'approved')
  await client.query("UPDATE performer SET external_id = 'x-2' WHERE id = $1", [approved])
  await insertPerformer(sealed, hanako, 'pending')
  await insertPerformer(rejected, jiro, 'rejected')
  await client.query(
    `INSERT INTO document_version (id, performer_id, type, version, is_current, status, filename, mime_type, size,
       received_size, received_sha256, stored_sha256, object_key, object_bytes, uploaded_by, uploaded_at)
     SELECT gen_random_uuid(), p.id, d.type, d.version, d.version = 2, 'pending', 'x.png', 'image/png', 1, 1, '', '',
       gen_random_uuid(), 1, p.owner_id, '2026-02-01Z'
     FROM performer p, (VALUES ('selfie', 1), ('selfie', 2), ('idFront', 2)) AS d (type, version)`,
  )
  await client.query('UPDATE performer SET sealed_at = now() WHERE id = $1', [sealed])
  await insertVideos(client)
  await insertEntries(client)
  await client.query(
    'INSERT INTO upload_quota (day, account_id, registrations, bytes) VALUES ($1, $2, 3, 4096)',
    [today, hanako],
  )
}

async function insertVideos(client: pg.Client): Promise<void> {
  for (const [id, owner] of [
    [video, hanako],
    [otherVideo, jiro],
    [emptyVideo, admin],
  ]) {
    await client.query(
      `INSERT INTO video (id, owner_id, title, search_text, external_id, created_at, updated_at)
       VALUES ($1, $2, '見本作品', '見本作品', 'v-1', now(), now())`,
      [id, owner],
    )
  }
  for (const [of, performer, owner] of [
    [video, pending, hanako],
    [video, approved, hanako],
    [otherVideo, rejected, jiro],
  ]) {
    await client.query(
      `INSERT INTO video_performer (video_id, performer_id, owner_id, id, added_by, added_at)
       VALUES ($1, $2, $3, $4, $3, now())`,
      [of, performer, owner, newId()],
    )
  }
}

/** Entries about records and accounts, by their owner, the office, a job, and in failed sign-ins. */
async function insertEntries(client: pg.Client): Promise<void> {
  const entries = [
    [hanako, 'create', 'performer', pending, hanako],
    [hanako, 'create', 'document', `${pending}/selfie`, hanako],
    [admin, 'verify', 'document', `${approved}/selfie`, hanako],
    [admin, 'delete', 'performer', sealed, hanako],
    [hanako, 'create', 'video', video, hanako],
    [hanako, 'login', 'user', hanako, hanako],
    [null, 'login_failed', 'user', hanako, hanako],
    [admin, 'update', 'user', hanako, hanako],
    [hanako, 'export', 'audit_log', null, null],
    [jiro, 'create', 'performer', rejected, jiro],
    [admin, 'reject', 'document', `${rejected}/selfie`, jiro],
    [jiro, 'logout', 'user', jiro, jiro],
    [admin, 'create', 'video', emptyVideo, admin],
    [admin, 'login', 'user', admin, admin],
    [null, 'login_failed', 'user', null, null],
  ]
  const writer = newId()
  for (const [wseq, [actor, action, rtype, rid, owner]] of entries.entries()) {
    await client.query(
      `INSERT INTO audit_event (id, at_us, actor, action, rtype, rid, owner, writer, wseq, ip_commit, details_commit,
         leaf, mac) VALUES ($1, 0, $2, $3, $4, $5, $6, $7, $8, '', '', '', '')`,
      [newId(), actor, action, rtype, rid, owner, writer, wseq],
    )
  }
}

/** What each account saw in the version without organisations. */
async function snapshot(client: pg.Client): Promise<Snapshot> {
  const idsByUser = async (query: string) => {
    const ids: Record<string, string[]> = {}
    for (const user of users) ids[user] = sortedIds((await client.query<{ id: string }>(query, [user])).rows)
    return ids
  }
  return {
    performers: await idsByUser('SELECT id FROM performer WHERE owner_id = $1 AND sealed_at IS NULL'),
    videos: await idsByUser('SELECT id FROM video WHERE owner_id = $1 ORDER BY id'),
    casts: (await client.query('SELECT * FROM video_performer ORDER BY id')).rows,
    entries: await idsByUser(
      'SELECT id FROM audit_event WHERE owner = $1 OR (actor = $1 AND owner IS DISTINCT FROM actor)',
    ),
    counters: (await client.query(counterSums)).rows,
  }
}

const counterSums = `SELECT owner_id, name, sum(n)::int AS n FROM counter GROUP BY 1, 2 HAVING sum(n) <> 0 ORDER BY 1, 2`

/** The values of the counters, counted from the rows. */
const countedRows = `
  SELECT owner AS owner_id, name, count(*)::int AS n
  FROM (SELECT p.owner_id, counted.name FROM performer p CROSS JOIN LATERAL (
      SELECT 'performer.' || p.status AS name
      UNION ALL SELECT 'performer.waiting' WHERE p.pending_since IS NOT NULL
      UNION ALL SELECT 'document' FROM document_version d WHERE d.performer_id = p.id AND d.is_current) counted
    WHERE p.sealed_at IS NULL) record,
    unnest(ARRAY['00000000-0000-0000-0000-000000000000', owner_id]) AS owner
  GROUP BY 1, 2 ORDER BY 1, 2`

const as = (id: string) => signIn(app.services, app.url, id)
const sortedIds = (records: readonly { id: string }[]) => records.map(({ id }) => id).sort()

test('each account has a personal organisation of its name and id, as 代表', async () => {
  for (const id of [...users, admin]) {
    const [account] = await app.sql<{ name: string }>('SELECT name FROM account WHERE id = $1', [id])
    const own = await (await as(id)).send(listOwnOrganisations)
    expect(own).toEqual([
      { id, name: account?.name, kind: 'personal', role: 'representative', disabledReason: null },
    ])
  }
})

test('each user sees the same performers and videos as before, an admin all', async () => {
  for (const id of users) {
    const client = await as(id)
    expect(sortedIds(await client.send(listPerformers))).toEqual(before.performers[id])
    expect(sortedIds(await client.send(listVideos))).toEqual(before.videos[id])
    expect((await client.send(countPerformers)).total).toBe(before.performers[id]?.length)
  }
  const office = await as(admin)
  expect(sortedIds(await office.send(listPerformers))).toEqual([pending, approved, rejected].sort())
  expect(sortedIds(await office.send(listVideos))).toEqual([video, otherVideo, emptyVideo].sort())
  const user = await as(jiro)
  expect((await user.get(`/api/performers/${pending}`)).status).toBe(404)
  expect((await user.get(`/api/videos/${video}`)).status).toBe(404)
})

test('videos keep their performers', async () => {
  const noFacts = before.casts.map((row) => ({ ...(row as object), facts: {}, version: 1, facts_by: null }))
  expect(await app.sql('SELECT * FROM video_performer ORDER BY id')).toEqual(noFacts)
  const cast = await (await as(hanako)).send(listVideoPerformers, { params: { id: video } })
  expect(sortedIds(cast)).toEqual([pending, approved].sort())
})

test('each user reads the same entries of the log as before', async () => {
  for (const id of users) {
    expect(sortedIds(await (await as(id)).send(listAuditLogs))).toEqual(before.entries[id])
  }
})

test('the owner remains the registrar, and keeps the quota of the day', async () => {
  const rows = await app.sql('SELECT FROM performer WHERE registered_by <> owner_id')
  const videos = await app.sql('SELECT FROM video WHERE registered_by <> owner_id')
  expect([rows, videos]).toEqual([[], []])
  const quotas = await app.sql(
    'SELECT day::text, organisation_id, registrations, bytes::int FROM upload_quota',
  )
  expect(quotas).toEqual([{ day: today, organisation_id: hanako, registrations: 3, bytes: 4096 }])
})

test('the counters are unchanged and exact, and remain exact after changes', async () => {
  expect(await app.sql(counterSums)).toEqual(before.counters)
  expect(await app.sql(countedRows)).toEqual(before.counters)
  await app.sql("UPDATE performer SET status = 'rejected', pending_since = NULL WHERE id = $1", [pending])
  await app.sql(`UPDATE performer SET ${sealing} WHERE id = $1`, [approved])
  expect(await app.sql(counterSums)).toEqual(await app.sql(countedRows))
})
