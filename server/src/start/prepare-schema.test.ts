/** @module-tag long */

import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../platform/config.ts'
import { migrate, waitUntilMigrated } from '../platform/db/migrate.ts'
import { silentLog } from '../platform/log.ts'
import { killPrograms, runProgram } from '../testing/app/programs.ts'
import { createTestDatabase, type TestDatabase } from '../testing/app/test-database.ts'
import { startServer } from './start-server.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase('template1')
})
afterEach(async () => {
  killPrograms()
  await database.drop()
})

test('a server without the login of the owner waits until the migration has run, and names the missing migration after a while', async () => {
  await expect(waitUntilMigrated(database.appUrl, undefined, 0)).rejects.toThrow(
    /^The database lacks the migration 0001_accounts.sql: run npm run migrate with DATABASE_OWNER_URL/,
  )
  const waiting = waitUntilMigrated(database.appUrl)
  const env = { DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: database.ownerUrl, NODE_ENV: 'production' }
  const { code, out, error } = await runProgram('commands/migrate.ts', { env }).finished
  expect([code, error]).toEqual([0, ''])
  expect(out).toMatch(/^Applied: 0001_accounts.sql, /)
  await waiting
  expect((await runProgram('commands/migrate.ts', { env }).finished).out).toBe(
    'The database is up to date.\n',
  )
  expect(await migrate(database.ownerUrl)).toEqual([])
})

test('a server of production refuses the login of the owner, before it opens anything', async () => {
  const config = readConfig({ DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: database.ownerUrl })
  const start = startServer({ ...config, production: true }, silentLog(), new AbortController().signal)
  await expect(start).rejects.toThrow(
    /^A server must not have DATABASE_OWNER_URL in production: give it to npm run migrate/,
  )
})

test('the program that migrates names the settings that it needs', async () => {
  const { code, error } = await runProgram('commands/migrate.ts', {
    env: { DATABASE_URL: database.appUrl, NODE_ENV: 'production' },
  }).finished
  expect([code, error]).toEqual([
    1,
    expect.stringContaining('DATABASE_URL and DATABASE_OWNER_URL are needed'),
  ])
})
