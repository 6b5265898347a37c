import { refuseUnknown } from '../../master-key/claim-master-key.ts'
import { openMasterKey } from '../../master-key/open-master-key.ts'
import type { Config } from '../../platform/config.ts'
import { unwrapDataKey } from '../../platform/crypto/key-ring.ts'
import { type MasterKey, MasterKeyError } from '../../platform/crypto/master-key.ts'
import type { CopiedRow } from '../../platform/db/copied-rows.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { readTable } from '../backup/load-archives.ts'
import type { Archive } from '../backup/manifest.ts'

/**
 * Checks that this installation has written the archives. The key of their MACs is in the archive of keys, wrapped by
 * the master key: it is read in memory, so nothing of an archive has reached a database when this resolves.
 * @throws StartError or MasterKeyError
 */
export async function authenticateArchives(
  config: Config,
  { data, keys }: { data: Archive; keys: Archive },
  identities: readonly string[],
): Promise<void> {
  const rowsOf = (name: string) => readTable(keys, identities, `public.${name}`)
  const masterKeys = (await rowsOf('master_key')).map((row) => row.text('id'))
  const dataKeys = (await rowsOf('data_key')).map(dataKeyOf)
  const kmsKeys = await rowsOf('kms_key')
  const master = await openMasterKey(config, {
    dataNeedsIt: async () => true,
    findKmsKey: async (address) => {
      const row = kmsKeys.find((each) => each.text('address') === address)
      if (!row) throw new StartError(`The archive of keys does not contain the key ${address} of KMS.`)
      return row.bytes('encrypted')
    },
    // Never needed: either the key was found above, or the restore has failed.
    addKmsKey: async () => undefined,
  })
  refuseUnknown(
    master,
    // An id that wraps no data key may have been added with the login of the server, and must not refuse the backup.
    masterKeys.filter((id) => dataKeys.some(({ kek_id }) => kek_id === id)),
  )
  const macKeys = dataKeys.filter(({ purpose }) => purpose === 'backup-manifest').flatMap(unwrapped(master))
  const forged = [data, keys].find((archive) => !macKeys.some((key) => archive.verify(key)))
  if (forged)
    throw new StartError(
      `${forged.path} was not written by this installation, or was changed since: use another backup.`,
    )
}

/**
 * Returns no key for a row that the master key does not open: another row then authenticates the archives, or none
 * does.
 */
function unwrapped(master: MasterKey) {
  return (key: ReturnType<typeof dataKeyOf>): Buffer[] => {
    try {
      return [unwrapDataKey(master, key)]
    } catch (error) {
      if (error instanceof MasterKeyError) return []
      throw error
    }
  }
}

function dataKeyOf(row: CopiedRow) {
  return {
    purpose: row.text('purpose'),
    generation: Number(row.text('generation')),
    kek_id: row.text('kek_id'),
    wrapped: row.bytes('wrapped'),
  }
}
