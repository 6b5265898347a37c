import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { sessionInit } from '@kyc/contract/accounts.ts'
import type { DocumentType, RejectionCode } from '@kyc/contract/document-vocabulary.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import type { Video } from '@kyc/contract/videos.ts'
import { type APIResponse, expect, type Page } from '@playwright/test'
import { required } from './files.ts'

/** Records for journeys that are about something else, made by the API with the session of a page. */

export interface Names {
  readonly lastName: string
  readonly firstName: string
  readonly lastNameRoman: string
  readonly firstNameRoman: string
}

/** A person nobody else is called like. */
export function someone(lastName = '試験'): Names {
  const mark = randomBytes(4).toString('hex')
  return {
    lastName,
    firstName: `子${mark}`,
    lastNameRoman: 'SHIKEN',
    firstNameRoman: `KO${mark.toUpperCase()}`,
  }
}

export function fullName({ lastName, firstName }: Pick<Names, 'lastName' | 'firstName'>): string {
  return `${lastName} ${firstName}`
}

export interface Registration {
  readonly names?: Names
  readonly fields?: Readonly<Record<string, string>>
  /** Paths by slot; the required ones by default. */
  readonly files?: Readonly<Partial<Record<DocumentType, string>>>
}

export async function registerPerformer(page: Page, registration: Registration = {}): Promise<Performer> {
  const { names = someone(), fields = {}, files = required } = registration
  const multipart: Record<string, string | { name: string; mimeType: string; buffer: Buffer }> = {
    ...names,
    ...fields,
  }
  for (const [slot, path] of Object.entries(files)) {
    multipart[slot] = { name: basename(path), mimeType: mimeTypeOf(path), buffer: await readFile(path) }
  }
  const headers = await csrfHeaders(page)
  return answerOf(await page.request.post('/api/performers', { headers, multipart }))
}

/** A new version of a document, from the file at `path`. */
export async function replaceDocument(
  page: Page,
  performerId: string,
  type: DocumentType,
  path: string,
): Promise<void> {
  const headers = await csrfHeaders(page)
  const file = { name: basename(path), mimeType: mimeTypeOf(path), buffer: await readFile(path) }
  const address = `/api/performers/${performerId}/documents/${type}`
  await answerOf(await page.request.put(address, { headers, multipart: { file } }))
}

export async function approve(page: Page, performerId: string, type: DocumentType): Promise<void> {
  const headers = await csrfHeaders(page)
  await answerOf(
    await page.request.put(`/api/performers/${performerId}/documents/${type}/verify`, { headers }),
  )
}

export async function approveAll(page: Page, performerId: string): Promise<void> {
  for (const type of ['agreementFile', 'idFront', 'selfie'] as const) await approve(page, performerId, type)
}

export async function reject(
  page: Page,
  performerId: string,
  type: DocumentType,
  rejection: { codes: readonly RejectionCode[]; message: string; note?: string },
): Promise<void> {
  const headers = await csrfHeaders(page)
  const path = `/api/performers/${performerId}/documents/${type}/reject`
  await answerOf(await page.request.put(path, { headers, data: rejection }))
}

export async function remove(page: Page, performerId: string): Promise<void> {
  const headers = await csrfHeaders(page)
  const answer = await page.request.delete(`/api/performers/${performerId}`, { headers })
  expect(answer.status()).toBe(204)
}

/** Everybody of this family name that the page's person may see. */
export async function performersCalled(page: Page, search: string): Promise<Performer[]> {
  return answerOf(await page.request.get('/api/performers', { params: { search } }))
}

/** How many performers the page's person may see. */
export async function countPerformers(page: Page): Promise<number> {
  const { total } = await answerOf<{ total: number }>(await page.request.get('/api/performers/counts'))
  return total
}

/** A video of the page's person, with these performers in it. */
export async function createVideo(
  page: Page,
  video: { title?: string; externalId?: string } = {},
  performerIds: readonly string[] = [],
): Promise<Video> {
  const headers = await csrfHeaders(page)
  const { title = `試験の動画 ${randomBytes(4).toString('hex')}`, externalId } = video
  const made = await answerOf<Video>(
    await page.request.post('/api/videos', { headers, data: { title, externalId } }),
  )
  if (performerIds.length === 0) return made
  return answerOf(
    await page.request.post(`/api/videos/${made.id}/performers`, { headers, data: { performerIds } }),
  )
}

export async function csrfHeaders(page: Pick<Page, 'request'>): Promise<Record<string, string>> {
  const { csrfToken } = await answerOf<{ csrfToken: string }>(
    await page.request.post(`/api${sessionInit.path}`),
  )
  return { 'X-CSRF-Token': csrfToken }
}

export async function answerOf<T>(answer: APIResponse): Promise<T> {
  expect(answer.ok(), `${answer.url()} answered ${answer.status()}: ${await answer.text()}`).toBe(true)
  return answer.json() as Promise<T> // the server parses its replies by the contract
}

function mimeTypeOf(path: string): string {
  if (path.endsWith('.pdf')) return 'application/pdf'
  return path.endsWith('.png') ? 'image/png' : 'image/jpeg'
}
