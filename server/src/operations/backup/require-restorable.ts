import type pg from 'pg'
import { unwrapDataKey } from '../../platform/crypto/key-ring.ts'
import { type MasterKey, MasterKeyError } from '../../platform/crypto/master-key.ts'
import { StartError } from '../../platform/process/start-error.ts'

/**
 * Checks in the snapshot of the keys what a restore requires of them: a backup that can't be restored must not be the newest.
 * @throws StartError that names the first fault
 */
export async function requireRestorable(client: pg.Client, masterKey: MasterKey): Promise<void> {
  const fault = await findFault(client, masterKey)
  if (fault === undefined) return
  throw new StartError(
    `${fault} No backup was written, because no restore of it would succeed. If you did not cause this, treat it as an incident (docs/security/incidents.md).`,
  )
}

async function findFault(client: pg.Client, masterKey: MasterKey): Promise<string | undefined> {
  const ids = await client.query<{ id: string }>('SELECT id FROM master_key ORDER BY claimed_at')
  const unknown = ids.rows.find(({ id }) => id !== masterKey.id && id !== masterKey.previous?.id)
  if (unknown) return `The table master_key contains ${unknown.id}, which is no key of the settings.`
  const keys = await client.query<Parameters<typeof unwrapDataKey>[1]>(
    'SELECT purpose, generation, kek_id, wrapped FROM data_key ORDER BY purpose, generation',
  )
  try {
    for (const key of keys.rows) unwrapDataKey(masterKey, key)
  } catch (error) {
    if (error instanceof MasterKeyError) return error.message
    throw error
  }
  const records = await client.query<{ id: string }>(
    `SELECT id FROM performer p WHERE destroyed_at IS NULL AND NOT EXISTS (SELECT FROM performer_key WHERE performer_id = p.id)
     LIMIT 1`,
  )
  const [record] = records.rows
  return record && `The record ${record.id} has no key: npm run doctor names each.`
}
