import { appendFile, cp, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/app/test-database.ts'
import { loginOf } from './database-settings.ts'
import { MigrationError, migrate } from './migrate.ts'

const productMigrations = new URL('../../../migrations/', import.meta.url)

let database: TestDatabase
let owner: pg.Client
let temporary: string
beforeEach(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'kyc-migrations-'))
  database = await createTestDatabase()
  owner = await connect(database.ownerUrl)
})
afterEach(async () => {
  await owner.end()
  await database.drop()
  await rm(temporary, { recursive: true })
})

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

/** A folder with the product's migrations that a test may change. */
async function copyMigrations(): Promise<URL> {
  const folder = pathToFileURL(`${temporary}/`)
  await cp(productMigrations, folder, { recursive: true })
  return folder
}

it('a second process waits for a migration longer than the limit for table locks', {
  tags: 'long',
}, async () => {
  await owner.query('SELECT pg_advisory_lock(7203551018)')
  const second = migrate(database.ownerUrl)
  await sleep(2500)
  await owner.query('SELECT pg_advisory_unlock(7203551018)')
  expect(await second).toEqual([])
})

describe('a database without tables', () => {
  let empty: TestDatabase
  beforeEach(async () => {
    empty = await createTestDatabase('template1')
  })
  afterEach(() => empty.drop())

  it('is migrated once by processes that start at the same time', async () => {
    const applied = await Promise.all([1, 2, 3].map(() => migrate(empty.ownerUrl)))
    expect(applied.flat()).toEqual(await readdir(productMigrations))
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1)
  })

  it('is upgraded from an older schema without losing its data', async () => {
    const folder = await copyMigrations()
    const newest = (await readdir(folder)).at(-1) ?? ''
    await rename(new URL(newest, folder), new URL(`${newest}.later`, folder))
    await migrate(empty.ownerUrl, undefined, { folder })
    const client = await connect(empty.ownerUrl)
    await client.query(
      `INSERT INTO inquiry (id, name, email, subject, message, created_at)
       VALUES (gen_random_uuid(), '見本', 'a@example.com', '件名', '本文', now())`,
    )
    await rename(new URL(`${newest}.later`, folder), new URL(newest, folder))
    const change = `
      ALTER TABLE inquiry ADD COLUMN topic text;
      UPDATE inquiry SET topic = upper(email);
      ALTER TABLE inquiry ALTER COLUMN topic SET NOT NULL;`
    await writeFile(new URL('9000_topic.sql', folder), change)

    expect(await migrate(empty.ownerUrl, undefined, { folder })).toEqual([newest, '9000_topic.sql'])
    const { rows } = await client.query('SELECT name, message, topic FROM inquiry')
    expect(rows).toEqual([{ name: '見本', message: '本文', topic: 'A@EXAMPLE.COM' }])
    await client.end()
  })

  it('gets the review queue of its records, with a count for all owners together and for each one', async () => {
    const folder = await copyMigrations()
    const later = (await readdir(folder)).filter((name) => name >= '0012')
    for (const name of later) await rename(new URL(name, folder), new URL(`${name}.later`, folder))
    await migrate(empty.ownerUrl, undefined, { folder })
    const client = await connect(empty.ownerUrl)
    await client.query(recordsBeforeQueue)
    for (const name of later) await rename(new URL(`${name}.later`, folder), new URL(name, folder))

    expect(await migrate(empty.ownerUrl, undefined, { folder })).toEqual(later)
    const waiting = await client.query(
      `SELECT last_name, to_char(pending_since AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS since
       FROM performer WHERE pending_since IS NOT NULL ORDER BY last_name`,
    )
    expect(waiting.rows).toEqual([
      { last_name: 'one rejected', since: '2026-01-03' },
      { last_name: 'pending', since: '2026-01-02' },
      { last_name: 'resubmitted', since: '2026-01-05' },
      { last_name: 'sealed', since: '2026-01-01' },
    ])
    const counted = await client.query(
      `SELECT coalesce(a.name, 'all') AS owner, sum(n)::int AS n
       FROM counter c LEFT JOIN account a ON a.id = c.owner_id
       WHERE c.name = 'performer.waiting' GROUP BY 1 ORDER BY 1`,
    )
    expect(counted.rows).toEqual([
      { owner: 'A', n: 2 },
      { owner: 'B', n: 1 },
      { owner: 'all', n: 3 },
    ])
    const unread = await client.query('SELECT count(*)::int AS n FROM document_version WHERE no_expiry')
    expect(unread.rows).toEqual([{ n: 0 }])
    await client.end()
  })
})

