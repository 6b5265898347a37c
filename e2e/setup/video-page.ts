import { randomBytes } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import { heading } from './test.ts'

export const videoAddress = /\/videos\/[0-9a-f-]{36}$/
export const addAddress = /\/videos\/[0-9a-f-]{36}\/performers\/add$/

/** A text that no other record contains. */
export function mark(): string {
  return randomBytes(4).toString('hex')
}

/** The section of the video's performers. */
export function performers(page: Page): Locator {
  return page.getByRole('region', { name: '出演者', exact: true })
}

export function row(page: Page, name: string): Locator {
  return performers(page).getByRole('row').filter({ hasText: name })
}

/** The checkbox of one performer on the page that adds several. */
export function candidate(page: Page, name: string): Locator {
  return page.getByRole('checkbox', { name, exact: true })
}

export async function openVideo(page: Page, video: { id: string; title: string }): Promise<void> {
  await page.goto(`/videos/${video.id}`)
  await expect(heading(page, video.title)).toBeVisible()
}
