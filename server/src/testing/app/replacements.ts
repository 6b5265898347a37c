import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { expect } from 'vitest'
import type { TestClient, TestReply } from './test-client.ts'

/** Uploads a new version into a slot and returns the reply, whatever its status. */
export function sendReplacement(
  client: TestClient,
  performerId: string,
  type: string,
  bytes: Uint8Array<ArrayBuffer>,
  options: { name?: string; key?: string } = {},
): Promise<TestReply> {
  const form = new FormData()
  form.append('file', new Blob([bytes]), options.name ?? 'file.png')
  const headers = options.key === undefined ? {} : { 'idempotency-key': options.key }
  return client.call('PUT', `/api/performers/${performerId}/documents/${type}`, { form, headers })
}

/** Uploads a new version into a slot; fails unless the server accepts it. */
export async function replace(...args: Parameters<typeof sendReplacement>): Promise<PerformerDocument> {
  const reply = await sendReplacement(...args)
  expect(reply.status, JSON.stringify(reply.json)).toBe(200)
  return reply.json as PerformerDocument // the server parses its replies by the contract
}