/** Two owners and their performers before the review queue: a performer waited only while its status was pending. */
const recordsBeforeQueue = `
  INSERT INTO account (id, email_key, email, email_folded, name, name_folded, role, created_at, updated_at)
  SELECT gen_random_uuid(), name, name, name, name, name, 'user', now(), now() FROM unnest(ARRAY['A', 'B']) AS name;

  INSERT INTO performer (id, owner_id, last_name, first_name, last_name_roman, first_name_roman, sort_name,
                         search_text, search_grams, status, pending_since, sealed_at, created_at, updated_at)
  SELECT gen_random_uuid(), a.id, p.name, '', '', '', '', '', '{}', p.status, p.since::timestamptz,
         p.sealed::timestamptz, '2026-01-01Z', '2026-01-01Z'
  FROM (VALUES ('pending', 'A', 'pending', '2026-01-01Z', NULL),
               ('one rejected', 'A', 'rejected', NULL, NULL),
               ('all rejected', 'A', 'rejected', NULL, NULL),
               ('approved', 'B', 'approved', NULL, NULL),
               ('resubmitted', 'B', 'pending', '2026-01-05Z', NULL),
               ('sealed', 'B', 'pending', '2026-01-01Z', '2026-01-06Z'))
    AS p (name, owner, status, since, sealed) JOIN account a ON a.name = p.owner;

  INSERT INTO document_version (id, performer_id, type, version, is_current, status, filename, mime_type, size,
                                received_size, received_sha256, stored_sha256, object_key, object_bytes, uploaded_by,
                                uploaded_at)
  SELECT gen_random_uuid(), p.id, d.type, d.version, d.current, d.status, '', '', 1, 1, '', '',
         gen_random_uuid(), 1, p.owner_id, d.uploaded::timestamptz
  FROM (VALUES ('pending', 'selfie', 1, true, 'pending', '2026-01-02Z'),
               ('pending', 'idFront', 1, true, 'pending', '2026-01-03Z'),
               ('one rejected', 'selfie', 1, true, 'rejected', '2026-01-01Z'),
               ('one rejected', 'idFront', 1, false, 'pending', '2026-01-02Z'),
               ('one rejected', 'idFront', 2, true, 'pending', '2026-01-03Z'),
               ('all rejected', 'selfie', 1, true, 'rejected', '2026-01-01Z'),
               ('all rejected', 'idFront', 1, false, 'pending', '2026-01-01Z'),
               ('approved', 'selfie', 1, true, 'verified', '2026-01-01Z'),
               ('resubmitted', 'selfie', 1, true, 'pending', '2026-01-01Z'))
    AS d (name, type, version, current, status, uploaded) JOIN performer p ON p.last_name = d.name;`

