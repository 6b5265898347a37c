import type { BrowserContext, Page } from '@playwright/test'
import { type Bench, type Line, whole } from '../bench.ts'
import { query } from '../database.ts'
import { openBrowser, openSignedIn } from '../open-browser.ts'
import { seedVideos } from '../seed-videos.ts'

/** Milliseconds that count as good: https://web.dev/articles/vitals */
const good = { paint: 2500, interaction: 200 }

interface Vitals {
  /** Milliseconds until the largest contentful paint. */
  paint: number
  /** Milliseconds of the slowest interaction, until the next paint. */
  interaction: number
}

interface MeasuredPage {
  readonly path: string
  /** Interacts with the page. */
  readonly act?: (page: Page) => Promise<void>
}

const pages: readonly MeasuredPage[] = [
  { path: '/dashboard' },
  {
    path: '/performers',
    async act(page) {
      await page.getByRole('searchbox').pressSequentially('佐藤', { delay: 150 })
      await settle(page)
      await page.getByRole('searchbox').fill('')
      await settle(page)
      await page.getByRole('link', { name: /^審査中/ }).click()
      await settle(page)
      await page.getByRole('table').getByRole('link').first().click()
    },
  },
  { path: '/performers?sort=name' },
  {
    path: '/videos',
    async act(page) {
      await page.getByRole('searchbox').pressSequentially('大野', { delay: 150 })
    },
  },
  { path: '/performers?waiting=true' },
  { path: '/review/papers' },
  { path: '/audit-logs' },
]

/** Measures the largest paint and the slowest interaction of the pages with the most rows, for an admin in Chromium. */
export async function measurePages(bench: Bench): Promise<Line[]> {
  const { database, options, seed } = bench
  const [videos] = await query(database.ownerUrl, 'SELECT FROM video LIMIT 1')
  if (!videos) await seedVideos(database.ownerUrl, options.videos, seed)
  const browser = await openBrowser()
  try {
    const context = await openSignedIn(browser, bench, seed.admin)
    await watchVitals(context)
    const found: [string, Vitals][] = []
    for (const { path, act } of pages) {
      const page = await context.newPage()
      await page.goto(path)
      await settle(page)
      await act?.(page)
      await settle(page)
      found.push([path, await page.evaluate(() => (globalThis as unknown as { vitals: Vitals }).vitals)])
      await page.close()
    }
    return (['paint', 'interaction'] as const).map((vital) => lineOf(bench, vital, found))
  } finally {
    await browser.close()
  }
}

async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(500)
}

async function watchVitals(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const vitals = { paint: 0, interaction: 0 }
    Object.assign(globalThis, { vitals })
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) vitals.paint = startTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ((entry as PerformanceEntry & { interactionId: number }).interactionId > 0)
          vitals.interaction = Math.max(vitals.interaction, entry.duration)
    }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
  })
}

function lineOf({ options }: Bench, vital: keyof Vitals, found: readonly [string, Vitals][]): Line {
  const ms = Math.max(...found.map(([, vitals]) => vitals[vital]))
  const name = { paint: 'largest contentful paint', interaction: 'slowest interaction until the next paint' }
  return {
    measure: `${name[vital]}, ${whole(options.performers)} performers`,
    product: `${whole(ms)} ms (${found.map(([each, vitals]) => `${each} ${whole(vitals[vital])}`).join(', ')})`,
    target: `< ${whole(good[vital])} ms`,
    reached: ms < good[vital],
  }
}
