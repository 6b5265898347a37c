import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/app/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('tables.ts names the tables and columns of the migrations, no more and no fewer', async () => {
  const rows = await app.sql<{ name: string }>(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name <> 'schema_migration' ORDER BY 1`,
  )
  expect(declaredColumns()).toEqual(rows.map((row) => row.name).sort())
})

test('the server’s role may nowhere alter the shape of the database, and may not write the sealed log', async () => {
  const rows = await app.sql<{ name: string }>(
    `SELECT table_name || ' ' || privilege_type AS name FROM information_schema.role_table_grants
     WHERE grantee = 'kyc_app' AND table_schema = 'public'
       AND (privilege_type IN ('TRUNCATE', 'REFERENCES', 'TRIGGER')
         OR (table_name LIKE 'audit%' AND privilege_type IN ('UPDATE', 'DELETE'))
         OR (table_name IN ('audit_leaf', 'audit_checkpoint') AND privilege_type <> 'SELECT'))`,
  )
  expect(rows).toEqual([])
})

/** Read from the source, because types are gone when it runs. */
function declaredColumns(): string[] {
  const files = readdirSync(new URL('.', import.meta.url)).filter((name) => name.endsWith('tables.ts'))
  const source = files.map((name) => readFileSync(new URL(name, import.meta.url), 'utf8')).join('\n')
  const shapes = new Map(
    [...source.matchAll(/interface (\w+Table) \{\n([\s\S]*?)\n\}/g)].map((match) => [
      match[1],
      fieldsOf(match[2] ?? ''),
    ]),
  )
  const tables = /export interface Tables \{\n([\s\S]*?)\n\}/.exec(source)?.[1] ?? ''
  const entries = [...tables.matchAll(/^ {2}(\w+): (?:(\w+Table)$|\{([\s\S]*?)\}$)/gm)]
  return entries
    .flatMap(([, table, shape, inline]) =>
      (shape ? (shapes.get(shape) ?? []) : fieldsOf(inline ?? '')).map((column) => `${table}.${column}`),
    )
    .sort()
}

function fieldsOf(body: string): string[] {
  return [...body.matchAll(/(?:^|[\n;{])\s*(\w+):/g)].map((match) => match[1] ?? '')
}
