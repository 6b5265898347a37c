import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Log } from '../../../platform/log.ts'

/** How helpers are started: `prefix` precedes their command. */
export interface Confinement {
  readonly prefix: readonly string[]
  /** Whether helpers are confined. */
  readonly isFull: boolean
}

export interface ConfinementOptions {
  readonly log: Log
  /** The folder of the files that helpers read and write. */
  readonly folder: string
  /** Folders and files that helpers must not see. `folder` may lie below one of them. */
  readonly secrets: readonly string[]
}

/** The PATH of helpers, independent of the environment of this process. */
export const systemPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/**
 * Remounts everything read-only, covers each secret with an empty folder or file, and binds the folder of the
 * files back into its place. `.` keeps that folder reachable while its path is covered.
 */
const mounts = `set -e
folder=$1; secrets=$2; shift 2
cd "$folder"
while read -r _ _ _ _ target _; do
  mount -o remount,bind,ro "$(printf %b "$target")" || test "$target" != /
done </proc/self/mountinfo
for secret in $(seq "$secrets"); do
  if test -d "$1"; then mount -t tmpfs -o size=64k,mode=700 none "$1"
  elif test -e "$1"; then mount --bind /dev/null "$1"; fi
  shift
done
mkdir -p "$folder"
mount --no-canonicalize --bind . "$folder"
mount -o remount,bind,rw "$folder"
cd /
exec "$@"`

const ownNamespaces = ['unshare', '--user', '--map-root-user', '--net', '--ipc', '--mount']

/** Needs no rights, so it works wherever the program exists. */
const noPrivileges = ['setpriv', '--no-new-privs', '--inh-caps=-all']

/**
 * The confinement of helpers: no network, no memory or environment of this process, no secret, and a file system that
 * is read-only but for `folder`. Where the system does not permit that, helpers only run without privileges.
 * @param program the program of the helpers, which must remain readable
 * @throws Error if the machine has no memory, process or descriptor left: a failed start then does not show what the
 * system permits
 */
export async function findConfinement(
  program: string,
  { log, folder, secrets }: ConfinementOptions,
): Promise<Confinement> {
  if (process.platform !== 'linux') return { prefix: [], isFull: false }
  const covered = ['sh', '-c', mounts, 'sh', folder, String(secrets.length), ...secrets]
  const full = [...ownNamespaces, ...covered, ...noPrivileges, '--bounding-set=-all']
  if (await works(full, program)) return { prefix: full, isFull: true }
  log.warn('helpers that open files are not confined on this system')
  return { prefix: (await works(noPrivileges, program)) ? noPrivileges : [], isFull: false }
}

async function works([command = '', ...args]: readonly string[], program: string): Promise<boolean> {
  const reads = ['sh', '-c', 'test -x "$1" && test -r "$2"', 'sh', process.execPath, program]
  try {
    await promisify(execFile)(command, [...args, ...reads], { env: { PATH: systemPath } })
    return true
  } catch (error) {
    if (isExhausted(error)) throw error
    // The program is missing or forbidden on this system.
    return false
  }
}

/** Whether a program could not be started, or one that it starts, because the machine is exhausted for the moment. */
function isExhausted(error: unknown): boolean {
  const { code, stderr } = error as { code?: unknown; stderr?: string } // of a failed program
  return (
    ['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM'].includes(String(code)) ||
    /Resource temporarily unavailable|Cannot fork|Cannot allocate memory|Too many open files/.test(
      stderr ?? '',
    )
  )
}
