import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateTables } from '../../testing/app/generate-tables.ts'
import { createTestApp, type TestApp } from '../../testing/app/test-app.ts'
import { createTestDatabase } from '../../testing/app/test-database.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('the generated table types match the migrations (npm run db:types updates them)', async () => {
  const database = await createTestDatabase()
  await expect(await generateTables(database.ownerUrl)).toMatchFileSnapshot('tables.generated.ts')
  await database.drop()
})

test('the role of the server has no right to alter the schema or to change the audit log', async () => {
  const rows = await app.sql<{ name: string }>(
    `SELECT table_name || ' ' || privilege_type AS name FROM information_schema.role_table_grants
     WHERE grantee = 'kyc_app' AND table_schema = 'public'
       AND (privilege_type IN ('TRUNCATE', 'REFERENCES', 'TRIGGER')
         OR (table_name LIKE 'audit%' AND privilege_type IN ('UPDATE', 'DELETE'))
         OR (table_name = 'audit_origin' AND privilege_type <> 'SELECT'))`,
  )
  expect(rows).toEqual([])
})
