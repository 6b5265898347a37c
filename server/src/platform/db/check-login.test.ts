import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/app/test-database.ts'
import { refusePowerfulLogin } from './check-login.ts'
import { loginOf } from './database-settings.ts'

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

  it('is accepted with only the role of the server', async () => {
    await refusePowerfulLogin(url())
    await refusePowerfulLogin(database.appUrl)
  })

  it('is refused if it is the owner', async () => {
    await expect(refusePowerfulLogin(database.ownerUrl)).rejects.toThrow('is too powerful (superuser')
  })

  it.each([
    ['owns a table', `ALTER TABLE audit_event OWNER TO ${login}`, 'owns tables'],
    ['may become the owner', `ALTER ROLE ${login} NOINHERIT; GRANT owner TO ${login}`, 'owns tables'],
    ['owns the schema', `ALTER SCHEMA public OWNER TO ${login}`, 'owns the schema public'],
    ['may create roles', `ALTER ROLE ${login} CREATEROLE`, 'may create roles'],
    ['may write all tables', `GRANT pg_write_all_data TO ${login}`, 'has pg_write_all_data'],
  ])('is refused if it %s', async (_, statement, power) => {
    const name = loginOf(inject('databaseOwnerUrl'))
    await owner.query(statement.replace('GRANT owner', `GRANT ${name}`))
    await expect(refusePowerfulLogin(url())).rejects.toThrow(power)
  })
})
