import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { ensureWebBuilt } from '../../tools/setup/build-web.mjs'
import { debianBrowser } from '../../tools/setup/chromium.mjs'
import { newDataDir, removeDataDir, startProduct } from '../setup/product.ts'
import { demoPassword, emails, fillLogin } from '../setup/test.ts'
import { desk, type Picture, pictures } from './pictures.ts'

// Takes the pictures of README and manual from the running product with its demo data:
// npm run pictures [-- name of a picture …]

const folder = fileURLToPath(new URL('../../docs/pictures/', import.meta.url))
const executablePath = debianBrowser()
const selected = process.argv.slice(2)

if (!process.env.WEB_DIST) await ensureWebBuilt()
const dataDir = await newDataDir()
const product = await startProduct({ dataDir, env: { DEMO: 'on' } })
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  // Takes the pictures that are not selected too, because a picture may show records that another one creates.
  for (const picture of pictures) await take(browser, picture)
} finally {
  await browser.close()
  await product.stop()
  await removeDataDir(dataDir)
}

async function take(
  from: Browser,
  { name, path, role, size = desk, before, after, part }: Picture,
): Promise<void> {
  const context = await from.newContext({ baseURL: product.url, viewport: size, locale: 'ja-JP' })
  const page = await context.newPage()
  if (role !== 'anonymous') await signIn(page, role)
  await page.goto(typeof path === 'string' ? path : await path(dataDir))
  await page.getByRole('heading', { level: 1 }).waitFor()
  await before?.(page)
  await page.waitForLoadState('networkidle')
  const screenshot = await (part ? part(page) : page).screenshot({ animations: 'disabled' })
  if (selected.length === 0 || selected.includes(name)) {
    await sharp(screenshot)
      .png({ palette: true, quality: 90 })
      .toFile(join(folder, `${name}.png`))
  }
  await after?.(page)
  await context.close()
}

async function signIn(page: Page, role: keyof typeof emails): Promise<void> {
  await page.goto('/login')
  await fillLogin(page, emails[role], demoPassword)
  await page.getByRole('heading', { level: 1, name: 'ダッシュボード' }).waitFor()
}
