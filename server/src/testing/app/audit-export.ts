import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AuditEntry } from '@kyc/contract/audit.ts'
import readWorkbook from 'read-excel-file/node'
import { expect } from 'vitest'
import { aboutAccount, byJob } from '../../features/audit/about.ts'
import { createAuditWriter } from '../../features/audit/record.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { TestApp } from './test-app.ts'
import { nextOf, type TestClient, type TestReply } from './test-client.ts'

/** Header row of the sheets with entries. */
export const exportHeaders = [
  '日時（JST）',
  'ユーザー',
  '権限',
  '操作',
  '対象',
  '対象名',
  '対象ID',
  'IPアドレス',
  '詳細',
  '記録ID',
  '操作者ID',
]

export async function allEntries(client: TestClient, query = ''): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = []
  for (let path: string | undefined = `/api/audit-logs${query || '?'}&limit=200`; path; ) {
    const reply: TestReply = await client.get(path)
    expect(reply.status).toBe(200)
    entries.push(...(reply.json as AuditEntry[])) // the server parses its replies by the contract
    path = nextOf(reply)
  }
  return entries
}

/** Reads an export with another library than the one that wrote it. */
export async function exported(client: TestClient, query = '') {
  const reply = await client.get(`/api/audit-logs/export${query}`)
  expect(reply.status).toBe(200)
  const book = await readWorkbook(reply.bytes)
  const [cover, log] = book
  expect(log?.data[0]).toEqual(exportHeaders)
  return {
    bytes: reply.bytes,
    sheets: book.map(({ sheet }) => sheet),
    cover: new Map(cover?.data.map(([title, value]) => [String(title), String(value)])),
    rows: log?.data.slice(1) ?? [],
  }
}

/** Starts an export and reads none of its body. */
export async function openExport({ url }: TestApp, client: TestClient, query = ''): Promise<IncomingMessage> {
  const call = request(`${url}/api/audit-logs/export${query}`, {
    headers: { cookie: client.cookieHeader() },
  })
  call.on('error', () => undefined) // the test aborts the call
  call.end()
  const [response] = (await once(call, 'response')) as [IncomingMessage] // the argument of the event
  expect(response.statusCode).toBe(200)
  response.on('error', () => undefined)
  return response
}

/** Writes an entry about an account, dated `at`. */
export async function recordAt(
  { services }: TestApp,
  accountId: string,
  at: Date,
  details: Record<string, unknown>,
): Promise<void> {
  const audit = createAuditWriter(services.auditKeys, { now: () => at })
  const about = aboutAccount(accountId)
  await inTransaction(services.db, (tx) => audit.record(tx, byJob, 'update', about, details))
}
