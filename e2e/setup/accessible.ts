import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** `npm test -- --full` checks every combination, a plain run a sample. */
export const fullTests = process.env.KYC_FULL_TESTS === '1'

/** Layout depends on the width and contrast on the theme: these two cover both values of each. */
const looks = [
  { width: 1280, height: 800, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
] as const

/**
 * The combinations of width and theme to check a group of pages in. A plain run checks each group in one of them, 0 or 1, so
 * that all groups together cover both; a full run checks each group in both.
 */
export function looksFor(turn: 0 | 1) {
  const chosen = fullTests ? looks : [looks[turn]]
  return chosen.map(({ width, height, colorScheme }) => ({
    width,
    colorScheme,
    look: {
      viewport: { width, height },
      colorScheme,
      // Contrast is only right when a transition has ended.
      reducedMotion: 'reduce' as const,
      hasTouch: width === 390,
    },
  }))
}

/** The page passes axe, and nothing of it stands out at the side. */
export async function expectFit(page: Page): Promise<void> {
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
}

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
