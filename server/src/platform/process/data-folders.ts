import { execFileSync } from 'node:child_process'
import { readdirSync, type Stats, statSync } from 'node:fs'
import type { Config } from '../config.ts'
import { nobodyUid } from '../db/embedded/unprivileged.ts'

/** A folder of data as the program finds it. */
export interface DataFolder {
  /** The setting; undefined for a folder that was given to a command. */
  readonly setting: string | undefined
  readonly path: string
  /** Undefined if the folder does not exist. */
  readonly owner: Pick<Stats, 'uid' | 'gid'> | undefined
  readonly isEmpty: boolean
}

export interface DataPlaces extends Pick<Config, 'dataDir' | 'storage' | 'auditCheckpoints'> {
  /** Further folders of data. */
  readonly folders?: readonly string[]
}

/** DATA_DIR and the folders outside it. */
export function readDataFolders({
  dataDir,
  storage,
  auditCheckpoints,
  folders = [],
}: DataPlaces): DataFolder[] {
  const places = [
    ...(storage.kind === 'folder' ? [['STORAGE_URL', storage.path] as const] : []),
    ...(auditCheckpoints.kind === 'folder' ? [['AUDIT_CHECKPOINTS', auditCheckpoints.path] as const] : []),
    ...folders.map((path) => [undefined, path] as const),
  ]
  const apart = places.filter(([, path]) => path !== dataDir && !path.startsWith(`${dataDir}/`))
  return [['DATA_DIR', dataDir] as const, ...apart].map(([setting, path]) => {
    const owner = statSync(path, { throwIfNoEntry: false })
    return { setting, path, owner, isEmpty: !owner || readdirSync(path).length === 0 }
  })
}

/**
 * The folder whose owner the program must run as, because other processes may use it as that account. Undefined if
 * the program may choose the account.
 * @param mayClaim whether the program may change the owner of a DATA_DIR that root or the account `nobodyUid` left
 */
export function findOwnedFolder(folders: readonly DataFolder[], mayClaim: boolean): DataFolder | undefined {
  const used = folders.filter(({ isEmpty }) => !isEmpty)
  if (mayClaim)
    return used.find(
      (folder) => hasAccount(folder) && !(isDataDir(folder) && folder.owner?.uid === nobodyUid),
    )
  return used.find(hasAccount) ?? used[0] ?? folders.find(hasAccount)
}

function hasAccount({ owner }: DataFolder): boolean {
  return owner !== undefined && owner.uid !== 0
}

function isDataDir({ setting }: DataFolder): boolean {
  return setting === 'DATA_DIR'
}

/** An account of the system; one of a container may have no name. */
export interface Account {
  readonly uid: number
  readonly gid: number
  readonly name: string | undefined
}

/** The account of a folder's owner, with its own group: the group of a folder can be that of root. */
export function accountOf({ uid, gid }: Pick<Stats, 'uid' | 'gid'>): Account {
  try {
    const entry = execFileSync('getent', ['passwd', String(uid)], { stdio: ['ignore', 'pipe', 'ignore'] })
    const [name, , , group] = String(entry).split(':')
    return { uid, gid: Number(group), name }
  } catch {
    // Without an entry, or without getent.
    return { uid, gid: gid === 0 ? uid : gid, name: undefined }
  }
}
