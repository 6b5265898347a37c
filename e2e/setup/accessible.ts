import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Layout is a matter of the width and contrast one of the theme: these two show both of each. */
export const looks = [
  { width: 1280, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const

/** Fails on any breach of WCAG 2.2 A and AA that axe can see on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    // In the page itself and without lists of what is well: a third of the work, and the same breaches.
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join('\n')}`)).toEqual([])
}

/** Nothing stands out of the window at the right, so that nobody has to scroll sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(excess, 'pixels that stand out at the right').toBeLessThanOrEqual(0)
}
