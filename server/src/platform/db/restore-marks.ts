import { sql } from 'kysely'
import type pg from 'pg'
import { StartError } from '../process/start-error.ts'
import { connectClient } from './connect-client.ts'
import type { Db } from './database.ts'

// Marks of restores in `installation`: a database is not used before all steps of its restore have run, and destroys
// nothing in the days after it.

/** The mark of a restore that runs or was interrupted. Its time is that of the backup. */
const running = 'restoring'
const finished = 'restored'

/** Marks the database as incomplete, with the backup that is loaded. */
export async function markRestoring(client: pg.Client, backupAt: string): Promise<void> {
  await client.query(
    `INSERT INTO installation (name, at) VALUES ('${running}', $1) ON CONFLICT (name) DO UPDATE SET at = excluded.at`,
    [backupAt],
  )
}

/** The time of the backup whose restore was interrupted; undefined if there is none. */
export async function interruptedRestore(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ at: Date }>(`SELECT at FROM installation WHERE name = '${running}'`)
  return rows[0]?.at.toISOString()
}

export async function markRestored(client: pg.Client): Promise<void> {
  await client.query(`WITH started AS (DELETE FROM installation WHERE name = '${running}')
    INSERT INTO installation (name) VALUES ('${finished}') ON CONFLICT (name) DO UPDATE SET at = now()`)
}

/**
 * Without the last steps of a restore, destroyed documents would be visible again.
 * @throws StartError while a restore of the database runs or was interrupted
 */
export async function refuseInterruptedRestore(databaseUrl: string): Promise<void> {
  const client = await connectClient({ connectionString: databaseUrl })
  try {
    if ((await interruptedRestore(client)) !== undefined)
      throw new StartError(
        'A restore of this database runs or was interrupted: wait for it, or repeat its command until it has finished.',
      )
  } finally {
    await client.end()
  }
}

/**
 * Whether the installation was restored in the last three days: holds that were entered after the backup are missing,
 * and without them the end of a retention would destroy what they protected.
 */
export async function isFreshlyRestored(db: Db): Promise<boolean> {
  const { rows } = await sql`SELECT FROM installation
    WHERE name = ${finished} AND at > now() - interval '3 days'`.execute(db)
  return rows.length > 0
}
