import type { Transfer } from '@kyc/contract/transfers.ts'
import { expect } from 'vitest'
import type { TestAccount } from './test-app.ts'
import type { TestReply } from './test-client.ts'

export interface Moved {
  readonly from: string
  readonly to: string
  readonly performers?: readonly string[]
  readonly videos?: readonly string[]
}

/** Requests a move of records to another organisation. */
export function askToMove(
  by: TestAccount,
  { from, to, performers = [], videos = [] }: Moved,
): Promise<TestReply> {
  const body = { to, reason: '会社の統合', records: { performers, videos } }
  return by.post(`/api/organisations/${from}/transfers`, body)
}

/** Moves records to another organisation, by the request of one superadmin and the confirmation of another. */
export async function moveRecords(
  { first, second }: { readonly first: TestAccount; readonly second: TestAccount },
  moved: Moved,
): Promise<void> {
  const asked = await askToMove(first, moved)
  expect(asked.status, JSON.stringify(asked.json)).toBe(201)
  const { id } = asked.json as Transfer // of the contract's reply
  const done = await second.put(`/api/transfers/${id}/confirmation`)
  expect(done.status, JSON.stringify(done.json)).toBe(204)
}
