import { expect, test } from 'vitest'
import { storedAboutPerformer } from './features/records/stored-about-performer.ts'
import { boxColumns } from './operations/keys/box-columns.ts'
import { useStage } from './testing/app/test-app.ts'

const { app } = useStage()
const listed = Object.keys(storedAboutPerformer)

test('every table that refers to a performer is listed as stored about a performer', async () => {
  const rows = await app.sql<{ name: string }>(`
    WITH RECURSIVE refers (oid) AS (
      SELECT 'public.performer'::regclass::oid
      UNION SELECT c.conrelid FROM pg_constraint c JOIN refers r ON c.confrelid = r.oid
      WHERE c.contype = 'f')
    SELECT t.relname AS name FROM refers JOIN pg_class t ON t.oid = refers.oid
    UNION SELECT table_name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_type = 'BASE TABLE' AND table_schema = 'public' AND column_name IN ('performer_id', 'performer_ids', 'document_id', 'about')`)
  const missing = rows.map(({ name }) => name).filter((name) => !listed.includes(name))
  expect(missing).toEqual([])
  expect(rows.length).toBeGreaterThan(15)
})

test('every listed table exists, and every column of bytes declares what it contains', async () => {
  const rows = await app.sql<{ table: string; column: string | null }>(`
    SELECT relname AS table, attname AS column FROM pg_class
    LEFT JOIN pg_attribute ON attrelid = pg_class.oid AND atttypid = 'bytea'::regtype AND NOT attisdropped
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`)
  const columnsOf = (table: string) =>
    rows.flatMap((row) => (row.table === table && row.column ? [row.column] : [])).toSorted()
  for (const [name, table] of Object.entries(storedAboutPerformer)) {
    expect(rows.map((row) => row.table)).toContain(name)
    const stated = 'boxes' in table ? Object.keys(table.boxes).toSorted() : []
    expect([name, ...columnsOf(name)]).toEqual([name, ...stated])
  }
})

test('the rotation of keys renews every box about a performer that has a key of the installation', () => {
  const purposes = Object.values(storedAboutPerformer).flatMap((table) =>
    'boxes' in table
      ? Object.values(table.boxes).flatMap((box) => (typeof box === 'object' ? [box.purpose] : []))
      : [],
  )
  expect(purposes.filter((purpose) => !boxColumns.some((column) => column.purpose === purpose))).toEqual([])
  expect(purposes).not.toEqual([])
})
