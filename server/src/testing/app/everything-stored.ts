import { decryptValue } from '../../features/audit/entry-box.ts'
import type { TestApp } from './test-app.ts'

/** All rows of all tables as text, as a dump of the database contains them; bytes are hexadecimal. */
export async function everythingStored({ sql }: Pick<TestApp, 'sql'>): Promise<string> {
  const tables = await sql<{ name: string }>(
    `SELECT format('%I.%I', nspname, relname) AS name FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
     WHERE relkind IN ('r', 'p') AND nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')`,
  )
  const dump = []
  for (const { name } of tables) dump.push(JSON.stringify(await sql(`SELECT t::text FROM ${name} t`)))
  return dump.join('\n')
}

/** The decrypted details of all entries of the audit log. */
export async function allDetails({ sql, services }: Pick<TestApp, 'sql' | 'services'>): Promise<string> {
  const entries = await sql<{ event_id: string; details_enc: Buffer }>(
    'SELECT event_id, details_enc FROM audit_pii',
  )
  return entries
    .map(({ event_id, details_enc }) =>
      JSON.stringify(decryptValue(services.auditKeys, event_id, details_enc)),
    )
    .join('\n')
}
