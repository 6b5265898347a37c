import AxeBuilder from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'

/** `npm test -- --full` checks every combination, a plain run a sample. */
export const fullTests = process.env.KYC_FULL_TESTS === '1'

/** Layout depends on the width and contrast on the theme; these two cover both values of each. */
const appearances = [
  { width: 1280, height: 800, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
] as const

/**
 * The appearances in which to check a group of pages. A plain run checks each group in one of them, 0 or 1,
 * so that all groups together cover both; a full run checks each group in both.
 */
export function appearancesFor(sample: 0 | 1) {
  const chosen = fullTests ? appearances : [appearances[sample]]
  return chosen.map(({ width, height, colorScheme }) => ({
    width,
    colorScheme,
    options: {
      viewport: { width, height },
      colorScheme,
      // Contrast is measured correctly only after transitions.
      reducedMotion: 'reduce' as const,
      hasTouch: width === 390,
    },
  }))
}

/** The page passes axe and does not scroll horizontally. */
export async function expectFit(page: Page): Promise<void> {
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
}

/**
 * The page fits, and at a zoom of 200 % (WCAG 1.4.4) it neither scrolls horizontally nor cuts a text. A zoom of 200 %
 * halves the pixels of the window, so a window of half the size stands for it.
 */
export async function expectFitEnlarged(page: Page): Promise<void> {
  await expectFit(page)
  const size = page.viewportSize()
  if (!size) throw new Error('the window has no size')
  await page.setViewportSize({ width: Math.floor(size.width / 2), height: Math.floor(size.height / 2) })
  await expectNoHorizontalScroll(page)
  await expect.poll(() => page.evaluate(cutTexts), 'texts cut at 200 %').toEqual([])
  await page.setViewportSize(size)
}

/** The texts that are wider than the element that hides the rest of them. Runs in the page. */
function cutTexts(): string[] {
  return [...document.querySelectorAll<HTMLElement>('h1, h2, h3, p, button, button *, a, label, li, dt, dd')]
    .filter((element) => element.offsetParent !== null && element.scrollWidth > element.clientWidth + 1)
    .filter((element) => ['hidden', 'clip'].includes(getComputedStyle(element).overflowX))
    .filter((element) => element.clientWidth > 1) // skips texts for screen readers only
    .map((element) => element.innerText)
}

/** Fails on violations of WCAG 2.2 A and AA that axe finds in the current state of the page. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    // Runs in the page and reports violations only, which takes a third of the time.
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join('\n')}`)).toEqual([])
}

/** The page is not wider than the window. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const excess = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(excess, 'pixels beyond the right edge').toBeLessThanOrEqual(0)
}

/** Presses `key` until `target` has the focus. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  for (let stops = 0; stops < 60; stops++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused()
}
