import type { Page } from '@playwright/test'
import { Beacons } from '../setup/beacons.ts'
import { expect, test } from '../setup/test.ts'

function scrollTo(page: Page, share: number): Promise<void> {
  return page.evaluate((reached) => {
    const { scrollHeight, clientHeight } = document.documentElement
    window.scrollTo({ top: scrollHeight * reached - clientHeight, behavior: 'instant' })
  }, share)
}

test('the scroll depth is reported at 25, 50, 75 and 90 percent, once each (spec §9)', {
  tag: '@long',
}, async ({ page }) => {
  const beacons = await Beacons.of(page)
  await page.goto('/privacy')
  await expect(page.getByRole('heading', { level: 1, name: 'プライバシーポリシー' })).toBeVisible()
  const depths = () =>
    beacons.events
      .map((event) => event as { name: string; page: string; depth: number }) // the shape in the contract
      .filter(({ name }) => name === 'scroll_depth')
      .map(({ page, depth }) => `${page} ${depth}`)
  await scrollTo(page, 0.8)
  await expect.poll(depths).toEqual(['/privacy 25', '/privacy 50', '/privacy 75'])
  await scrollTo(page, 0)
  await scrollTo(page, 1)
  await expect.poll(depths).toEqual(['/privacy 25', '/privacy 50', '/privacy 75', '/privacy 90'])
})
