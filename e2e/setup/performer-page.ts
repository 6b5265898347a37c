import { documentTypeLabels } from '@kyc/contract/labels.ts'
import { expect, type Locator, type Page } from '@playwright/test'
import { fullName, type Names } from './records.ts'
import type { Slot } from './registration-form.ts'

export async function openPerformer(
  page: Page,
  performer: { id: string } & Pick<Names, 'lastName' | 'firstName'>,
): Promise<void> {
  await page.goto(`/performers/${performer.id}`)
  await expect(page.getByRole('heading', { level: 1, name: fullName(performer) })).toBeVisible()
}

/** The state of the performer, as it stands beside the name. */
export async function expectStatus(page: Page, status: '審査中' | '差し戻し' | '承認済み'): Promise<void> {
  const title = page.getByRole('heading', { level: 1 }).locator('..')
  await expect(title.getByText(status, { exact: true })).toBeVisible()
}

/** The card of one document. */
export function card(page: Page, type: Slot): Locator {
  return page.getByRole('article', { name: documentTypeLabels[type], exact: true })
}

/** Read out it names the document, for every card has the same two. */
export function decision(page: Page, type: Slot, act: '承認' | '差し戻し'): Locator {
  const name = `${documentTypeLabels[type]}を${act}`
  return card(page, type).getByRole('button', { name, exact: true })
}

export async function approveOnPage(page: Page, type: Slot): Promise<void> {
  await decision(page, type, '承認').click()
  await expect(card(page, type).getByText('承認済み', { exact: true })).toBeVisible()
}

/** The large view of documents. */
export function viewer(page: Page): Locator {
  return page.getByRole('dialog', { name: '書類の表示' })
}

/** Waits until the picture on the stage is really there, not only its place. */
export async function expectPicture(page: Page, type: Slot): Promise<void> {
  const picture = viewer(page).getByRole('img', { name: documentTypeLabels[type], exact: true })
  await expect
    .poll(() => picture.evaluate((img) => (img instanceof HTMLImageElement ? img.naturalWidth : 0)))
    .toBeGreaterThan(0)
}

/** Waits until a page of a PDF is drawn: more than one colour is on it. */
export async function expectPdfPage(page: Page, label: string): Promise<void> {
  const canvas = viewer(page).getByRole('img', { name: label, exact: true })
  await expect
    .poll(() =>
      canvas.evaluate((element) => {
        if (!(element instanceof HTMLCanvasElement) || element.width === 0) return 0
        const pixels = element.getContext('2d')?.getImageData(0, 0, element.width, element.height).data
        return new Set(pixels?.filter((_, index) => index % 4 === 0)).size
      }),
    )
    .toBeGreaterThan(1)
}

/** The lines of 履歴 as text, newest first. */
export function history(page: Page): Locator {
  return page.getByRole('region', { name: '履歴' }).getByRole('listitem')
}
