import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { run, SetupError } from './run.mjs'

const debianChromium = '/usr/bin/chromium'
const require = createRequire(import.meta.url)

/**
 * Installs a browser and a Japanese font for the journeys: Debian's packages if possible, otherwise the
 * browser that Playwright downloads.
 * @returns {Promise<void>} rejects with SetupError if no browser can be installed
 */
export async function ensureChromium() {
  const missing = [...(findChromium() ? [] : ['chromium']), ...(hasJapaneseFont() ? [] : ['fonts-noto-cjk'])]
  if (missing.length > 0 && canUseApt()) await installDebianPackages(missing)
  if (!findChromium()) await downloadChromium()
  if (!hasJapaneseFont()) {
    console.error('No Japanese font is installed: pages in screenshots show boxes. Install fonts-noto-cjk.')
  }
}

/** The installed browser, Debian's before Playwright's; undefined if there is none. */
export function findChromium() {
  return [debianChromium, playwrightChromium()].find((path) => existsSync(path))
}

function playwrightChromium() {
  return require('@playwright/test').chromium.executablePath()
}

function hasJapaneseFont() {
  try {
    return execFileSync('fc-list', [':lang=ja', 'family'], { encoding: 'utf8' }).trim() !== ''
  } catch {
    // Without fontconfig Chromium finds no fonts.
    return false
  }
}

function canUseApt() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/** @param {readonly string[]} packages */
async function installDebianPackages(packages) {
  console.log(`Installing ${packages.join(' and ')} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const wait = ['-o', 'DPkg::Lock::Timeout=300', '-qq']
  try {
    await run('apt-get', [...wait, 'update'], { env })
    await run('apt-get', [...wait, 'install', '-y', '--no-install-recommends', ...packages], { env })
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    console.error(error.message)
  }
}

async function downloadChromium() {
  console.log("Downloading Playwright's Chromium …")
  try {
    await run(process.execPath, [require.resolve('@playwright/test/cli'), 'install', 'chromium'])
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    throw new SetupError(
      `No browser for the journeys: install the package chromium, or allow Playwright's download. (${error.message})`,
    )
  }
}
