import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { canUseApt, installDebianPackages } from './debian-packages.mjs'
import { run, SetupError } from './run.mjs'

/** Chromium without windows, which needs half the CPU time of the whole browser. */
const debianShell = '/usr/bin/chromium-headless-shell'
const debianChromium = '/usr/bin/chromium'
const require = createRequire(import.meta.url)

/**
 * Installs a browser and a Japanese font for the journeys: Debian's packages if possible, otherwise the
 * browser that Playwright downloads.
 * @returns {Promise<void>} rejects with SetupError if no browser can be installed
 */
export async function ensureChromium() {
  const missing = [
    ...(existsSync(debianShell) ? [] : ['chromium-headless-shell']),
    ...(hasJapaneseFont() ? [] : ['fonts-noto-cjk']),
  ]
  if (missing.length > 0 && canUseApt()) await installDebianPackages(missing)
  if (!debianBrowser()) await downloadChromium()
  if (!hasJapaneseFont()) {
    console.error('No Japanese font is installed: pages in screenshots show boxes. Install fonts-noto-cjk.')
  }
}

/** The installed browser of Debian; undefined if there is none, so that Playwright uses its own. */
export function debianBrowser() {
  return [debianShell, debianChromium].find((path) => existsSync(path))
}

function hasJapaneseFont() {
  try {
    return execFileSync('fc-list', [':lang=ja', 'family'], { encoding: 'utf8' }).trim() !== ''
  } catch {
    // Without fontconfig Chromium finds no fonts.
    return false
  }
}

/** Does nothing if the browser was downloaded before. */
async function downloadChromium() {
  const install = [require.resolve('@playwright/test/cli'), 'install', '--only-shell', 'chromium']
  try {
    await run(process.execPath, install)
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    throw new SetupError(
      `No browser for the journeys: install the package chromium-headless-shell, or allow Playwright's download. (${error.message})`,
    )
  }
}
