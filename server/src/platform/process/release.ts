import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unlessMissing } from '../files/fs.ts'

/** What runs: the version of CHANGELOG.md, and the commit that it was installed from; null if it is unknown. */
export interface Release {
  readonly version: string
  readonly commit: string | null
}

/**
 * The release in the folder `root`. The build label of spec §9 is another text, which never changes.
 * @param named the commit as the image was built with it; a checkout has it in its own files, so that no git is needed
 */
export function readRelease(root: string, named: string | undefined): Release {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string } // ours
  return Object.freeze({
    version: manifest.version,
    commit: shortened(named ?? checkedOut(join(root, '.git'))),
  })
}

function checkedOut(git: string): string | undefined {
  const head = read(join(git, 'HEAD'))
  const branch = /^ref: (refs\/[\w./-]+)$/.exec(head ?? '')?.[1]
  if (branch === undefined) return head
  return (
    read(join(git, branch)) ??
    read(join(git, 'packed-refs'))
      ?.split('\n')
      .find((line) => line.endsWith(` ${branch}`))
  )
}

function shortened(commit: string | undefined): string | null {
  return /^[0-9a-f]{40}\b/.exec(commit ?? '')?.[0].slice(0, 12) ?? null
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    // In a worktree, `.git` is a file.
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return undefined
    return unlessMissing(error)
  }
}
