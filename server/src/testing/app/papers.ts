import type { PaperType } from '@kyc/contract/document-vocabulary.ts'
import { openPaper, type Paper } from '@kyc/contract/papers.ts'
import { expect } from 'vitest'
import { samplePdf } from './sample-files.ts'
import type { TestClient, TestReply } from './test-client.ts'

/** A paper of an appearance, as a path names it. */
export interface PaperPath {
  readonly id: string
  readonly performerId: string
  readonly type: PaperType
}

export function paperPath({ id, performerId, type }: PaperPath, act = ''): string {
  return `/api/videos/${id}/performers/${performerId}/papers/${type}${act}`
}

/** Uploads a new version of a paper and returns the reply, whatever its status. */
export function sendPaper(
  client: TestClient,
  path: PaperPath,
  options: { bytes?: Uint8Array<ArrayBuffer>; name?: string; key?: string } = {},
): Promise<TestReply> {
  const form = new FormData()
  form.append('file', new Blob([options.bytes ?? samplePdf(2)]), options.name ?? '契約書.pdf')
  const headers = options.key === undefined ? {} : { 'idempotency-key': options.key }
  return client.call('PUT', paperPath(path), { form, headers })
}

/** Uploads a new version of a paper; fails unless the server accepts it. */
export async function submitPaper(...args: Parameters<typeof sendPaper>): Promise<Paper> {
  const reply = await sendPaper(...args)
  expect(reply.status, JSON.stringify(reply.json)).toBe(200)
  return reply.json as Paper // the server parses its replies by the contract
}

/** Opens the newest version, as a reviewer must before deciding. */
export async function openPaperAs(client: TestClient, params: PaperPath): Promise<void> {
  await client.send(openPaper, { params })
}
