import { randomUUID } from 'node:crypto'
import { consentVersion } from '@kyc/contract/consent.ts'
import type { BodyIn } from '@kyc/contract/endpoint.ts'
import * as contract from '@kyc/contract/performer-links.ts'
import { expect } from 'vitest'
import { anonymousBrowser } from './anonymous-browser.ts'
import { insertRecord } from './performer-rows.ts'
import { samplePng } from './sample-files.ts'
import type { TestAccount, TestApp } from './test-app.ts'
import type { TestClient, TestReply } from './test-client.ts'

/** Creates a link that is not mailed, and returns its token. */
export async function createToken(
  owner: TestClient,
  performer: string,
  body: BodyIn<typeof contract.createPerformerLink> = { language: 'ja' },
): Promise<string> {
  const { url } = await owner.send(contract.createPerformerLink, { params: { id: performer }, body })
  return tokenOf(url)
}

/** The token in the address of the page, which may be part of a mail. */
export function tokenOf(text: string | null | undefined): string {
  const [, token] = /\/p#token=([\w-]{43})/.exec(text ?? '') ?? []
  if (token === undefined) throw new Error('no link')
  return token
}

/** A browser that has opened a link. */
export interface Performer {
  readonly client: TestClient
  readonly id: string
  readonly performerId: string
  readonly token: string
}

/** A record of `owner` without documents, and the browser of the performer, who has consented unless `consent` is false. */
export async function openedLink(
  app: TestApp,
  owner: TestAccount,
  { consent = true }: { consent?: boolean } = {},
): Promise<Performer> {
  const performerId = await insertRecord(app, owner)
  const token = await createToken(owner, performerId)
  const client = await anonymousBrowser(app)
  const { id } = await client.send(contract.openPerformerLink, { body: { token } })
  if (consent) await giveConsent(client, id)
  return { client, id, performerId, token }
}

export function giveConsent(client: TestClient, id: string) {
  const body = { version: consentVersion, language: 'ja' } as const
  return client.send(contract.giveConsent, { params: { id }, body })
}

/** Enters name and date of birth, by default of a person that no test registers. */
export function stateIdentity(
  client: TestClient,
  id: string,
  body: BodyIn<typeof contract.stateIdentity> = { name: '本人 花子', dateOfBirth: '1990-01-01' },
) {
  return client.send(contract.stateIdentity, { params: { id }, body })
}

/** Submits a picture, by default with an idempotency key as the page does. */
export async function submit(
  client: TestClient,
  id: string,
  type: string,
  { key = randomUUID(), side = 60 }: { key?: string; side?: number } = {},
): Promise<TestReply> {
  const form = new FormData()
  form.append('file', new Blob([await samplePng(side, side)]), '撮影.png')
  const headers = { 'idempotency-key': key }
  return client.call('PUT', `/api/performer-link/${id}/documents/${type}`, { form, headers })
}

/** Opens the link of a token, as the page does when it is loaded. */
export function openToken(client: TestClient, token: string): Promise<TestReply> {
  return client.post('/api/performer-link/session', { token })
}

/** The refusal of every call about a link that may not be used, or not by this browser. */
export const linkEnded = [404, 'PERFORMER_LINK_ENDED']

/** The number of rows about a performer. */
export async function countOf(
  { sql }: TestApp,
  table: string,
  performerId: string,
): Promise<number | undefined> {
  const counted = `SELECT count(*)::int AS n FROM ${table} WHERE performer_id = $1`
  return (await sql<{ n: number }>(counted, [performerId]))[0]?.n
}

/** Starts the calls while the performer is locked, runs `act` once one of them waits for the lock, and returns the replies. */
export async function whileLocked(
  { sql }: TestApp,
  performerId: string,
  calls: readonly (() => Promise<TestReply>)[],
  act: () => Promise<unknown> = async () => undefined,
): Promise<TestReply[]> {
  const blocked = `SELECT count(*)::int AS n FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE NOT granted AND datname = current_database()`
  await sql('BEGIN')
  await sql('SELECT FROM performer WHERE id = $1 FOR UPDATE', [performerId])
  const replies = calls.map((call) => call())
  const waiting = async () => (await sql<{ n: number }>(blocked))[0]?.n
  await expect.poll(waiting).toBeGreaterThan(0)
  await act()
  await sql('COMMIT')
  return Promise.all(replies)
}
