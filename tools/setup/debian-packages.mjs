import { existsSync } from 'node:fs'
import { run, SetupError } from './run.mjs'

export function canUseApt() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/**
 * Reports a failure but does not throw it: the caller checks what is installed.
 * @param {readonly string[]} packages
 */
export async function installDebianPackages(packages) {
  console.log(`Installing ${packages.join(' and ')} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // Without a network, what is installed is used after a short wait.
  const options = ['-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::http::Timeout=10', '-qq']
  try {
    await run('apt-get', [...options, 'update'], { env })
    await run('apt-get', [...options, 'install', '-y', '--no-install-recommends', ...packages], { env })
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    console.error(error.message)
  }
}
