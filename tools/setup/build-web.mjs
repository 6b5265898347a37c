import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { productNode, root } from './install.mjs'
import { run } from './run.mjs'

const dist = join(root, 'web/dist')
const stamp = join(dist, '.sources')

/**
 * Builds the pages if their sources have changed since the last build.
 * @returns {Promise<void>} rejects with SetupError
 */
export async function ensureWebBuilt() {
  const sources = hashSources()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return
  console.log('Building the pages …')
  const draft = join(root, `node_modules/.cache/web-dist-${process.pid}`)
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true })
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const args = [vite, 'build', '--outDir', draft, '--emptyOutDir', '--logLevel', 'error']
  try {
    await run(productNode, args, { cwd: join(root, 'web') })
    writeFileSync(join(draft, '.sources'), sources)
    // Replaces the whole folder, so that a running server never serves half a build.
    rmSync(`${draft}-old`, { recursive: true, force: true })
    if (existsSync(dist)) renameSync(dist, `${draft}-old`)
    renameSync(draft, dist)
  } finally {
    for (const path of [draft, `${draft}-old`]) rmSync(path, { recursive: true, force: true })
  }
}

/** One hash over all inputs of the build. */
function hashSources() {
  const hash = createHash('sha256')
  const files = ['web', 'contract/src'].flatMap((folder) => listFiles(join(root, folder)))
  for (const file of [...files.sort(), join(root, 'package-lock.json')]) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex')
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function listFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : listFiles(path)
    return /\.test\.tsx?$/.test(entry.name) ? [] : [path]
  })
}
