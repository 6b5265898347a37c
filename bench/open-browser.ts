import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { ensureWebBuilt } from '../tools/setup/build-web.mjs'
import { debianBrowser } from '../tools/setup/chromium.mjs'
import type { Bench } from './bench.ts'
import { openSession } from './sessions.ts'

/** Chromium for measures of the built pages. */
export async function openBrowser(): Promise<Browser> {
  await ensureWebBuilt()
  const executablePath = debianBrowser()
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  })
}

/** A browser context of the size of a desktop, in which the account is signed in. */
export async function openSignedIn(
  browser: Browser,
  { database, product }: Bench,
  accountId: string,
): Promise<BrowserContext> {
  const { cookie = '' } = (await openSession(database.ownerUrl, product.url, accountId)).headers
  const [name = '', value = ''] = cookie.split('=')
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: { width: 1280, height: 800 },
    locale: 'ja-JP',
  })
  await context.addCookies([{ name, value, domain: 'localhost', path: '/', secure: true, httpOnly: true }])
  return context
}
