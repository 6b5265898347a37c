import type { Role } from '@kyc/contract/accounts.ts'
import {
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import { type Account, type Accounts, openAccounts } from './accounts.ts'
import { PageFaults } from './page-faults.ts'
import { type Product, testedDataDir } from './product.ts'

export { expect }

/** Demo accounts by role (D45). */
export const emails = {
  user: 'user@example.com',
  admin: 'admin@example.com',
  superadmin: 'superadmin@example.com',
} as const
type DemoRole = keyof typeof emails

/** The names of the demo accounts in the header and the watermark. */
export const demoNames = { user: '制作 花子', admin: '管理 太郎', superadmin: '統括 一郎' } as const

export const demoPassword = 'demo-password'

export type { Account }

type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>

interface Fixtures {
  /** Collects faults inside pages; at its end the journey fails if there are any. */
  faults: PageFaults
  /** A page in a new browser context, whose faults are collected too. */
  newPage: (options?: ContextOptions) => Promise<Page>
  /** Adds a new session to the page and opens the dashboard. The session has no audit entry and no device. */
  signIn: (page: Page, who: DemoRole | Account) => Promise<void>
  /** Signs in with the form of the login page. */
  signInByForm: (page: Page, who: DemoRole | Account) => Promise<void>
  /** A page in a new browser context with a new session. It is blank, or shows the address `at`. */
  pageOf: (who: DemoRole | Account, options?: ContextOptions & { at?: string }) => Promise<Page>
  /** Creates an account without records. */
  newAccount: (role: Role) => Promise<Account>
  /** A page with live updates, of a new account: the pages of the demo accounts exceed the limit of sockets. */
  pageOfNewAccount: (role: Role) => Promise<Page>
}

interface WorkerFixtures {
  /** The product of all journeys, unless a file replaces it. */
  product: Pick<Product, 'url' | 'dataDir' | 'demo'>
  accounts: Accounts
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from this pattern
    async ({}, use) => {
      // Set by the global setup before any worker starts.
      await use({ url: process.env.E2E_URL ?? '', dataDir: testedDataDir(), demo: 'on' })
    },
    { scope: 'worker' },
  ],
  accounts: [
    async ({ product }, use) => {
      const accounts = await openAccounts(product)
      await use(accounts)
      await accounts.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  faults: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const faults = new PageFaults()
      await use(faults)
      expect(faults.list, 'no page logs an error, throws, or breaks its content security policy').toEqual([])
    },
    { auto: true },
  ],
  context: async ({ context, faults }, use) => {
    await faults.watch(context)
    await use(context)
  },
  newPage: async ({ browser, baseURL, faults }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (options = {}) => {
      const context = await browser.newContext({ ...(baseURL && { baseURL }), ...options })
      contexts.push(context)
      await faults.watch(context)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },
  signIn: async ({ accounts, baseURL }, use) => {
    await use(async (page, who) => {
      await page.context().addCookies([await sessionCookie(accounts, page, who, baseURL)])
      await page.goto('/')
      await expectDashboard(page)
    })
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  signInByForm: async ({}, use) => {
    await use(async (page, who) => {
      const { email, password } =
        typeof who === 'string' ? { email: emails[who], password: demoPassword } : who
      await page.goto('/login')
      await fillLogin(page, email, password)
      await expectDashboard(page)
    })
  },
  pageOf: async ({ newPage, accounts, baseURL }, use) => {
    await use(async (who, { at, ...options } = {}) => {
      const page = await newPage(options)
      await page.context().addCookies([await sessionCookie(accounts, page, who, baseURL)])
      if (at !== undefined) {
        await page.goto(at)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      }
      return page
    })
  },
  newAccount: async ({ accounts }, use) => {
    await use((role) => accounts.createNew(role))
  },
  pageOfNewAccount: async ({ newAccount, newPage, signIn }, use) => {
    await use(async (role) => {
      const page = await newPage()
      const listening = page.waitForEvent('websocket')
      await signIn(page, await newAccount(role))
      await listening
      return page
    })
  },
})

async function sessionCookie(accounts: Accounts, page: Page, who: DemoRole | Account, baseURL = '') {
  const email = typeof who === 'string' ? emails[who] : who.email
  const userAgent = await page.evaluate(() => navigator.userAgent)
  const cookie = await accounts.openSession(email, userAgent)
  const { hostname } = new URL(baseURL)
  return { ...cookie, domain: hostname, path: '/', httpOnly: true, sameSite: 'Lax' as const }
}

function expectDashboard(page: Page): Promise<void> {
  return expect(page.getByRole('heading', { level: 1, name: 'ダッシュボード' })).toBeVisible()
}

/** Fills the form and presses ログイン. The caller checks the outcome. */
export async function fillLogin(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('メールアドレス', { exact: true }).fill(email)
  await page.getByLabel('パスワード', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
}

/** The heading of a page. */
export function heading(page: Page, name: string): Locator {
  return page.getByRole('heading', { level: 1, name, exact: true })
}
