import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../platform/config.ts'
import { silentLog } from '../platform/log.ts'
import { insertPerformerKeys, insertPerformerRows, performerRow } from '../testing/app/performer-rows.ts'
import { createTestApp, type TestApp } from '../testing/app/test-app.ts'
import { createTestDatabase, type TestDatabase } from '../testing/app/test-database.ts'
import { startServer } from './start-server.ts'

let database: TestDatabase
let app: TestApp

beforeAll(async () => {
  database = await createTestDatabase()
  app = await createTestApp({ database })
})
afterAll(() => app.close())

test('a start with an older database and newer keys destroys again what was destroyed, before it listens (D17)', async () => {
  const owner = await app.signedIn('user')
  const { id } = performerRow(owner.accountId)
  await insertPerformerRows(app.services.db, [performerRow(owner.accountId, { id, last_name: '見本' })])
  await insertPerformerKeys(app.services, [id])
  await app.sql('UPDATE performer_key SET wrapped = NULL, destroyed_at = now() WHERE performer_id = $1', [id])
  const env = {
    DATA_DIR: app.dataDir,
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    DEMO: 'off',
    LOG_LEVEL: 'silent',
    PORT: '0',
  }
  const server = await startServer(readConfig(env), silentLog(), new AbortController().signal)
  await server.stop()
  const [row] = await app.sql<{ text: string; destroyed: boolean }>(
    'SELECT p::text AS text, destroyed_at IS NOT NULL AS destroyed FROM performer p WHERE id = $1',
    [id],
  )
  expect(row?.destroyed).toBe(true)
  expect(row?.text).not.toContain('見本')
})
