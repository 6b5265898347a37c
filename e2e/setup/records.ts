import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { sessionInit } from '@kyc/contract/accounts.ts'
import type { DocumentType, RejectionCode } from '@kyc/contract/document-vocabulary.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import type { Video } from '@kyc/contract/videos.ts'
import { approvalOf } from '@kyc/server/testing/app/approval.ts'
import { sceneryFacts } from '@kyc/server/testing/app/title-facts.ts'
import { type APIResponse, expect, type Page } from '@playwright/test'
import { required } from './files.ts'

/** Creates records by the API with the session of a page, for journeys that test something else. */

export interface Names {
  readonly lastName: string
  readonly firstName: string
  readonly lastNameRoman: string
  readonly firstNameRoman: string
}

/** Names that no other performer has. */
export function uniqueNames(lastName = '試験'): Names {
  const mark = randomBytes(4).toString('hex')
  // Roman names have no digits.
  const letters = [...mark].map((digit) => String.fromCharCode(65 + Number.parseInt(digit, 16))).join('')
  return {
    lastName,
    firstName: `子${mark}`,
    lastNameRoman: 'SHIKEN',
    firstNameRoman: `KO${letters}`,
  }
}

export function fullName({ lastName, firstName }: Pick<Names, 'lastName' | 'firstName'>): string {
  return `${lastName} ${firstName}`
}

export interface Registration {
  readonly names?: Names
  readonly fields?: Readonly<Record<string, string>>
  /** Paths by document type; by default the required ones. */
  readonly files?: Readonly<Partial<Record<DocumentType, string>>>
  /** Registers a draft, in which required documents may be missing (D80). */
  readonly draft?: true
}

export async function registerPerformer(page: Page, registration: Registration = {}): Promise<Performer> {
  const { names = uniqueNames(), fields = {}, files = required, draft } = registration
  const multipart: Form = { ...names, ...fields }
  for (const [type, path] of Object.entries(files)) {
    multipart[type] = { name: basename(path), mimeType: mimeTypeOf(path), buffer: await readFile(path) }
  }
  return upload(page, 'POST', `/api/performers${draft ? '?draft=true' : ''}`, multipart)
}

type Form = Record<string, string | { name: string; mimeType: string; buffer: Buffer }>

/** Repeats an upload over the limit: parallel journeys share an account, which may run two uploads at once (D59). */
async function upload<Reply>(
  page: Page,
  method: 'POST' | 'PUT',
  address: string,
  multipart: Form,
): Promise<Reply> {
  const headers = await csrfHeaders(page)
  for (;;) {
    const reply = await page.request.fetch(address, { method, headers, multipart })
    if (reply.status() !== 429) return replyOf(reply)
    await page.waitForTimeout(1000 * Number(reply.headers()['retry-after']))
  }
}

/** Uploads the file at `path` as a new version of a document. */
export async function replaceDocument(
  page: Page,
  performerId: string,
  type: DocumentType,
  path: string,
): Promise<void> {
  const file = { name: basename(path), mimeType: mimeTypeOf(path), buffer: await readFile(path) }
  await upload(page, 'PUT', `/api/performers/${performerId}/documents/${type}`, { file })
}

/** Opens the newest version of a document and approves it. */
export async function approve(page: Page, performerId: string, type: DocumentType): Promise<void> {
  const headers = await csrfHeaders(page)
  const path = `/api/performers/${performerId}/documents/${type}`
  await page.request.get(path)
  await replyOf(await page.request.put(`${path}/verify`, { headers, data: approvalOf(type) }))
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
  await replyOf(await page.request.put(path, { headers, data: rejection }))
}

export async function remove(page: Page, performerId: string): Promise<void> {
  const headers = await csrfHeaders(page)
  const reply = await page.request.delete(`/api/performers/${performerId}`, { headers })
  expect(reply.status()).toBe(204)
}

/** The performers that match `search` and are visible to the account of the page. */
export async function findPerformers(page: Page, search: string): Promise<Performer[]> {
  return replyOf(await page.request.get('/api/performers', { params: { search } }))
}

/** The number of performers visible to the account of the page. */
export async function countPerformers(page: Page): Promise<number> {
  const { total } = await replyOf<{ total: number }>(await page.request.get('/api/performers/counts'))
  return total
}

/** Creates a video of the page's account with these performers. */
export async function createVideo(
  page: Page,
  video: { title?: string; externalId?: string } = {},
  performerIds: readonly string[] = [],
): Promise<Video> {
  const headers = await csrfHeaders(page)
  const { title = `試験の動画 ${randomBytes(4).toString('hex')}`, externalId } = video
  const created = await replyOf<Video>(
    await page.request.post('/api/videos', { headers, data: { title, externalId } }),
  )
  if (performerIds.length === 0) return created
  return replyOf(
    await page.request.post(`/api/videos/${created.id}/performers`, { headers, data: { performerIds } }),
  )
}

/** Enters facts that permit the publication of a video without performers, and records its publications. */
export async function publishScenery(
  page: Page,
  video: Pick<Video, 'id'>,
  { productNumber, channels }: { productNumber: string; channels: readonly string[] },
): Promise<void> {
  const headers = await csrfHeaders(page)
  const path = `/api/videos/${video.id}`
  const { version } = await replyOf<{ version: number }>(await page.request.get(`${path}/facts`))
  const facts = { ...sceneryFacts, productNumber, version }
  await replyOf(await page.request.put(`${path}/facts`, { headers, data: facts }))
  for (const channel of channels) {
    const address = `https://shop.example/${channel.length}/${productNumber}`
    const data = { channel, startedOn: '2025-11-01', address }
    await replyOf(await page.request.put(`${path}/publications`, { headers, data }))
  }
}

export async function csrfHeaders(page: Pick<Page, 'request'>): Promise<Record<string, string>> {
  const { csrfToken } = await replyOf<{ csrfToken: string }>(
    await page.request.post(`/api${sessionInit.path}`),
  )
  return { 'X-CSRF-Token': csrfToken }
}

export async function replyOf<T>(reply: APIResponse): Promise<T> {
  expect(reply.ok(), `${reply.url()} returned ${reply.status()}: ${await reply.text()}`).toBe(true)
  return reply.json() as Promise<T> // the server parses its replies by the contract
}

function mimeTypeOf(path: string): string {
  if (path.endsWith('.pdf')) return 'application/pdf'
  return path.endsWith('.png') ? 'image/png' : 'image/jpeg'
}
