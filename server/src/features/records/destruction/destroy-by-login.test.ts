import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sessionOptions } from '../../../platform/db/database.ts'
import { insertPublication, insertVideo, registerPerformer } from '../../../testing/app/factories.ts'
import { performerRow, sealing } from '../../../testing/app/performer-rows.ts'
import { endRetention, sealedRow } from '../../../testing/app/sealed-records.ts'
import { useStage } from '../../../testing/app/test-app.ts'

// What the login of the server can do to a key by SQL, as an attacker who has that login (D119).

const { app, owner, admin } = useStage({ owner: 'user', admin: 'admin' })
let server: pg.Client
let id: string

beforeAll(async () => {
  server = new pg.Client({ connectionString: app.services.databaseUrl, options: sessionOptions() })
  await server.connect()
})
afterAll(() => server.end())
beforeEach(async () => {
  id = await sealedRow(app, owner, admin)
})

const state = async (performer = id) =>
  (
    await app.sql<{ intact: boolean }>(
      `SELECT p.destroyed_at IS NULL AND k.wrapped IS NOT NULL AND k.destroyed_at IS NULL AS intact
       FROM performer p JOIN performer_key k ON k.performer_id = p.id WHERE p.id = $1`,
      [performer],
    )
  )[0]?.intact
const destroy = () => server.query('SELECT destroy_performer($1)', [id])

test.each([
  'UPDATE performer_key SET wrapped = NULL, destroyed_at = now() WHERE performer_id = $1',
  "UPDATE performer_key SET wrapped = '' WHERE performer_id = $1",
  'DELETE FROM performer_key WHERE performer_id = $1',
  'DELETE FROM performer WHERE id = $1',
  'UPDATE performer SET sealed_box = NULL, destroyed_at = now() WHERE id = $1',
  "UPDATE performer SET sealed_box = '' WHERE id = $1",
  'UPDATE performer SET sealed_at = NULL, sealed_box = NULL, retain_until = NULL WHERE id = $1',
  "UPDATE performer SET retain_until = '2020-01-01' WHERE id = $1",
  "UPDATE performer SET updated_at = '2010-01-01' WHERE id = $1",
  'DELETE FROM legal_hold WHERE performer_id = $1',
  "INSERT INTO ended_record SELECT id, 'destroyed' FROM performer WHERE id = $1",
])('the login of the server cannot run: %s', async (statement) => {
  await expect(server.query(statement, [id])).rejects.toMatchObject({ code: '42501' })
  expect(await state()).toBe(true)
})

test.each([
  'TRUNCATE performer_key',
  'TRUNCATE performer CASCADE',
  "UPDATE data_key SET wrapped = ''",
  'DELETE FROM data_key',
  'DELETE FROM master_key',
  "INSERT INTO installation (name) VALUES ('restoring')",
  "INSERT INTO installation (name) VALUES ('demo')",
  'INSERT INTO retired_master_key (id) SELECT id FROM master_key',
  "INSERT INTO data_key (purpose, generation, kek_id, wrapped, active_at) SELECT 'backup-manifest', 2, id, '', now() FROM master_key",
  'ALTER TABLE performer_key DISABLE TRIGGER USER',
])('the login of the server cannot change keys, installation or triggers: %s', async (statement) => {
  await expect(server.query(statement)).rejects.toMatchObject({ code: '42501' })
})

test('inserting a key that is already destroyed is refused, also for a record without a key', async () => {
  const row = performerRow(owner.accountId)
  await app.services.db.insertInto('performer').values(row).execute()
  const insert = server.query(
    'INSERT INTO performer_key (performer_id, kek_id, destroyed_at) SELECT $1, id, now() FROM master_key LIMIT 1',
    [row.id],
  )
  await expect(insert).rejects.toMatchObject({ code: '23000' })
})

test.each([
  'destroyed_at = now(), is_current = false',
  "destroyed_at = now(), undo_until = now() + interval '1 second', is_current = false",
  'id = gen_random_uuid()',
])(
  'a document is destroyed only after seven days or with its record, and keeps its id: SET %s',
  async (set) => {
    const { id: performer } = await registerPerformer(owner)
    const change = server.query(`UPDATE document_version SET ${set} WHERE performer_id = $1`, [performer])
    await expect(change).rejects.toMatchObject({ code: '42501' })
  },
)

