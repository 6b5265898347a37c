import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runBench } from './children.ts'
import { type Rate, ratesIn, rateTable } from './pair-table.ts'

// `npm run bench:pair -w bench -- COMMIT [options of the bench]`: measures a commit and this checkout in turns, and
// names what became slower.

/** Short enough for every change: measures both commits twice within three minutes. */
const short =
  '--performers 5000 --videos 1000 --audit 0 --rounds 1 --seconds 1 --only get,list,search,create,upload,download'
const turns = 2

const here = fileURLToPath(new URL('..', import.meta.url))
const [commit, ...options] = process.argv.slice(2)
if (!commit) throw new Error('Usage: npm run bench:pair -w bench -- COMMIT [options of the bench]')

const folder = await mkdtemp(join(tmpdir(), 'kyc-pair-'))
const there = join(folder, 'checkout')
try {
  git('worktree', 'add', '--detach', there, commit)
  await linkPackages()
  const rates: { readonly before: Rate[][]; readonly after: Rate[][] } = { before: [], after: [] }
  for (let turn = 0; turn < turns; turn++) {
    rates.before.push(await measure(there))
    rates.after.push(await measure(here))
  }
  console.log(`\n${rateTable(rates)}`)
} finally {
  git('worktree', 'remove', '--force', there)
  await rm(folder, { recursive: true, force: true })
}

function git(...args: string[]): void {
  execFileSync('git', args, { cwd: here, stdio: ['ignore', 'ignore', 'inherit'] })
}

/**
 * Links the packages of this checkout into the other one, except for the workspaces (`@kyc`) and the compiled code
 * (`.cache`), which depend on the commit. Installs the packages if the lock files differ.
 */
async function linkPackages(): Promise<void> {
  const [ours, theirs] = await Promise.all(
    [here, there].map((root) => readFile(join(root, 'package-lock.json'), 'utf8')),
  )
  if (ours !== theirs) return void execFileSync('npm', ['ci'], { cwd: there, stdio: 'inherit' })
  const packages = join(there, 'node_modules')
  await mkdir(join(packages, '@kyc'), { recursive: true })
  for (const name of await readdir(join(here, 'node_modules')))
    if (name !== '@kyc' && name !== '.cache')
      await symlink(join(here, 'node_modules', name), join(packages, name))
  for (const name of await readdir(join(here, 'node_modules/@kyc')))
    await symlink(join('../..', name), join(packages, '@kyc', name))
}

async function measure(root: string): Promise<Rate[]> {
  return ratesIn(await runBench(join(root, 'bench'), [...short.split(' '), ...options]))
}
