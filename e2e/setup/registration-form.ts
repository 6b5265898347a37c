import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import { performerFields } from '@kyc/contract/performer-fields.ts'
import { expect, type Locator, type Page } from '@playwright/test'
import { required } from './files.ts'
import type { Names } from './records.ts'

export async function openRegistration(page: Page): Promise<void> {
  await page.goto('/performers/add')
  await expect(page.getByRole('heading', { level: 1, name: '出演者情報登録' })).toBeVisible()
}

/** The file chooser of a slot. */
export function slot(page: Page, type: DocumentType): Locator {
  return page.getByRole('button', { name: documentTypeLabels[type], exact: true })
}

export function nameField(page: Page, field: keyof Names): Locator {
  return page.getByLabel(performerFields[field].label, { exact: true })
}

export async function fillNames(page: Page, names: Names): Promise<void> {
  for (const field of ['lastName', 'firstName', 'lastNameRoman', 'firstNameRoman'] as const) {
    await nameField(page, field).fill(names[field])
  }
}

export async function chooseRequiredFiles(page: Page): Promise<void> {
  for (const type of ['agreementFile', 'idFront', 'selfie'] as const) {
    await slot(page, type).setInputFiles(required[type])
  }
}

/**
 * Selects files in the system's file chooser. The listener is added before the key press, because one that is
 * added later can miss the chooser.
 */
export class KeyboardChooser {
  readonly #page: Page
  #path: string | undefined

  constructor(page: Page) {
    this.#page = page
    page.on('filechooser', async (chooser) => {
      if (this.#path) await chooser.setFiles(this.#path)
    })
  }

  /** Presses `key` on the focused element and selects `path` in the chooser. */
  async press(key: string, path: string): Promise<void> {
    this.#path = path
    await this.#page.keyboard.press(key)
  }
}

/** Drops a file from the desktop onto a slot. */
export async function dropFile(
  page: Page,
  type: DocumentType,
  path: string,
  mimeType: string,
): Promise<void> {
  const content = (await readFile(path)).toString('base64')
  const dataTransfer = await page.evaluateHandle(
    async ({ content, name, mimeType }) => {
      const bytes = Uint8Array.from(atob(content), (char) => char.charCodeAt(0))
      const transfer = new DataTransfer()
      transfer.items.add(new File([bytes], name, { type: mimeType }))
      return transfer
    },
    { content, name: basename(path), mimeType },
  )
  await slot(page, type).dispatchEvent('dragover', { dataTransfer })
  await slot(page, type).dispatchEvent('drop', { dataTransfer })
}

export function submitButton(page: Page): Locator {
  return page.getByRole('button', { name: '登録', exact: true })
}

export const performerAddress = /\/performers\/[0-9a-f-]{36}$/
