import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'

export { expect }

/** Demo accounts by rank (D45). */
const emails = {
  user: 'user@example.com',
  admin: 'admin@example.com',
  superadmin: 'superadmin@example.com',
} as const

export type Rank = keyof typeof emails

interface Fixtures {
  /** Signs in through the page, as a person does. */
  signIn: (page: Page, rank: Rank) => Promise<void>
  /** A page of its own browser context, signed in. */
  pageOf: (rank: Rank) => Promise<Page>
}

export const test = base.extend<Fixtures>({
  // Set by the global set-up before any worker starts.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that it needs from this pattern
  baseURL: async ({}, use) => use(process.env.E2E_URL),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  signIn: async ({}, use) => {
    await use(async (page, rank) => {
      await page.goto('/login')
      await page.getByLabel('メールアドレス').fill(emails[rank])
      await page.getByLabel('パスワード', { exact: true }).fill('demo-password')
      await page.getByRole('button', { name: 'ログイン', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'ダッシュボード' })).toBeVisible()
    })
  },
  pageOf: async ({ browser, baseURL, signIn }, use) => {
    const contexts: Awaited<ReturnType<typeof browser.newContext>>[] = []
    await use(async (rank) => {
      const context = await browser.newContext({ baseURL: baseURL ?? '' })
      contexts.push(context)
      const page = await context.newPage()
      await signIn(page, rank)
      return page
    })
    for (const context of contexts) await context.close()
  },
})

/** Fails on any breach of WCAG 2.2 A and AA that axe can see on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join('\n')}`)).toEqual([])
}
