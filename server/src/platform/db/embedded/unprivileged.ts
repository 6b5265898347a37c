import { execFileSync } from 'node:child_process'
import { lchownSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../../process/start-error.ts'

/** How to start a program: with `prefix` before its command, and `owner` as the owner of its files. */
export interface Unprivileged {
  readonly prefix: readonly string[]
  /** Undefined: the account of this process. */
  readonly owner: number | undefined
}

/** An account that exists on every system; initdb refuses an account without a name. */
export const nobodyUid = 65_534

/**
 * How to run PostgreSQL, which refuses root, from this process. For root it runs in a user namespace that
 * maps root to an ordinary user or, if namespaces are blocked, as `nobodyUid` with the capability to enter any
 * folder, because the checkout may be inside a folder that only root may enter.
 * @param cluster the folder of the cluster; an existing one keeps its owner, because PostgreSQL requires that
 * @throws StartError if neither works
 */
export function findUnprivileged(cluster: string, program: string): Unprivileged {
  if (process.getuid?.() !== 0) return { prefix: [], owner: undefined }
  const current = ownerOf(cluster) ?? 0
  if (current === 0) {
    const prefix = ['unshare', '--user', `--map-user=${nobodyUid}`, `--map-group=${nobodyUid}`]
    if (works(prefix, program)) return { prefix, owner: undefined }
  }
  const owner = current === 0 ? nobodyUid : current
  for (const capabilities of ['+dac_override,+dac_read_search', '+dac_override']) {
    const prefix = setpriv(owner, capabilities)
    if (works(prefix, program)) return { prefix, owner }
  }
  throw new StartError(
    'The embedded PostgreSQL refuses to run as root and neither unshare nor setpriv works here: start as an ordinary user, or set DATABASE_URL.',
  )
}

/**
 * Changes the owner of `path` and its content; of the folder last, so that an interrupted run is repeated.
 */
export function chownRecursive(path: string, owner: number): void {
  if (ownerOf(path) === owner) return
  const isFolder = lstatSync(path).isDirectory()
  const entries = isFolder ? readdirSync(path, { withFileTypes: true, recursive: true }) : []
  for (const entry of entries) lchownSync(join(entry.parentPath, entry.name), owner, owner)
  lchownSync(path, owner, owner)
}

function setpriv(owner: number, capabilities: string): string[] {
  return [
    'setpriv',
    `--reuid=${owner}`,
    `--regid=${owner}`,
    '--clear-groups',
    `--inh-caps=${capabilities}`,
    `--ambient-caps=${capabilities}`,
    // Without this, access(), which PostgreSQL uses, ignores the capabilities.
    '--securebits=+no_setuid_fixup',
  ]
}

function works([command = '', ...args]: readonly string[], program: string): boolean {
  try {
    execFileSync(command, [...args, program, '--version'], { stdio: 'ignore' })
    return true
  } catch {
    // Missing, forbidden or unable to run the program: the caller tries the next prefix.
    return false
  }
}

/** The owner of a file; undefined if `path` does not exist. */
export function ownerOf(path: string): number | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.uid
}