describe('destroy_performer', () => {
  test('refuses before the end of the retention, which the login of the server cannot set to a past day', async () => {
    await expect(destroy()).rejects.toThrow('the retention has not ended')
    const open = performerRow(owner.accountId)
    await app.services.db.insertInto('performer').values(open).execute()
    await expect(server.query('SELECT destroy_performer($1)', [open.id])).rejects.toThrow('is not sealed')
    await server.query(
      `UPDATE performer SET ${sealing.replace('2040-01-01', '2020-01-01')}, updated_at = '2010-01-01' WHERE id = $1`,
      [open.id],
    )
    await expect(server.query('SELECT destroy_performer($1)', [open.id])).rejects.toThrow('has not ended')
    const [sealed] = await app.sql<{ years: number }>(
      'SELECT extract(year FROM age(retain_until, current_date - 1))::int AS years FROM performer WHERE id = $1',
      [open.id],
    )
    expect(sealed?.years).toBe(7)
    expect(await state()).toBe(true)
  })

  test('refuses under a legal hold and after a restore, and then destroys key and record', async () => {
    await endRetention(app, id)
    await app.sql(
      'INSERT INTO legal_hold (id, performer_id, put_by, put_at) VALUES (gen_random_uuid(), $1, $2, now())',
      [id, admin.accountId],
    )
    await expect(destroy()).rejects.toThrow('a legal hold is on')
    await app.sql('UPDATE legal_hold SET ended_at = now(), ended_by = put_by')
    await app.sql("INSERT INTO installation (name) VALUES ('restored')")
    await expect(destroy()).rejects.toThrow('was restored')
    await app.sql("UPDATE installation SET at = now() - interval '4 days' WHERE name = 'restored'")
    expect(await state()).toBe(true)
    await destroy()
    expect(await state()).toBe(false)
    expect(
      await app.sql(
        'SELECT wrapped, sealed_box FROM performer JOIN performer_key ON performer_id = id WHERE id = $1',
        [id],
      ),
    ).toEqual([{ wrapped: null, sealed_box: null }])
  })

  test('refuses while a video with the person is on sale or may be, and for seven years after the last day on sale', async () => {
    await endRetention(app, id)
    const video = await insertVideo(app, admin.accountId, admin.accountId)
    await app.sql(
      `UPDATE performer SET owner_id = (SELECT owner_id FROM video WHERE id = $2) WHERE id = $1`,
      [id, video],
    )
    await app.sql(
      `INSERT INTO video_performer (video_id, performer_id, owner_id, id, added_by, added_at)
       SELECT $2, $1, owner_id, $1, $3, now() FROM video WHERE id = $2`,
      [id, video, admin.accountId],
    )
    await expect(destroy()).rejects.toThrow('kept: unknown')
    await app.sql('UPDATE video SET publications_known = true')
    const publication = await insertPublication(app, video)
    await expect(destroy()).rejects.toThrow('kept: publication')
    const endOn = (day: string) =>
      app.sql(`UPDATE publication SET started_on = '2000-01-01', ended_on = ${day} WHERE id = $1`, [
        publication,
      ])
    await endOn('today_in_japan()')
    await expect(destroy()).rejects.toThrow('kept: publication')
    await endOn("today_in_japan() - interval '7 years' + interval '1 day'")
    await expect(destroy()).rejects.toThrow('retention has not ended')
    expect(await state()).toBe(true)
    await endOn("today_in_japan() - interval '7 years' - interval '2 days'")
    await destroy()
    expect(await state()).toBe(false)
  })

  test('refuses while a request of the person is open', async () => {
    await endRetention(app, id)
    await app.sql(
      `INSERT INTO subject_request (id, performer_id, kind, received_on, due_on, details_box, created_at)
       VALUES (gen_random_uuid(), $1, 'disclosure', '2026-04-01', '2026-05-01', '', now())`,
      [id],
    )
    await expect(destroy()).rejects.toThrow('kept: request')
    await app.sql('DELETE FROM subject_request')
    await destroy()
    expect(await state()).toBe(false)
  })

  test('destroys key and record together: even the owner of the tables cannot destroy only one of them', async () => {
    for (const half of [
      'UPDATE performer_key SET wrapped = NULL, destroyed_at = now() WHERE performer_id = $1',
      'UPDATE performer SET sealed_box = NULL, destroyed_at = now() WHERE id = $1',
    ])
      await expect(app.sql(half, [id])).rejects.toMatchObject({ code: '23000' })
    expect(await state()).toBe(true)
  })
})
