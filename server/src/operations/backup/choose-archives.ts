import { join } from 'node:path'
import { StartError } from '../../platform/process/start-error.ts'
import { type Archive, listArchives, openArchive } from './manifest.ts'

interface Places {
  /** The folder of the backups. */
  readonly from: string
  /** The folder of the archives of keys. */
  readonly keysFrom: string
  /** The name of one of the backups; by default the newest. */
  readonly name: string | undefined
}

/**
 * Chooses a backup and the newest keys, so that what was destroyed since the backup stays destroyed.
 * @throws StartError if one of them is missing, or they do not belong together
 */
export async function chooseArchives({
  from,
  keysFrom,
  name,
}: Places): Promise<{ data: Archive; keys: Archive }> {
  const names = await listArchives(from)
  const chosen = name ?? names.at(-1)
  if (chosen === undefined) throw new StartError(`The folder ${from} contains no complete backup.`)
  if (!names.includes(chosen))
    throw new StartError(`There is no complete backup ${chosen}: ${from} has ${names.join(', ')}.`)
  const data = await openArchive(join(from, chosen))
  const keys = await newestKeys(keysFrom)
  if (data.manifest.content !== 'data') throw new StartError(`${from} must be the folder of the data.`)
  if (data.manifest.log !== keys.manifest.log)
    throw new StartError(`The keys in ${keysFrom} belong to another installation.`)
  if (keys.manifest.at < data.manifest.at) {
    throw new StartError(
      `The newest keys in ${keysFrom} are of ${keys.manifest.at}, before the backup of ${data.manifest.at}: copy the newest keys, or choose an older backup.`,
    )
  }
  return { data, keys }
}

/** @throws StartError if the folder contains none */
export async function newestKeys(keysFrom: string): Promise<Archive> {
  const newest = (await listArchives(keysFrom)).at(-1)
  if (newest === undefined)
    throw new StartError(`The folder ${keysFrom} contains no keys: name theirs with --keys-from.`)
  const keys = await openArchive(join(keysFrom, newest))
  if (keys.manifest.content !== 'keys') throw new StartError(`${keysFrom} must be the folder of the keys.`)
  return keys
}
