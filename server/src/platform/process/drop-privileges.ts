import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from '../config.ts'
import { secretPlaces } from '../settings/secret-places.ts'
import { StartError } from './start-error.ts'

type Account = Pick<Stats, 'uid' | 'gid'>

const root = { uid: 0, gid: 0 }
/** An account that exists on every system, and has a name, without which initdb refuses it. */
const nobody = { uid: 65_534, gid: 65_534 }

/**
 * If root has started the program, executes it again without privileges, under the same process id: as the account that
 * owns its data. Unused folders go to the account 65534, or stay those of root, without capabilities, if that account
 * can't read the program.
 * @param folders those that the program uses apart from those of the settings
 * @throws StartError in production, or if the system or the permissions of files do not allow it
 */
export function dropPrivileges(
  config: Config,
  environment: NodeJS.ProcessEnv,
  folders: readonly string[] = [],
): void {
  if (process.getuid?.() !== 0) return
  if (config.production)
    throw new StartError(
      'With NODE_ENV=production nothing runs as root: run this as the account that owns DATA_DIR.',
    )
  const paths = [...placesOf(config), ...folders]
  const unused = paths.filter(isUnused)
  for (const path of unused) mkdirSync(dirname(path), { recursive: true })
  const used = paths.find((path) => !unused.includes(path))
  const program = [process.execPath, import.meta.filename, config.webDist]
  const needed = [...program, ...unused.map(dirname), ...folders, ...secretPlaces(config)].filter(
    (path) => existsSync(path) && !unused.includes(path),
  )
  const { prefix, account } = findUnprivileged(used, needed, { force: config.demo })
  for (const path of unused) {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    // Another process may have created it meanwhile.
    if (statSync(path).uid === 0) chownSync(path, account.uid, account.gid)
  }
  const node = [process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  process.execve?.('/usr/bin/env', ['env', ...prefix, ...node], environmentOf(account, environment))
}

/**
 * How root runs a program as the owner of `data`, or without data as another account: `prefix` precedes its command.
 * The account can read `paths`. `force` permits it to ignore the permissions of files where nothing else works: without
 * user namespaces, only that opens a checkout inside a folder of root.
 * @throws StartError
 */
export function findUnprivileged(
  data: string | undefined,
  paths: readonly string[],
  { force }: { readonly force: boolean },
): { readonly prefix: readonly string[]; readonly account: Account } {
  const owner = data === undefined ? undefined : statSync(data)
  const last = owner?.uid ? owner : nobody
  const accounts = owner ? [owner] : [nobody, root]
  const prefixes = accounts.map((account) => ({ account, prefix: prefixOf(account) }))
  if (force) prefixes.push({ account: last, prefix: prefixOf(last, '+dac_override') })
  const tried = prefixes.map((each) => ({ ...each, ...tryToRead(each.prefix, paths) }))
  const found = tried.find(({ works }) => works)
  if (found) return found
  if (!owner)
    throw new StartError(
      'The server does not run as root, and this system allows neither setpriv nor unshare to run it without privileges: start it as an ordinary user who may read the program and its settings.',
    )
  const who = owner.uid === 0 ? 'root' : `the account with the uid ${owner.uid}`
  const path = tried[0]?.unreadable
  const reason = path ? `can't read ${path} without privileges` : 'this system does not allow to change to'
  throw new StartError(
    `${data} belongs to ${who}, which ${reason}: run this as an ordinary account that owns the data and may read its settings.`,
  )
}

function prefixOf({ uid, gid }: Account, kept?: string): string[] {
  const namespace = ['unshare', '--user', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`]
  if (uid === 0) return [...namespace, 'setpriv', '--no-new-privs']
  // The group of a folder can be that of root.
  const account = ['setpriv', '--no-new-privs', `--reuid=${uid}`, `--regid=${gid || uid}`, '--clear-groups']
  if (kept === undefined) return [...account, '--inh-caps=-all']
  // Without this bit, access(), which PostgreSQL uses, would ignore the capabilities.
  return [...account, `--inh-caps=${kept}`, `--ambient-caps=${kept}`, '--securebits=+no_setuid_fixup']
}

const reads =
  'for path; do test -r "$path" && { test ! -d "$path" || test -x "$path"; } || { printf %s "$path"; exit 1; }; done'

function tryToRead([command = '', ...args]: readonly string[], paths: readonly string[]) {
  const { status, stdout } = spawnSync(command, [...args, 'sh', '-c', reads, 'sh', ...paths])
  return { works: status === 0, unreadable: String(stdout ?? '') }
}

/** DATA_DIR, and the folders of data that are not inside. */
function placesOf({ dataDir, storage, auditCheckpoints }: Config): string[] {
  const places = [storage, auditCheckpoints].flatMap((place) => (place.kind === 'folder' ? place.path : []))
  return [dataDir, ...places.filter((path) => !`${path}/`.startsWith(`${dataDir}/`))]
}

/** Missing, or created by root and still empty: no process uses it. */
function isUnused(path: string): boolean {
  return !existsSync(path) || (statSync(path).uid === 0 && readdirSync(path).length === 0)
}

/** Gives the account its own compile cache: root must never load code that other accounts can write. */
function environmentOf({ uid, gid }: Account, given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const environment = { ...given }
  if (given.NODE_COMPILE_CACHE && uid !== 0) {
    environment.NODE_COMPILE_CACHE = `${given.NODE_COMPILE_CACHE}-${uid}`
    mkdirSync(environment.NODE_COMPILE_CACHE, { recursive: true })
    chownSync(environment.NODE_COMPILE_CACHE, uid, gid)
  }
  // Descriptors above 2 are closed, so the start script passes its channel as stdin.
  if (process.connected && given.CHANNEL_ON_STDIN) environment.NODE_CHANNEL_FD = '0'
  return environment
}
