import { execFileSync } from 'node:child_process'
import { lchownSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../../start-error.ts'

/** How a program is started: `prefix` stands before it, and its files belong to `owner`. */
export interface Unprivileged {
  readonly prefix: readonly string[]
  /** Undefined: whoever runs this process. */
  readonly owner: number | undefined
}

/** It exists on every system, and initdb refuses an account without a name. */
export const nobody = 65_534

/**
 * How to run PostgreSQL, which refuses root, from this process. An ordinary user just runs it. For root it runs in
 * a user namespace where root looks like an ordinary user, or, where those are blocked, as an account without
 * a name that keeps the right to enter folders, since the checkout may lie below one that only root may enter.
 * @param cluster the folder of the cluster; one that exists keeps its owner, whom PostgreSQL insists on
 * @throws StartError where neither way works
 */
export function findUnprivileged(cluster: string, program: string): Unprivileged {
  if (process.getuid?.() !== 0) return { prefix: [], owner: undefined }
  const current = ownerOf(cluster) ?? 0
  if (current === 0) {
    const prefix = ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`]
    if (works(prefix, program)) return { prefix, owner: undefined }
  }
  const owner = current === 0 ? nobody : current
  for (const capabilities of ['+dac_override,+dac_read_search', '+dac_override']) {
    const prefix = setpriv(owner, capabilities)
    if (works(prefix, program)) return { prefix, owner }
  }
  throw new StartError(
    'The embedded PostgreSQL refuses to run as root and neither unshare nor setpriv works here: start as an ordinary user, or set DATABASE_URL.',
  )
}

/** Changes the owner of `path` and its content; the folder comes last, so that an interrupted run is repeated. */
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
    // Without it access() drops the capabilities, and PostgreSQL asks by access().
    '--securebits=+no_setuid_fixup',
  ]
}

function works([command = '', ...args]: readonly string[], program: string): boolean {
  try {
    execFileSync(command, [...args, program, '--version'], { stdio: 'ignore' })
    return true
  } catch {
    // Missing, forbidden or unable to reach the program: the next way is tried.
    return false
  }
}

/** The account that a file belongs to; undefined where nothing is at `path`. */
export function ownerOf(path: string): number | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.uid
}
