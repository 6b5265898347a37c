import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import { expect, type Locator, type Page } from '@playwright/test'
import { fullName, type Names } from './records.ts'

export async function openPerformer(
  page: Page,
  performer: { id: string } & Pick<Names, 'lastName' | 'firstName'>,
): Promise<void> {
  await page.goto(`/performers/${performer.id}`)
  await expect(page.getByRole('heading', { level: 1, name: fullName(performer) })).toBeVisible()
}

/** Expects the status of the performer next to the name. */
export async function expectStatus(
  page: Page,
  status: '審査中' | '差し戻し' | '承認済み',
  options: { includeHidden?: boolean } = {},
): Promise<void> {
  const title = page.getByRole('heading', { level: 1, ...options }).locator('..')
  await expect(title.getByText(status, { exact: true })).toBeVisible()
}

/** The card of one document. */
export function card(page: Page, type: DocumentType): Locator {
  return page.getByRole('article', { name: documentTypeLabels[type], exact: true })
}

/**
 * A decision button of a card. Its accessible name contains the document, since all cards have both buttons.
 */
export function decision(page: Page, type: DocumentType, act: '承認' | '差し戻し'): Locator {
  const name = `${documentTypeLabels[type]}を${act}`
  return card(page, type).getByRole('button', { name, exact: true })
}

/** The form for the decision on a document, next to the document in the viewer. */
export function review(page: Page, type: DocumentType): Locator {
  return viewer(page).getByRole('form', { name: `${documentTypeLabels[type]}の審査` })
}

/** Approves the shown document; the viewer then shows the next one or closes. */
export async function approveInViewer(page: Page, type: DocumentType): Promise<void> {
  const form = review(page, type)
  await readDocument(page, type)
  const approve = form.getByRole('button', { name: `${documentTypeLabels[type]}を承認` })
  await expect(approve).not.toHaveAttribute('aria-disabled')
  await approve.click()
  await expect(form).toBeHidden()
}

/**
 * Does what an approval of the shown document requires: enters its kind and dates, confirms its checks, scrolls to its
 * last page, and opens the magnifier.
 */
export async function readDocument(page: Page, type: DocumentType, born = '1990-01-01'): Promise<void> {
  const form = review(page, type)
  if (type === 'idFront') {
    await form.getByLabel('身分証の種類').selectOption('運転免許証')
    await form.getByLabel('生年月日', { exact: true }).fill(born)
    await form.getByLabel('有効期限', { exact: true }).fill('2031-05-02')
  }
  if (type === 'idBack') await form.getByRole('button', { name: /^確認した：/ }).click()
  const stage = viewer(page).getByRole('region', { name: /^書類の(画像|ページ)$/ })
  if (type === 'agreementFile') {
    // The pages get their size when the file has been read.
    await expect(async () => {
      await stage.evaluate((pages) => pages.scrollTo(0, pages.scrollHeight))
      await expect(form).not.toContainText(/最後のページ|書類を表示すると/, { timeout: 500 })
    }).toPass()
  }
  if (type === 'idFront' || type === 'idBack')
    await viewer(page).getByRole('button', { name: '拡大鏡' }).click()
}

export async function approveOnPage(page: Page, type: DocumentType): Promise<void> {
  await decision(page, type, '承認').click()
  await approveInViewer(page, type)
  await page.keyboard.press('Escape')
  await expect(card(page, type).getByText('承認済み', { exact: true })).toBeVisible()
}

/** The large view of documents. */
export function viewer(page: Page): Locator {
  return page.getByRole('dialog', { name: '書類の表示' })
}

/** Waits until the picture on the stage has loaded. */
export async function expectPicture(page: Page, type: DocumentType): Promise<void> {
  const picture = viewer(page).getByRole('img', { name: documentTypeLabels[type], exact: true })
  await expect
    .poll(() => picture.evaluate((img) => (img instanceof HTMLImageElement ? img.naturalWidth : 0)))
    .toBeGreaterThan(0)
}

/** Waits until a page of a PDF is drawn and contains more than one colour. */
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

/** The entries of 履歴, newest first. */
export function history(page: Page): Locator {
  return page.getByRole('region', { name: '履歴' }).getByRole('listitem')
}