describe('the migrations folder', () => {
  let folder: URL
  beforeEach(async () => {
    folder = await copyMigrations()
  })

  const migrateFolder = (lockPatience?: number) =>
    migrate(database.ownerUrl, undefined, {
      folder,
      ...(lockPatience === undefined ? null : { lockPatience }),
    })
  const appliedNames = async () => {
    const { rows } = await owner.query<{ name: string }>('SELECT name FROM schema_migration ORDER BY name')
    return rows.map(({ name }) => name)
  }
  const tableExists = async (name: string) => {
    const { rows } = await owner.query('SELECT to_regclass($1) IS NOT NULL AS found', [name])
    return rows[0].found
  }

  it('is rejected if an applied file has changed, before newer files are applied', async () => {
    await appendFile(new URL('0003_performers.sql', folder), '-- changed')
    await writeFile(new URL('9000_new.sql', folder), 'CREATE TABLE created_by_9000 ()')
    const failed = migrateFolder()
    await expect(failed).rejects.toThrow(MigrationError)
    await expect(failed).rejects.toThrow('The migration 0003_performers.sql was changed after')
    expect(await tableExists('created_by_9000')).toBe(false)
  })

  it('is rejected if an applied file is missing', async () => {
    await rm(new URL('0008_inquiries.sql', folder))
    await expect(migrateFolder()).rejects.toThrow('has the migration 0008_inquiries.sql, which this version')
  })

  it('is applied file by file: a failure rolls back its own file and keeps the earlier ones', async () => {
    const faulty = new URL('9001_faulty.sql', folder)
    await writeFile(new URL('9000_good.sql', folder), 'CREATE TABLE created_by_9000 ()')
    await writeFile(faulty, 'CREATE TABLE created_by_9001 (); SELECT 1 / 0')
    const before = await appliedNames()
    await expect(migrateFolder()).rejects.toThrow('division by zero')
    expect(await appliedNames()).toEqual([...before, '9000_good.sql'])
    expect([await tableExists('created_by_9000'), await tableExists('created_by_9001')]).toEqual([
      true,
      false,
    ])
    await writeFile(faulty, 'CREATE TABLE created_by_9001 ()')
    expect(await migrateFolder()).toEqual(['9001_faulty.sql'])
    expect(await tableExists('created_by_9001')).toBe(true)
  })

  it('reports the file that could not lock a table, and applies it at the next start', {
    tags: 'long',
  }, async () => {
    await writeFile(new URL('9000_topic.sql', folder), 'ALTER TABLE inquiry ADD COLUMN topic text')
    await owner.query('BEGIN')
    await owner.query('LOCK TABLE inquiry')
    const failed = migrateFolder(0)
    await expect(failed).rejects.toThrow(MigrationError)
    await expect(failed).rejects.toThrow(/^The migration 9000_topic.sql could not lock a table within 2 s/)
    await owner.query('ROLLBACK')
    expect(await migrateFolder()).toEqual(['9000_topic.sql'])
  })

  it('waits for a table lock again and again, without blocking other processes for more than 2 s at a time', {
    tags: 'long',
  }, async () => {
    await writeFile(new URL('9000_topic.sql', folder), 'ALTER TABLE inquiry ADD COLUMN topic text')
    await owner.query('BEGIN')
    await owner.query('SELECT FROM inquiry')
    const migrated = migrateFolder()
    const other = await connect(database.ownerUrl)
    await sleep(500)
    // Waits behind the migration, which gives up.
    await other.query('SELECT FROM inquiry')
    await other.end()
    await owner.query('ROLLBACK')
    expect(await migrated).toEqual(['9000_topic.sql'])
  })

  it('may create an index while servers write: once, although several processes start and one was killed before', async () => {
    const sql =
      '-- Lists by name.\nCREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS inquiry_name ON inquiry (name);\n'
    await writeFile(new URL('9000_index.sql', folder), sql)
    const insert = `INSERT INTO inquiry (id, name, email, subject, message, created_at)
      SELECT gen_random_uuid(), '見本', 'a@example.com', '件名', '本文', now() FROM generate_series(1, 2)`
    await owner.query(insert)
    await expect(migrateFolder()).rejects.toThrow('could not create unique index')
    const validity = "SELECT indisvalid FROM pg_index WHERE indexrelid = 'inquiry_name'::regclass"
    expect((await owner.query(validity)).rows).toEqual([{ indisvalid: false }])
    await owner.query('DELETE FROM inquiry')
    const applied = await Promise.all([1, 2, 3].map(() => migrateFolder()))
    expect(applied.flat()).toEqual(['9000_index.sql'])
    expect((await owner.query(validity)).rows).toEqual([{ indisvalid: true }])
  })

  describe('of an older version', () => {
    const upgrade = async (name: string) => {
      await writeFile(new URL(name, folder), 'ALTER TABLE inquiry ADD COLUMN topic text')
      await migrateFolder()
      await rm(new URL(name, folder))
    }

    it('is accepted for a database with the additions of a newer version', async () => {
      await upgrade('9000_topic.sql')
      expect(await migrateFolder()).toEqual([])
    })

    it('is accepted if a newer version has removed only what it no longer uses', async () => {
      const [newest = ''] = (await readdir(folder)).slice(-1)
      await upgrade(`9000_topic.after_${newest.slice(0, 4)}.sql`)
      expect(await migrateFolder()).toEqual([])
    })

    it('is refused if a newer version has removed what it uses', async () => {
      await upgrade('9001_topic.after_9000.sql')
      await expect(migrateFolder()).rejects.toThrow(
        'A newer version has applied 9001_topic.after_9000.sql and removed',
      )
    })
  })
})

it('a migration grants the role to a login whose name is escaped in the URL', async () => {
  const login = `kyc app ${process.pid}`
  await owner.query(`CREATE ROLE "${login}" LOGIN`)
  try {
    await migrate(database.ownerUrl, loginOf(`postgres://${encodeURIComponent(login)}@localhost/kyc`))
    const { rows } = await owner.query("SELECT pg_has_role($1, 'kyc_app', 'MEMBER') AS granted", [login])
    expect(rows).toEqual([{ granted: true }])
  } finally {
    await owner.query(`DROP ROLE "${login}"`)
  }
})

it('the lookup of the idempotency key of an upload uses an index', async () => {
  await owner.query('SET enable_seqscan = off')
  const { rows } = await owner.query<{ 'QUERY PLAN': string }>(
    'EXPLAIN DELETE FROM idempotency_key WHERE intent_id = gen_random_uuid() AND status IS NULL',
  )
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('idempotency_key_intent')
})
