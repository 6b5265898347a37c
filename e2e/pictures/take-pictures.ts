import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readPartnerKeys } from '@kyc/server/demo/partner-site/partner-keys.ts'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { findChromium } from '../../tools/setup/chromium.mjs'
import { newDataDir, removeDataDir, startProduct } from '../setup/product.ts'

// Takes the pictures of the README from the running product with its demo data: node e2e/pictures/take-pictures.ts

const folder = fileURLToPath(new URL('../../docs/pictures/', import.meta.url))
const desk = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }
const executablePath = findChromium()

interface Picture {
  readonly name: string
  readonly path: string | (() => Promise<string>)
  /** Who looks; `nobody` is not signed in. */
  readonly rank: 'user' | 'admin' | 'nobody'
  readonly size?: typeof desk
  /** What to do on the page before it is taken. */
  readonly before?: (page: Page) => Promise<void>
}

const openYamada = async (page: Page) => {
  await page.getByRole('link', { name: '山田 花子' }).first().click()
  await page.getByRole('heading', { name: '提出書類' }).waitFor()
}

const pictures: readonly Picture[] = [
  { name: 'dashboard', path: '/', rank: 'admin' },
  { name: 'performers', path: '/performers', rank: 'admin' },
  { name: 'performer', path: '/performers?status=rejected', rank: 'user', before: openYamada },
  { name: 'register', path: '/performers/add', rank: 'user' },
  {
    name: 'viewer',
    path: '/performers?status=rejected',
    rank: 'admin',
    before: async (page) => {
      await openYamada(page)
      await page
        .getByRole('button', { name: /身分証明書表面.*表示|表示.*身分証明書表面/ })
        .first()
        .click()
    },
  },
  {
    name: 'video',
    path: '/videos',
    rank: 'user',
    before: async (page) => {
      await page.getByRole('link', { name: '見本作品 第1集', exact: true }).click()
      await page.getByRole('link', { name: '出演者を追加' }).waitFor()
    },
  },
  { name: 'kyc', path: kycLink, rank: 'nobody' },
  { name: 'audit', path: '/audit-logs', rank: 'admin' },
  { name: 'performers-phone', path: '/performers', rank: 'user', size: phone },
]

const dataDir = await newDataDir()
const product = await startProduct({ dataDir, env: { DEMO: 'on' } })
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  for (const picture of pictures) await take(browser, picture)
} finally {
  await browser.close()
  await product.stop()
  await removeDataDir(dataDir)
}

async function take(from: Browser, { name, path, rank, size = desk, before }: Picture): Promise<void> {
  const context = await from.newContext({ baseURL: product.url, viewport: size, locale: 'ja-JP' })
  const page = await context.newPage()
  if (rank !== 'nobody') await signIn(page, rank)
  await page.goto(typeof path === 'string' ? path : await path())
  await page.getByRole('heading', { level: 1 }).waitFor()
  await before?.(page)
  await page.waitForLoadState('networkidle')
  const taken = await page.screenshot()
  await sharp(taken)
    .png({ palette: true, quality: 90 })
    .toFile(join(folder, `${name}.png`))
  await context.close()
}

async function signIn(page: Page, rank: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('メールアドレス').fill(`${rank}@example.com`)
  await page.getByLabel('パスワード', { exact: true }).fill('demo-password')
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'ダッシュボード' }).waitFor()
}

/** The link of the demo's partner, as its own site would make it. */
async function kycLink(): Promise<string> {
  const keys = await readPartnerKeys(dataDir)
  if (!keys) throw new Error('the demo has no partner')
  const { companyId, apiKey, origin } = keys
  const parameters = { user_id: 'sg-20881', callback_url: `${origin}/callback`, api_key: apiKey }
  return `/kyc/register?${new URLSearchParams({ ...parameters, company_id: companyId })}`
}
