import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type pg from 'pg'
import { archivedWithKeys } from '../../features/records/stored-about-performer.ts'
import { writeEncrypted } from '../../platform/archive/encrypted-file.ts'
import { closeSocket } from '../../platform/db/close-socket.ts'
import { type CopiedTable, copyOut, listTables } from '../../platform/db/copy-tables.ts'
import { type ArchivedTable, type Manifest, partial } from './manifest.ts'

/**
 * Wrapped keys, which are archived apart from the rest, so that a destroyed one is gone from every backup after a week.
 */
export const keyTables = ['master_key', 'retired_master_key', 'kms_key', 'data_key', ...archivedWithKeys].map(
  (name) => `public.${name}`,
)

/** The ids of destroyed documents, which are archived with the keys; not a table of the database. */
export const destroyedDocuments: CopiedTable = { name: 'destroyed_document', columns: ['id'] }

/** Sessions must not revive. `schema_migration` is in the manifest. */
const leftOut = ['public.session', 'public.pending_sign_in', 'public.schema_migration']

/** Whether the archive of this content contains the table. */
export function isArchived(table: string, content: Manifest['content']): boolean {
  return !leftOut.includes(table) && keyTables.includes(table) === (content === 'keys')
}

interface ArchiveOptions {
  readonly content: Manifest['content']
  readonly recipient: string
  readonly onProgress: (text: string) => void
}

/**
 * Writes the tables of one snapshot into a new folder; `withSnapshot` may read more of it. The manifest still lacks the
 * objects.
 */
export async function archiveTables(
  client: pg.Client,
  name: string,
  { content, recipient, onProgress }: ArchiveOptions,
  withSnapshot: (folder: string) => Promise<void> = async () => undefined,
): Promise<{ folder: string; manifest: Manifest }> {
  const folder = `${name}${partial}`
  await mkdir(folder, { mode: 0o700 })
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  try {
    const state = await readState(client)
    const tables: ArchivedTable[] = []
    const archive = async (table: CopiedTable, query?: string) => {
      const rows = copyOut(client, query ?? table)
      const file = `${table.name}.gz.age`
      const written = await writeEncrypted(
        join(folder, file),
        passing(rows, () => onProgress(table.name)),
        recipient,
      )
      tables.push({ ...table, columns: [...table.columns], file, ...written, rows: rows.rowCount })
    }
    for (const table of await listTables(client)) {
      if (isArchived(table.name, content)) await archive(table)
    }
    if (content === 'keys')
      await archive(
        destroyedDocuments,
        // Documents whose destruction can still be undone are left out (D116).
        'SELECT id FROM document_version WHERE destroyed_at IS NOT NULL AND undo_until IS NULL',
      )
    await withSnapshot(folder)
    await client.query('ROLLBACK')
    return { folder, manifest: { format: 1, content, ...state, tables, objects: null } }
  } catch (error) {
    // Closes the socket: a ROLLBACK would wait behind the COPY, which is not read any more, and the transaction would
    // stay open.
    closeSocket(client)
    throw error
  }
}

async function* passing(content: Readable, onChunk: () => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    onChunk()
    yield chunk
  }
}

async function readState(client: pg.Client) {
  const { rows } = await client.query<
    Pick<Manifest, 'demo' | 'log' | 'masterKeys' | 'migrations' | 'sequences'> & {
      at: Date
      newest: Date | null
    }
  >(
    `SELECT now() AS at, EXISTS (SELECT FROM installation WHERE name = 'demo') AS demo, (SELECT name FROM audit_origin) AS log, 
       (SELECT to_timestamp(at_us / 1e6) FROM audit_event ORDER BY id DESC LIMIT 1) AS newest,
       ARRAY(SELECT id FROM master_key ORDER BY claimed_at) AS "masterKeys",
       (SELECT jsonb_agg(jsonb_build_object('name', name, 'checksum', checksum) ORDER BY name) FROM schema_migration)
         AS migrations,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('name', format('%I.%I', schemaname, sequencename),
                                                     'value', last_value::text)), '[]')
        FROM pg_sequences WHERE schemaname = 'public' AND last_value IS NOT NULL) AS sequences`,
  )
  const [state] = rows
  if (!state) throw new Error('a query without a row')
  const { at, newest, ...rest } = state
  return { ...rest, at: at.toISOString(), newestEntry: newest?.toISOString() ?? null }
}
