import {
  type MasterKey,
  MasterKeyError,
  masterKey,
  openMasterKeyFile,
} from '../platform/crypto/master-key.ts'
import type { MasterKeySettings, MasterKeySource } from '../platform/crypto/master-key-settings.ts'
import type { Db } from '../platform/db/database.ts'
import { hasMasterKey } from './claim-master-key.ts'

/**
 * Opens the master key and, during a rotation, the one that it replaces.
 * @throws MasterKeyError
 */
export async function openMasterKey(settings: MasterKeySettings, db: Db): Promise<MasterKey> {
  const current = await openSource(settings.masterKey, db)
  if (!settings.previousMasterKey) return current
  const previous = await openSource(settings.previousMasterKey, db)
  if (previous.id === current.id) {
    throw new MasterKeyError(
      'MASTER_KEY_PREVIOUS is the same key as MASTER_KEY: remove it, or set the new key.',
    )
  }
  return { ...current, previous }
}

async function openSource(source: MasterKeySource, db: Db): Promise<MasterKey> {
  switch (source.kind) {
    case 'value':
      return masterKey(source.bytes.reveal())
    case 'file':
      return openMasterKeyFile(source.path, {
        generate: source.generate,
        // A key is claimed before any data is written.
        dataNeedsIt: () => hasMasterKey(db),
      })
    case 'kms':
      // Only installations that use AWS load its client.
      return (await import('./open-kms-key.ts')).openKmsKey(source, db)
  }
}
