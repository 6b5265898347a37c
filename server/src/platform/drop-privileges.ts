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

type Settings = Pick<Config, 'demo' | 'dataDir' | 'storage' | 'masterKey' | 'webDist'>

/** A way to run without privileges: `prefix` precedes the command, and the data belongs to `owner`. */
interface Way {
  readonly prefix: readonly string[]
  readonly owner: number
}

/**
 * For a program that root has started: replaces it by itself, run without privileges (D58), under the same process id.
 * Returns when there is nothing to drop, or in demo mode when the system allows neither way.
 * @throws StartError outside demo mode when the system allows neither way
 * @throws FolderLockedError when the data folder has to change its owner while another process uses it
 */
export async function dropPrivileges(
  config: Settings,
  environment: NodeJS.ProcessEnv,
  log: Log,
  stop?: AbortSignal,
): Promise<void> {
  if (process.getuid?.() !== 0) return
  const way = findWay(config, environment)
  if (!way) {
    if (config.demo) return
    throw new StartError(
      'The server does not run as root, and this system allows neither setpriv nor unshare to run it without privileges: start it as an ordinary user who may read the program and its settings.',
    )
  }
  await handOver(config, way.owner, log)
  const node = [process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  const command = ['env', ...way.prefix, 'setpriv', '--no-new-privs', ...node]
  if (stop?.aborted) return
  process.execve?.('/usr/bin/env', command, environmentFor(way.owner, environment))
}

/**
 * An account of its own where that may read all that the server needs; else root's files without root's capabilities,
 * in a user namespace, since the checkout or the key may lie where only root may read.
 */
function findWay(config: Settings, environment: NodeJS.ProcessEnv): Way | undefined {
  const account = [
    'setpriv',
    `--reuid=${nobodyUid}`,
    `--regid=${nobodyUid}`,
    '--clear-groups',
    '--inh-caps=-all',
  ]
  const namespace = ['unshare', '--user', `--map-user=${nobodyUid}`, `--map-group=${nobodyUid}`]
  const ways = [
    { prefix: account, owner: nobodyUid },
    { prefix: namespace, owner: 0 },
  ]
  return ways.find(({ prefix }) => canRun(prefix, config, environment))
}

const script = 'for path; do test -r "$path" && { test ! -d "$path" || test -x "$path"; } || exit 1; done'

function canRun(prefix: readonly string[], config: Settings, environment: NodeJS.ProcessEnv): boolean {
  const { dataDir, masterKey, webDist } = config
  const key = masterKey.kind === 'file' && !masterKey.path.startsWith(dataDir) ? [masterKey.path] : []
  const given = ['CALLBACK_CA_FILE', 'FIREBASE_CREDENTIALS'].flatMap((name) => environment[name] ?? [])
  const above = dataFolders(config).map((folder) => dirname(folder))
  const files = [process.execPath, import.meta.filename, webDist, ...key, ...given]
  const [command = '', ...args] = [...prefix, 'setpriv', '--no-new-privs', 'sh', '-c', script, 'sh']
  try {
    for (const folder of above) mkdirSync(folder, { recursive: true })
    execFileSync(command, [...args, ...above, ...files.filter(existsSync)], { stdio: 'ignore' })
    return true
  } catch {
    // Missing, forbidden, or without access to what the server needs: the next way is tried.
    return false
  }
}

function dataFolders({ dataDir, storage }: Settings): string[] {
  const apart = storage.path !== dataDir && !storage.path.startsWith(`${dataDir}/`)
  return apart ? [dataDir, storage.path] : [dataDir]
}

/** A folder of an earlier start may belong to root, or to the account that PostgreSQL ran as. */
async function handOver(config: Settings, owner: number, log: Log): Promise<void> {
  for (const folder of dataFolders(config)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const inside = readdirSync(folder).map((name) => join(folder, name))
    const foreign = [...inside, folder].filter((path) => ownerOf(path) !== owner)
    if (foreign.length === 0) continue
    // Nothing uses an empty folder; in any other, a living process must not lose its files.
    const lock = inside.length > 0 ? lockFolder(config.dataDir) : undefined
    try {
      // A database that a killed process left behind runs as another account, which the server may not signal.
      if (lock) await stopLeftover(clusterFolder(config.dataDir), log)
      for (const path of foreign) chownRecursive(path, owner)
    } finally {
      lock?.release()
    }
  }
}

/** Only the account itself runs what it has compiled: root must never load code from a folder that others write. */
function environmentFor(owner: number, given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const environment = { ...given }
  const cache = given.NODE_COMPILE_CACHE
  if (cache && owner !== 0) {
    environment.NODE_COMPILE_CACHE = `${cache}-${owner}`
    mkdirSync(`${cache}-${owner}`, { recursive: true })
    chownSync(`${cache}-${owner}`, owner, owner)
  }
  // Descriptors above 2 are closed; the start script puts its channel there where it survives.
  if (process.connected && given.CHANNEL_ON_STDIN) environment.NODE_CHANNEL_FD = '0'
  return environment
}
