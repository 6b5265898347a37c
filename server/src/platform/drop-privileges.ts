import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from './config.ts'
import { stopLeftover } from './db/embedded/postmaster-file.ts'
import { chownRecursive, nobodyUid, ownerOf } from './db/embedded/unprivileged.ts'
import { clusterFolder } from './db/embedded-postgres.ts'
import { lockFolder } from './folder-lock.ts'
import type { Log } from './log.ts'
import { StartError } from './start-error.ts'

type Settings = Pick<
  Config,
  | 'demo'
  | 'dataDir'
  | 'storage'
  | 'auditCheckpoints'
  | 'masterKey'
  | 'previousMasterKey'
  | 'secretPaths'
  | 'webDist'
> & {
  /** Further folders of data. */
  readonly folders?: readonly string[]
}

/** A method of running without privileges: `prefix` precedes the command, and the data belongs to `owner`. */
interface Method {
  readonly prefix: readonly string[]
  readonly owner: number
}

/**
 * If root has started the program, executes it again without privileges (D58), under the same process id.
 * Returns if the process is not root, or in demo mode if the system supports none of the methods.
 * @throws StartError outside demo mode if the system supports none of the methods
 * @throws FolderLockedError if the data folder must change its owner while another process uses it
 */
export async function dropPrivileges(
  config: Settings,
  environment: NodeJS.ProcessEnv,
  log: Log,
  stop?: AbortSignal,
): Promise<void> {
  if (process.getuid?.() !== 0) return
  const method = findMethod(config, environment)
  if (!method) {
    if (config.demo) return
    throw new StartError(
      'The server does not run as root, and this system allows neither setpriv nor unshare to run it without privileges: start it as an ordinary user who may read the program and its settings.',
    )
  }
  await changeOwner(config, method.owner, log)
  const node = [process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  const command = ['env', ...method.prefix, 'setpriv', '--no-new-privs', ...node]
  if (stop?.aborted) return
  process.execve?.('/usr/bin/env', command, environmentFor(method.owner, environment))
}

/**
 * Prefers an unprivileged account, if that can read the files that the server needs. Otherwise root without
 * capabilities, in a user namespace, because the checkout or the key may be readable by root only.
 */
function findMethod(config: Settings, environment: NodeJS.ProcessEnv): Method | undefined {
  const account = [
    'setpriv',
    `--reuid=${nobodyUid}`,
    `--regid=${nobodyUid}`,
    '--clear-groups',
    '--inh-caps=-all',
  ]
  const namespace = ['unshare', '--user', `--map-user=${nobodyUid}`, `--map-group=${nobodyUid}`]
  const methods = [
    { prefix: account, owner: nobodyUid },
    { prefix: namespace, owner: 0 },
  ]
  return methods.find(({ prefix }) => canRun(prefix, config, environment))
}

const script = 'for path; do test -r "$path" && { test ! -d "$path" || test -x "$path"; } || exit 1; done'

function canRun(prefix: readonly string[], config: Settings, environment: NodeJS.ProcessEnv): boolean {
  const { dataDir, masterKey, previousMasterKey, secretPaths, webDist } = config
  const keys = [masterKey, previousMasterKey].flatMap((source) =>
    source?.kind === 'file' && !source.path.startsWith(dataDir) ? [source.path] : [],
  )
  const given = ['CALLBACK_CA_FILE', 'FIREBASE_CREDENTIALS'].flatMap((name) => environment[name] ?? [])
  const above = dataFolders(config).map((folder) => dirname(folder))
  const files = [process.execPath, import.meta.filename, webDist, ...keys, ...secretPaths, ...given]
  const [command = '', ...args] = [...prefix, 'setpriv', '--no-new-privs', 'sh', '-c', script, 'sh']
  try {
    for (const folder of above) mkdirSync(folder, { recursive: true })
    execFileSync(command, [...args, ...above, ...files.filter(existsSync)], { stdio: 'ignore' })
    return true
  } catch {
    // Missing, forbidden, or without access to the required files: the caller tries the next method.
    return false
  }
}

function dataFolders({ dataDir, storage, auditCheckpoints, folders = [] }: Settings): string[] {
  const apart = (path: string) => path !== dataDir && !path.startsWith(`${dataDir}/`)
  const places = [storage, auditCheckpoints].flatMap((place) => (place.kind === 'folder' ? [place.path] : []))
  return [dataDir, ...[...places, ...folders].filter(apart)]
}

/** After an earlier start, folders can belong to root or to the account that PostgreSQL ran as. */
async function changeOwner(config: Settings, owner: number, log: Log): Promise<void> {
  for (const folder of dataFolders(config)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const inside = readdirSync(folder).map((name) => join(folder, name))
    const foreign = [...inside, folder].filter((path) => ownerOf(path) !== owner)
    if (foreign.length === 0) continue
    // An empty folder is unused. Any other is locked, so that no running process loses access to it.
    const lock = inside.length > 0 ? lockFolder(config.dataDir) : undefined
    try {
      // A database left running by a killed process runs as another account, which the new owner can't signal.
      if (lock) await stopLeftover(clusterFolder(config.dataDir), log)
      for (const path of foreign) chownRecursive(path, owner)
    } finally {
      lock?.release()
    }
  }
}

/** Gives `owner` its own compile cache: root must never load code that other accounts can write. */
function environmentFor(owner: number, given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const environment = { ...given }
  const cache = given.NODE_COMPILE_CACHE
  if (cache && owner !== 0) {
    environment.NODE_COMPILE_CACHE = `${cache}-${owner}`
    mkdirSync(`${cache}-${owner}`, { recursive: true })
    chownSync(`${cache}-${owner}`, owner, owner)
  }
  // Descriptors above 2 are closed, so the start script passes its channel as stdin.
  if (process.connected && given.CHANNEL_ON_STDIN) environment.NODE_CHANNEL_FD = '0'
  return environment
}
