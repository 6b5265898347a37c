import type pg from 'pg'
import { expect, test } from 'vitest'
import { generateTables } from '../../testing/app/generate-tables.ts'
import { useStage } from '../../testing/app/test-app.ts'
import { compareCatalogue, describeCatalogue } from './catalogue.ts'
import { connectClient } from './connect-client.ts'

const { app } = useStage()

test('the generated table types match the migrations (npm run db:types updates them)', async () => {
  await expect(await generateTables(app.ownerUrl)).toMatchFileSnapshot('tables.generated.ts')
})

test('the generated catalogue is that of the migrations (npm run db:types updates it)', async () => {
  const client = await connectClient({ connectionString: app.services.databaseUrl })
  const lines = await describeCatalogue(client)
  expect(lines).toContainEqual(
    expect.stringContaining('table public.audit_event trigger append_only: O CREATE TRIGGER'),
  )
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('catalogue.generated.txt')
  await client.end()
})

/** Statements of the owner, each with the difference that the comparison must report. */
const plants: readonly (readonly [string, RegExp])[] = [
  [
    `CREATE FUNCTION public.planted() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
     CREATE TRIGGER planted BEFORE INSERT ON audit_event FOR EACH ROW EXECUTE FUNCTION planted()`,
    /^added: table public.audit_event trigger planted: O CREATE TRIGGER/,
  ],
  [
    'CREATE RULE quiet AS ON INSERT TO audit_pii DO INSTEAD NOTHING',
    /^added: table public.audit_pii rule quiet/,
  ],
  [
    'ALTER TABLE audit_leaf DISABLE TRIGGER append_only',
    /^missing: table public.audit_leaf trigger append_only: O/,
  ],
  [
    'ALTER TABLE audit_pii DISABLE TRIGGER ALL',
    /^added: table public.audit_pii disabled: the trigger of audit_pii/,
  ],
  [
    'DROP TRIGGER append_only ON audit_checkpoint',
    /^missing: table public.audit_checkpoint trigger append_only/,
  ],
  [
    `CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
    /^added: function public.refuse_change\(\)/,
  ],
  [
    `ALTER TABLE performer ENABLE ROW LEVEL SECURITY; CREATE POLICY planted ON performer USING (false)`,
    /^added: table public.performer policy planted/,
  ],
  ['GRANT DELETE ON audit_event TO kyc_app', /^added: table public.audit_event grant: DELETE to kyc_app/],
  [
    'GRANT UPDATE (note) ON audit_checkpoint TO PUBLIC',
    /^added: table public.audit_checkpoint column note grant: UPDATE to PUBLIC/,
  ],
  ['GRANT CREATE ON SCHEMA public TO kyc_app', /^added: schema public grant: CREATE to kyc_app/],
  ['ALTER TABLE audit_event OWNER TO kyc_app', /^added: table public.audit_event owner: kyc_app/],
  [
    'ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO kyc_app',
    /^added: default privileges of owner on r: DELETE to kyc_app/,
  ],
  ['ALTER ROLE kyc_app CREATEROLE', /^added: role kyc_app may: create roles/],
  ['GRANT pg_write_all_data TO kyc_app', /^added: role kyc_app is: pg_write_all_data/],
  ['ALTER TABLE audit_pii SET UNLOGGED', /^added: table public.audit_pii kind: ru/],
  ['CREATE TABLE decoy () INHERITS (audit_event)', /^added: table public.audit_event inherited: by decoy/],
  ['ALTER ROLE kyc_app SET search_path = decoy', /^added: setting of kyc_app: search_path=decoy/],
  [
    `CREATE FUNCTION public.to_json(uuid) RETURNS json LANGUAGE sql AS 'SELECT NULL::json'`,
    /^added: function public.to_json\(uuid\)/,
  ],
]

/** Runs `check` as the owner of the tables, in a transaction that rolls back. */
async function asOwner(check: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = await connectClient({ connectionString: app.ownerUrl })
  try {
    await client.query("BEGIN; SET LOCAL lock_timeout = '10s'")
    await check(client)
  } finally {
    await client.end()
  }
}

test('the comparison of the catalogue names what an owner has added, also while a newer version migrates', {
  tags: 'long',
}, async () => {
  for (const [statement, difference] of plants) {
    await asOwner(async (client) => {
      await client.query(statement)
      expect(await compareCatalogue(client), statement).toContainEqual(expect.stringMatching(difference))
      await client.query("INSERT INTO schema_migration VALUES ('9999_newer.sql', '')")
      const actsOnTheLog = /audit_\w+ (trigger|rule|kind|inherited|disabled)/.test(difference.source)
      expect((await compareCatalogue(client)).length > 0, statement).toBe(actsOnTheLog)
    })
  }
})

test('neither a table that does not belong to the product nor an addition of a newer version is a difference', () =>
  asOwner(async (client) => {
    await client.query('CREATE TABLE report (id uuid PRIMARY KEY)')
    expect(await compareCatalogue(client)).toEqual([])
    await client.query('ALTER TABLE account ADD COLUMN later text')
    expect(await compareCatalogue(client)).toEqual(['added: table public.account column later: text'])
    await client.query("INSERT INTO schema_migration VALUES ('9999_later.sql', '')")
    expect(await compareCatalogue(client)).toEqual([])
  }))

test('the role of the server has no right to alter the schema or to change the audit log', async () => {
  const rows = await app.sql<{ name: string }>(
    `SELECT table_name || ' ' || privilege_type AS name FROM information_schema.role_table_grants
     WHERE grantee = 'kyc_app' AND table_schema = 'public'
       AND (privilege_type IN ('TRUNCATE', 'REFERENCES', 'TRIGGER')
         OR (table_name LIKE 'audit%' AND privilege_type IN ('UPDATE', 'DELETE'))
         OR (table_name = 'audit_origin' AND privilege_type <> 'SELECT'))`,
  )
  // Each process replaces what it stated about its entries; the MAC shows what others wrote.
  expect(rows).toEqual([{ name: 'audit_writer UPDATE' }])
})
