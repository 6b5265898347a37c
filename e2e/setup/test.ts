import { randomBytes } from 'node:crypto'
import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { renewSignIns } from './database.ts'
import { createUser, testedDataDir } from './product.ts'
import { PageFaults } from './watch.ts'

export { expect }

/** Demo accounts by rank (D45). */
export const emails = {
  user: 'user@example.com',
  admin: 'admin@example.com',
  superadmin: 'superadmin@example.com',
} as const

/** What the header and the watermark call them. */
export const names = { user: '制作 花子', admin: '管理 太郎', superadmin: '統括 一郎' } as const

export const demoPassword = 'demo-password'

export type Rank = keyof typeof emails

export interface Account {
  readonly email: string
  readonly name: string
  readonly password: string
}

type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>
type SavedSession = Awaited<ReturnType<BrowserContext['storageState']>>

interface Fixtures {
  /** Collects what goes wrong inside pages; the journey fails with it in the end. */
  faults: PageFaults
  /** A page of its own browser context: its own cookies, watched like every other. */
  newPage: (options?: ContextOptions) => Promise<Page>
  /** Signs in through the page, as a person does. */
  signIn: (page: Page, who: Rank | Account) => Promise<void>
  /**
   * A page of its own browser context, signed in. Pages of one rank share a session and show nothing yet, or what stands
   * `at` an address; with `own` the page has just signed in by itself, and shows the dashboard.
   */
  pageOf: (rank: Rank, options?: ContextOptions & { own?: boolean; at?: string }) => Promise<Page>
  /** A fresh account, made on the command line, with no records of its own. */
  newAccount: (role: Rank) => Promise<Account>
  /** A page of a fresh account that follows live updates: of the demo accounts too many pages are open. */
  personal: (rank: Rank) => Promise<Page>
}

interface WorkerFixtures {
  /** Signing in costs a password hash: each worker does it once a rank. */
  savedSessions: Map<Rank, SavedSession>
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that it needs from this pattern
  savedSessions: [async ({}, use) => use(new Map()), { scope: 'worker' }],
  // Set by the global set-up before any worker starts.
  // biome-ignore lint/correctness/noEmptyPattern: as above
  baseURL: async ({}, use) => use(process.env.E2E_URL),
  faults: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const faults = new PageFaults()
      await use(faults)
      expect(faults.found, 'no page logs an error, throws, or breaks its content security policy').toEqual([])
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
  // biome-ignore lint/correctness/noEmptyPattern: as above
  signIn: async ({}, use) => {
    await use(async (page, who) => {
      const { email, password } =
        typeof who === 'string' ? { email: emails[who], password: demoPassword } : who
      await page.goto('/login')
      await fillLogin(page, email, password)
      await expect(page.getByRole('heading', { level: 1, name: 'ダッシュボード' })).toBeVisible()
    })
  },
  pageOf: async ({ newPage, signIn, savedSessions }, use) => {
    await use(async (rank, { own = false, at, ...options } = {}) => {
      const saved = own ? undefined : savedSessions.get(rank)
      const page = await newPage({ ...options, ...(saved && { storageState: saved }) })
      if (!saved) await signIn(page, rank)
      // The saved session may be older than five minutes.
      else await renewSignIns(emails[rank])
      if (own) return page
      if (!saved) savedSessions.set(rank, await page.context().storageState())
      // Alike whether this was the first page of the rank or not.
      await page.goto(at ?? 'about:blank')
      if (at !== undefined) await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      return page
    })
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  newAccount: async ({}, use) => {
    await use(async (role) => {
      const id = randomBytes(4).toString('hex')
      const account = { email: `${id}@example.com`, name: `試験 ${id}`, password: `pass-${id}-word` }
      const product = { dataDir: testedDataDir(), demo: 'on', url: process.env.E2E_URL ?? '' } as const
      await createUser(product, { ...account, role })
      return account
    })
  },
  personal: async ({ newAccount, newPage, signIn }, use) => {
    await use(async (rank) => {
      const page = await newPage()
      const listening = page.waitForEvent('websocket')
      await signIn(page, await newAccount(rank))
      await listening
      return page
    })
  },
})

/** Fills the form and presses ログイン; what comes then is for the caller to expect. */
export async function fillLogin(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('メールアドレス', { exact: true }).fill(email)
  await page.getByLabel('パスワード', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
}
