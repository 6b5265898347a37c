import {
  type MasterKey,
  MasterKeyError,
  masterKey,
  openMasterKeyFile,
  type StoredMasterKeys,
} from '../platform/crypto/master-key.ts'
import type { MasterKeySettings, MasterKeySource } from '../platform/crypto/master-key-settings.ts'
import type { Db } from '../platform/db/database.ts'
import { hasMasterKey } from './claim-master-key.ts'

/** What the database stores about its master keys. */
export function storedMasterKeys(db: Db): StoredMasterKeys {
  return {
    // A key is claimed before any data is written.
    dataNeedsIt: () => hasMasterKey(db),
    async findKmsKey(address) {
      const row = await db
        .selectFrom('kms_key')
        .select('encrypted')
        .where('address', '=', address)
        .executeTakeFirst()
      return row?.encrypted
    },
    async addKmsKey(address, encrypted) {
      await db
        .insertInto('kms_key')
        .values({ address, encrypted })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
  }
}

/**
 * Opens the master key and, during a rotation, the one that it replaces.
 * @throws MasterKeyError
 */
export async function openMasterKey(
  settings: MasterKeySettings,
  stored: StoredMasterKeys,
): Promise<MasterKey> {
  const current = await openSource(settings.masterKey, stored)
  if (!settings.previousMasterKey) return current
  const previous = await openSource(settings.previousMasterKey, stored)
  if (previous.id === current.id) {
    throw new MasterKeyError(
      'MASTER_KEY_PREVIOUS is the same key as MASTER_KEY: remove it, or set the new key.',
    )
  }
  return { ...current, previous }
}

async function openSource(source: MasterKeySource, stored: StoredMasterKeys): Promise<MasterKey> {
  switch (source.kind) {
    case 'value':
      return masterKey(source.bytes.reveal())
    case 'file':
      return openMasterKeyFile(source.path, {
        generate: source.generate,
        dataNeedsIt: stored.dataNeedsIt,
      })
    case 'kms':
      // Only installations that use AWS load its client.
      return (await import('./open-kms-key.ts')).openKmsKey(source, stored)
  }
}
