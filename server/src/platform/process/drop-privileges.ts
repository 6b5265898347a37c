import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, lchownSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../config.ts'
import { stopLeftover } from '../db/embedded/postmaster-file.ts'
import { chownRecursive, nobodyUid, ownerOf } from '../db/embedded/unprivileged.ts'
import { clusterFolder } from '../db/embedded-postgres.ts'
import type { Log } from '../log.ts'
import {
  type Account,
  accountOf,
  type DataFolder,
  type DataPlaces,
  findOwnedFolder,
  readDataFolders,
} from './data-folders.ts'
import { lockFolder } from './folder-lock.ts'
import { StartError } from './start-error.ts'

type Settings = DataPlaces &
  Pick<Config, 'demo' | 'masterKey' | 'previousMasterKey' | 'secretPaths' | 'webDist'>

interface Options {
  readonly stop?: AbortSignal
  /**
   * Whether the program may change the owner of a used DATA_DIR, which it locks meanwhile. Only for the server with the
   * embedded PostgreSQL: processes with another database use their folders without a lock.
   */
  readonly mayClaim?: boolean
}

/** A method of running without privileges: `prefix` precedes the command, and new data belongs to `account`. */
interface Method {
  readonly prefix: readonly string[]
  readonly account: Account
}

/**
 * If root has started the program, executes it again without privileges (D58), under the same process id: as the account
 * that owns the data, which keeps its owner, or else as an account of its choice.
 * Returns if the process is not root, or in demo mode if the system supports none of the methods.
 * @throws StartError if the owner of the data can't run it, or outside demo mode if the system supports none of the methods
 * @throws FolderLockedError if the data folder must change its owner while another process uses it
 */
export async function dropPrivileges(
  config: Settings,
  environment: NodeJS.ProcessEnv,
  log: Log,
  { stop, mayClaim = false }: Options = {},
): Promise<void> {
  if (process.getuid?.() !== 0) return
  const folders = readDataFolders(config)
  const owned = findOwnedFolder(folders, mayClaim)
  const files = neededFiles(config, environment)
  const method = owned ? methodOfOwner(owned, folders, files, config) : findMethod(folders, files, config)
  if (!method) {
    if (config.demo) return
    throw new StartError(
      'The server does not run as root, and this system allows neither setpriv nor unshare to run it without privileges: start it as an ordinary user who may read the program and its settings.',
    )
  }
  const { account, prefix } = method
  if (mayClaim && !owned) await changeOwner(config.dataDir, folders, account.uid, log)
  else createFolders(folders, account)
  const node = [process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  const command = ['env', ...prefix, 'setpriv', '--no-new-privs', ...node]
  if (stop?.aborted) return
  process.execve?.('/usr/bin/env', command, environmentFor(account, environment))
}

const nobody = { uid: nobodyUid, gid: nobodyUid, name: undefined }
const root = { uid: 0, gid: 0, name: 'root' }

function methodOf(account: Account): Method {
  if (account.uid === 0) {
    const prefix = ['unshare', '--user', `--map-user=${nobodyUid}`, `--map-group=${nobodyUid}`]
    return { prefix, account }
  }
  const { uid, gid, name } = account
  const groups = name === undefined ? '--clear-groups' : '--init-groups'
  return { prefix: ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, groups, '--inh-caps=-all'], account }
}

/**
 * Prefers an unprivileged account, if that can read the files that the server needs. Otherwise root without
 * capabilities, in a user namespace, because the checkout or the key may be readable by root only.
 */
function findMethod(
  folders: readonly DataFolder[],
  files: readonly string[],
  { dataDir }: Settings,
): Method | undefined {
  const above = folders.map(({ path }) => dirname(path))
  for (const folder of above) mkdirSync(folder, { recursive: true })
  // Files in DATA_DIR change their owner with it.
  const apart = files.filter((path) => !path.startsWith(`${dataDir}/`))
  return [nobody, root]
    .map(methodOf)
    .find(({ prefix }) => checkAccess(prefix, [...above, ...apart]) === 'granted')
}

/**
 * How to run as the account of `owned`. Undefined in demo mode if the system does not support it.
 * @throws StartError if that account can't read what the program needs, or the system does not support it
 */
function methodOfOwner(
  owned: DataFolder,
  folders: readonly DataFolder[],
  files: readonly string[],
  { demo }: Settings,
): Method | undefined {
  const method = methodOf(owned.owner ? accountOf(owned.owner) : root)
  const kept = folders.filter((folder) => !isUnused(folder)).map(({ path }) => path)
  const access = checkAccess(method.prefix, [...kept, ...files])
  if (access === 'granted') return method
  if (access === 'unsupported' && demo) return undefined
  throw new StartError(refusalOf(owned, method.account, access))
}

