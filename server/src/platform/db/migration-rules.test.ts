import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { migrationFaults } from '../../testing/app/migration-faults.ts'

const folder = new URL('../../../migrations/', import.meta.url)

/** The last migration of the first version, before which no server ran. */
const first = '0028_drafts.sql'

test('every migration since the first version only adds, and blocks no writer for longer than a moment', async () => {
  const faults = []
  for (const name of (await readdir(folder)).filter((each) => each > first))
    faults.push(...migrationFaults(name, await readFile(new URL(name, folder), 'utf8')))
  expect(faults).toEqual([])
})

test.each([
  ['DROP TABLE inquiry', 'drops'],
  ['ALTER TABLE inquiry DROP COLUMN name', 'drops'],
  ['ALTER TABLE inquiry DROP CONSTRAINT inquiry_pkey', 'drops'],
  ['DROP INDEX inquiry_open', 'drops'],
  ['DROP FUNCTION bump', 'drops'],
  ['ALTER TABLE inquiry ALTER COLUMN name SET NOT NULL', 'refuses rows'],
  ['REVOKE SELECT ON inquiry FROM kyc_app', 'revokes'],
])('only a contract migration may run: %s', (sql, fault) => {
  expect(migrationFaults('0040_x.sql', sql)).toEqual([expect.stringContaining(fault)])
  expect(migrationFaults('0040_x.after_0039.sql', sql)).toEqual([])
})

test.each([
  ['ALTER TABLE inquiry RENAME COLUMN name TO title', 'renames'],
  ['ALTER TABLE inquiry RENAME TO question', 'renames'],
  ['ALTER TABLE inquiry ALTER COLUMN name TYPE varchar(10)', 'changes a type'],
  ['ALTER TABLE inquiry ALTER name SET DATA TYPE varchar(10)', 'changes a type'],
  ['ALTER TABLE inquiry ADD COLUMN topic text NOT NULL', 'leave empty'],
  ["ALTER TABLE inquiry ADD COLUMN a text DEFAULT '', ADD COLUMN b text NOT NULL", 'leave empty'],
  ['ALTER TABLE inquiry ADD COLUMN topic text GENERATED ALWAYS AS (lower(name)) STORED', 'rewrites'],
  ["ALTER TABLE inquiry ADD CHECK (name <> '')", 'NOT VALID'],
  ['ALTER TABLE inquiry ADD CONSTRAINT c FOREIGN KEY (id) REFERENCES account', 'NOT VALID'],
  ['ALTER TABLE inquiry ADD CONSTRAINT u UNIQUE (name)', 'USING INDEX'],
  ['CREATE INDEX i ON inquiry (name)', 'CONCURRENTLY'],
  ['CREATE INDEX CONCURRENTLY i ON inquiry (name)', 'IF NOT EXISTS'],
  ['CREATE INDEX CONCURRENTLY IF NOT EXISTS i ON inquiry (name); SELECT 1', 'nothing but such indexes'],
  ["UPDATE inquiry SET name = ''", 'batches'],
  ['DELETE FROM inquiry', 'batches'],
  ['LOCK TABLE inquiry', 'locks'],
  ['ALTER TABLE performer_key ADD COLUMN next text', 'older backups'],
  ['ALTER TABLE IF EXISTS public.data_key ADD COLUMN next text', 'older backups'],
  ['CREATE TABLE organisation_key (id uuid PRIMARY KEY, wrapped bytea NOT NULL)', 'older backups'],
  ['CREATE TABLE organisation_key (id uuid PRIMARY KEY, kek text REFERENCES master_key)', 'older backups'],
  ['ALTER TABLE organisation ADD COLUMN wrapped bytea', 'older backups'],
  ['CREATE TABLE t (id uuid); ALTER TABLE t ADD COLUMN wrapped bytea', 'older backups'],
])('no migration may run: %s', (sql, fault) => {
  for (const name of ['0040_x.sql', '0040_x.after_0039.sql'])
    expect(migrationFaults(name, sql)).toEqual([expect.stringContaining(fault)])
})

test.each([
  'DROP TABLE kms_key',
  'DROP TABLE inquiry, public.data_key',
  'ALTER TABLE data_key DROP COLUMN wrapped',
])('not even a contract migration may run: %s', (sql) => {
  expect(migrationFaults('0040_x.after_0039.sql', sql)).toContainEqual(
    expect.stringContaining('older backups'),
  )
})

test.each([
  'CREATE TABLE topic (id uuid PRIMARY KEY, name text NOT NULL CHECK (length(name) > 0)); CREATE INDEX t ON topic (name)',
  'CREATE UNLOGGED TABLE topic (id uuid); ALTER TABLE topic ADD CHECK (id IS NOT NULL); UPDATE topic SET id = NULL',
  'ALTER TABLE inquiry ADD COLUMN topic text, ADD COLUMN n integer NOT NULL DEFAULT 0',
  "ALTER TABLE inquiry ADD CONSTRAINT c CHECK (name <> '') NOT VALID",
  'ALTER TABLE inquiry VALIDATE CONSTRAINT c',
  'ALTER TABLE inquiry ALTER COLUMN name DROP NOT NULL, ALTER COLUMN message SET DEFAULT 1',
  "CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS i ON inquiry (name) WHERE answered_at IS NULL -- doesn't; drop table",
  'ALTER TABLE inquiry ADD CONSTRAINT u UNIQUE USING INDEX i',
  "CREATE OR REPLACE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE inquiry SET name = ''; DROP TABLE x; END $$",
  "COMMENT ON TABLE inquiry IS 'rename; drop table'",
  'GRANT SELECT ON inquiry TO kyc_app',
  '-- Accepted: the table has a row for each process at most.\nCREATE INDEX i ON inquiry (name)',
  'CREATE INDEX CONCURRENTLY IF NOT EXISTS i ON performer_key (kek_id)',
  'CREATE INDEX CONCURRENTLY IF NOT EXISTS i ON inquiry (name); CREATE INDEX CONCURRENTLY IF NOT EXISTS j ON inquiry (id)',
  'CREATE TABLE api_key (id uuid PRIMARY KEY, performer_key_id uuid)',
  '-- Accepted: a restore loads only the columns that both schemas have.\nALTER TABLE data_key ADD COLUMN next text',
])('a migration may run: %s', (sql) => {
  expect(migrationFaults('0040_x.sql', sql)).toEqual([])
})
