import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { expect } from 'vitest'
import type { TestClient, TestReply } from './test-client.ts'

/** Sends a new version of a slot and gives back whatever the server says. */
export function sendReplacement(
  client: TestClient,
  performerId: string,
  slot: string,
  bytes: Uint8Array<ArrayBuffer>,
  options: { name?: string; key?: string } = {},
): Promise<TestReply> {
  const form = new FormData()
  form.append('file', new Blob([bytes]), options.name ?? 'file.png')
  const headers = options.key === undefined ? {} : { 'idempotency-key': options.key }
  return client.call('PUT', `/api/performers/${performerId}/documents/${slot}`, { form, headers })
}

/** The same, and it must succeed. */
export async function replace(...args: Parameters<typeof sendReplacement>): Promise<PerformerDocument> {
  const reply = await sendReplacement(...args)
  expect(reply.status, JSON.stringify(reply.json)).toBe(200)
  return reply.json as PerformerDocument // parsed by the server against the contract
}
