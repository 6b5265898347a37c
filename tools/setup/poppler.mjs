import { existsSync } from 'node:fs'
import { canUseApt, installDebianPackages } from './debian-packages.mjs'
import { SetupError } from './run.mjs'

/**
 * Installs the programs of Poppler, a second reader of PDF with which tests check signed contracts. Where the programs
 * can not be installed, those tests are skipped, except in CI.
 * @returns {Promise<void>} rejects with SetupError in CI without them
 */
export async function ensurePoppler() {
  if (existsSync('/usr/bin/pdfsig')) return
  if (canUseApt()) await installDebianPackages(['poppler-utils'])
  if (existsSync('/usr/bin/pdfsig')) return
  const message = 'Install the package poppler-utils: tests of signed contracts read them with it.'
  if (process.env.CI) throw new SetupError(message)
  console.error(`${message} Without it, they are skipped.`)
}
