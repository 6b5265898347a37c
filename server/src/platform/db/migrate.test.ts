import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/app/test-database.ts'
import { refusePowerfulLogin } from './check-login.ts'
import { loginOf } from './database-settings.ts'
import { MigrationError, migrate } from './migrate.ts'

let database: TestDatabase
let owner: pg.Client
beforeEach(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
})
afterEach(async () => {
  await owner.end()
  await database.drop()
})

it('waits for a process that migrates for longer than a statement may wait for a table', async () => {
  await owner.query('SELECT pg_advisory_lock(7203551018)')
  const second = migrate(database.ownerUrl)
  await sleep(2500)
  await owner.query('SELECT pg_advisory_unlock(7203551018)')
  expect(await second).toEqual([])
})

it('names the migration that could not lock a table', async () => {
  await owner.query("DELETE FROM schema_migration WHERE name LIKE '0016%'")
  await owner.query('DROP INDEX idempotency_key_intent')
  await owner.query('BEGIN')
  await owner.query('LOCK TABLE idempotency_key')
  const failed = migrate(database.ownerUrl)
  await expect(failed).rejects.toThrow(MigrationError)
  await expect(failed).rejects.toThrow(/^The migration 0016\S+ could not lock a table within 2 s/)
  await owner.query('ROLLBACK')
  expect(await migrate(database.ownerUrl)).toEqual([expect.stringMatching(/^0016/)])
})

it('grants the rights to a login whose name is escaped in the address', async () => {
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

describe('the login of the application', () => {
  const login = `powers_${process.pid}`
  const url = () => {
    const changed = new URL(database.ownerUrl)
    changed.username = login
    changed.password = 'test-password'
    return changed.href
  }

  beforeEach(() => owner.query(`CREATE ROLE ${login} LOGIN PASSWORD 'test-password' IN ROLE kyc_app`))
  afterEach(async () => {
    await owner.query(`REASSIGN OWNED BY ${login} TO CURRENT_USER`)
    await owner.query(`DROP OWNED BY ${login}`)
    await owner.query(`ALTER DATABASE ${new URL(database.ownerUrl).pathname.slice(1)} OWNER TO CURRENT_USER`)
    await owner.query(`DROP ROLE ${login}`)
  })

  it('passes with the role of the server alone', async () => {
    await refusePowerfulLogin(url())
    await refusePowerfulLogin(database.appUrl)
  })

  it('is not the owner', async () => {
    await expect(refusePowerfulLogin(database.ownerUrl)).rejects.toThrow('is too powerful (superuser')
  })

  it.each([
    ['owns a table', `ALTER TABLE audit_event OWNER TO ${login}`, 'owns tables'],
    ['may become the owner', `ALTER ROLE ${login} NOINHERIT; GRANT owner TO ${login}`, 'owns tables'],
    ['owns the schema', `ALTER SCHEMA public OWNER TO ${login}`, 'owns the schema public'],
    ['may create roles', `ALTER ROLE ${login} CREATEROLE`, 'may create roles'],
    ['may write all tables', `GRANT pg_write_all_data TO ${login}`, 'has pg_write_all_data'],
  ])('is refused when it %s', async (_, statement, power) => {
    const name = loginOf(inject('databaseOwnerUrl'))
    await owner.query(statement.replace('GRANT owner', `GRANT ${name}`))
    await expect(refusePowerfulLogin(url())).rejects.toThrow(power)
  })
})

it('the look-up of the key that waits for an upload uses an index', async () => {
  await owner.query('SET enable_seqscan = off')
  const { rows } = await owner.query<{ 'QUERY PLAN': string }>(
    'EXPLAIN DELETE FROM idempotency_key WHERE intent_id = gen_random_uuid() AND status IS NULL',
  )
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('idempotency_key_intent')
})