function refusalOf({ setting, path }: DataFolder, { uid, name }: Account, access: Refused): string {
  const folder = setting ? `${setting} (${path})` : `The folder ${path}`
  if (uid === 0) {
    const reason =
      access === 'unsupported'
        ? 'this system does not allow unshare to run root without privileges'
        : `root without privileges can't read ${access.unreadable}`
    return `${folder} belongs to root, and ${reason}: stop all servers, give the data to an ordinary account and run this as that account.`
  }
  const owner = name ? `the account ${name} (uid ${uid})` : `the account with the uid ${uid}`
  const reason =
    access === 'unsupported'
      ? 'and this system does not allow setpriv to change to it'
      : `which can't read ${access.unreadable}`
  return `${folder} belongs to ${owner}, ${reason}: run this as that account, with settings that it may read.`
}

type Refused = 'unsupported' | { readonly unreadable: string }

const script =
  'for path; do test -r "$path" && { test ! -d "$path" || test -x "$path"; } || { printf %s "$path"; exit 1; }; done'

/** Whether a program with `prefix` can read `paths`. */
function checkAccess(prefix: readonly string[], paths: readonly string[]): 'granted' | Refused {
  const [command = '', ...args] = [...prefix, 'setpriv', '--no-new-privs', 'sh', '-c', script, 'sh', ...paths]
  const { status, stdout } = spawnSync(command, args, {
    stdio: ['ignore', 'pipe', 'ignore'],
    encoding: 'utf8',
  })
  if (status === 0) return 'granted'
  return stdout ? { unreadable: stdout } : 'unsupported'
}

function neededFiles(
  { masterKey, previousMasterKey, secretPaths, webDist }: Settings,
  environment: NodeJS.ProcessEnv,
): string[] {
  const keys = [masterKey, previousMasterKey].flatMap((source) =>
    source?.kind === 'file' ? [source.path] : [],
  )
  const given = ['CALLBACK_CA_FILE', 'FIREBASE_CREDENTIALS'].flatMap((name) => environment[name] ?? [])
  const files = [process.execPath, import.meta.filename, webDist, ...keys, ...secretPaths, ...given]
  return files.filter(existsSync)
}

/** Missing, or created by root and still empty: no process uses it. */
function isUnused({ owner, isEmpty }: DataFolder): boolean {
  return !owner || (isEmpty && owner.uid === 0)
}

/** Other folders keep their owner, because processes may use them without a lock. */
function createFolders(folders: readonly DataFolder[], { uid, gid }: Account): void {
  for (const { path } of folders.filter(isUnused)) {
    mkdirSync(dirname(path), { recursive: true })
    mkdirSync(path, { recursive: true, mode: 0o700 })
    // Another process may have created it meanwhile.
    if (ownerOf(path) === 0) lchownSync(path, uid, gid)
  }
}

/** After an earlier start, folders can belong to root or to the account that PostgreSQL ran as. */
async function changeOwner(
  dataDir: string,
  folders: readonly DataFolder[],
  owner: number,
  log: Log,
): Promise<void> {
  for (const { path: folder } of folders) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const inside = readdirSync(folder).map((name) => join(folder, name))
    const foreign = [...inside, folder].filter((path) => ownerOf(path) !== owner)
    if (foreign.length === 0) continue
    // An empty folder is unused. Any other is locked, so that no running process loses access to it.
    const lock = inside.length > 0 ? lockFolder(dataDir) : undefined
    try {
      // A database left running by a killed process runs as another account, which the new owner can't signal.
      if (lock) await stopLeftover(clusterFolder(dataDir), log)
      for (const path of foreign) chownRecursive(path, owner)
    } finally {
      lock?.release()
    }
  }
}

/** Gives the account its own compile cache: root must never load code that other accounts can write. */
function environmentFor({ uid, gid }: Account, given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const environment = { ...given }
  const cache = given.NODE_COMPILE_CACHE
  if (cache && uid !== 0) {
    environment.NODE_COMPILE_CACHE = `${cache}-${uid}`
    mkdirSync(`${cache}-${uid}`, { recursive: true })
    chownSync(`${cache}-${uid}`, uid, gid)
  }
  // Descriptors above 2 are closed, so the start script passes its channel as stdin.
  if (process.connected && given.CHANNEL_ON_STDIN) environment.NODE_CHANNEL_FD = '0'
  return environment
}
