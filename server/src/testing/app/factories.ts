import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { createCampaign } from '@kyc/contract/campaigns.ts'
import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import { type PerformerDocument, verifyDocument } from '@kyc/contract/documents.ts'
import type { BodyIn } from '@kyc/contract/endpoint.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import { expect } from 'vitest'
import { encryptNotice } from '../../features/takedowns/notice-box.ts'
import { newId } from '../../platform/ids.ts'
import { approvalOf } from './approval.ts'
import { insertPerformerRows, performerRow } from './performer-rows.ts'
import { samplePdf, samplePng } from './sample-files.ts'
import type { TestApp } from './test-app.ts'
import { replyOf, type TestClient, type TestReply } from './test-client.ts'

export interface Registration {
  readonly fields?: Record<string, string>
  readonly files?: Record<string, { name: string; bytes: Uint8Array<ArrayBuffer> }>
}

const names = { lastName: '見本', firstName: '花子', lastNameRoman: 'MIHON', firstNameRoman: 'HANAKO' }

/** A complete registration form, with the fields and files of `registration` replacing the defaults. */
export async function registrationForm({ fields = {}, files = {} }: Registration = {}): Promise<FormData> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...names, ...fields })) form.append(name, value)
  const png = await samplePng()
  const all = {
    agreementFile: { name: '出演同意書.pdf', bytes: samplePdf() },
    idFront: { name: '身分証.png', bytes: png },
    selfie: { name: '本人.png', bytes: png },
    ...files,
  }
  for (const [type, file] of Object.entries(all)) form.append(type, new Blob([file.bytes]), file.name)
  return form
}

/** Registers a performer through the API, as `client`. */
export async function registerPerformer(client: TestClient, registration?: Registration): Promise<Performer> {
  const form = await registrationForm(registration)
  // The form sends a key too: without one, equal content within minutes is the same registration (D20).
  const headers = { 'idempotency-key': randomUUID() }
  const reply = await client.call('POST', '/api/performers', { form, headers })
  expect(reply.status, JSON.stringify(reply.json)).toBe(201)
  return reply.json as Performer // the server parses its replies by the contract
}

/** Verifies the current version of each given document type, as `admin`. */
export async function verifyDocuments(
  admin: TestClient,
  performerId: string,
  types: readonly DocumentType[] = ['agreementFile', 'idFront', 'selfie'],
): Promise<PerformerDocument[]> {
  const verified: PerformerDocument[] = []
  for (const type of types) {
    verified.push(await openAndVerify(admin, { params: { id: performerId, type } }))
  }
  return verified
}

/** Opens the newest version of a document and sends its approval, which requires that (D14). */
export async function tryToVerify(
  client: TestClient,
  { id, type }: { id: string; type: string },
  json?: BodyIn<typeof verifyDocument>,
): Promise<TestReply> {
  const path = `/api/performers/${id}/documents/${type}`
  await client.get(path)
  return client.put(`${path}/verify`, approvalOf(type, json))
}

/** Like `tryToVerify`, and expects success. */
export async function openAndVerify(
  client: TestClient,
  { params, body }: { params: { id: string; type: string }; body?: BodyIn<typeof verifyDocument> },
): Promise<PerformerDocument> {
  return replyOf(verifyDocument, await tryToVerify(client, params, body))
}

/** Inserts an inquiry as the contact form stores it, without the form's limits. */
export async function insertInquiry(
  sql: TestApp['sql'],
  { at = new Date(), subject = '料金について' }: { at?: Date; subject?: string } = {},
): Promise<string> {
  const id = newId(at)
  await sql(
    `INSERT INTO inquiry (id, name, email, subject, message, created_at)
     VALUES ($1, '試験 花子', 'visitor@example.com', $2, '教えてください。', $3)`,
    [id, subject, at],
  )
  return id
}

/**
 * Inserts a partner with a replaced key, a replaced secret, a webhook and an ended delivery. All share one id, so
 * that it fits each parameter of a path.
 */
export async function insertPartner(sql: TestApp['sql']): Promise<string> {
  const id = newId()
  await sql(
    `INSERT INTO partner (id, company_id, name, mode, callback_origins, redirect_origins, referrer_origins,
       created_at, updated_at)
     VALUES ($1, $2, '試験の提携先', 'live', '{https://partner.example.com}', '{}', '{}', now(), now())`,
    [id, `company-${id}`],
  )
  for (const [at, expires] of [
    [id, 'tomorrow'],
    [newId(), null],
  ]) {
    const values = [at, id, expires, randomBytes(32)]
    await sql(
      `INSERT INTO partner_key (id, partner_id, expires_at, hash, hint, created_at) VALUES ($1, $2, $3, $4, '', now())`,
      values,
    )
    await sql(
      `INSERT INTO partner_secret (id, partner_id, expires_at, secret_enc, hint, created_at)
       VALUES ($1, $2, $3, $4, '', now())`,
      values,
    )
  }
  await sql(
    `INSERT INTO partner_api_key (id, partner_id, mode, scopes, api_version, hash, hint, created_at)
     VALUES ($1, $1, 'test', '{sessions}', '2026-11-28', $2, '', now())`,
    [id, randomBytes(32)],
  )
  await sql(
    `INSERT INTO partner_webhook (id, partner_id, mode, url, api_version, created_at, updated_at)
     VALUES ($1, $1, 'live', 'https://partner.example.com/events', '2026-11-28', now(), now())`,
    [id],
  )
  await sql(
    `INSERT INTO delivery (id, partner_id, event, url, state, created_at, ended_at)
     VALUES ($1, $1, 'kyc.auth_result', 'https://partner.example.com/callback', 'delivered', now(), now())`,
    [id],
  )
  await sql(
    `INSERT INTO partner_user (partner_id, user_id, account_id, created_at)
     SELECT $1, 'user-1', id, now() FROM account LIMIT 1`,
    [id],
  )
  return id
}

/** Inserts a KYC session that belongs to the browser of `client`. */
export async function insertKycSession(sql: TestApp['sql'], client: TestClient): Promise<string> {
  const [id, partnerId] = [newId(), await insertPartner(sql)]
  const value = randomBytes(32).toString('base64url')
  client.cookies.set('__Host-kyc', value)
  await sql(
    `INSERT INTO kyc_session (id, partner_id, browser_key, user_id, locale, callback_url, created_at, expires_at)
     VALUES ($1, $2, $3, 'user', 'ja', 'https://partner.example.com/callback', now(), now() + interval '1 hour')`,
    [id, partnerId, createHash('sha256').update(value).digest()],
  )
  return id
}

/** Inserts a link to a performer of another account, opened by the browser of `client`, with consent. */
export async function insertPerformerLink(app: TestApp, client: TestClient): Promise<string> {
  const sender = await app.signedIn('user')
  const { id: performer } = await registerPerformer(sender)
  const id = newId()
  const value = client.cookies.get('__Host-plink') ?? randomBytes(32).toString('base64url')
  client.cookies.set('__Host-plink', value)
  await app.sql(
    `INSERT INTO performer_link (id, performer_id, owner_id, created_by, created_at, expires_at, language, token_hash,
       browser_key, opened_at)
     VALUES ($1, $2, $3, $3, now(), now() + interval '1 day', 'ja', $4, $5, now())`,
    [id, performer, sender.accountId, randomBytes(32), createHash('sha256').update(value).digest()],
  )
  await app.sql(
    `INSERT INTO performer_consent (id, performer_id, link_id, at, version, language, wording)
     VALUES ($1, $2, $1, now(), '1', 'ja', '同意します')`,
    [id, performer],
  )
  return id
}

/** Inserts a video and a performer of one owner. Both share one id, so that it fits each parameter of a path. */
export async function insertVideo(
  { services: { db }, sql }: Pick<TestApp, 'services' | 'sql'>,
  ownerId: string,
  registrar: string,
): Promise<string> {
  const id = newId()
  await insertPerformerRows(db, [performerRow(ownerId, { id, registered_by: registrar })])
  await sql(
    `INSERT INTO video (id, owner_id, registered_by, title, search_text, created_at, updated_at)
     VALUES ($1, $2, $3, '見本作品', '見本作品', now(), now())`,
    [id, ownerId, registrar],
  )
  await sql(
    `INSERT INTO video_performer (video_id, performer_id, owner_id, id, added_by, added_at)
     VALUES ($1, $1, $2, $1, $3, now())`,
    [id, ownerId, registrar],
  )
  return id
}

/** Shares a video of its owner with an organisation; returns the id of the share. */
export async function insertShare(
  { sql }: Pick<TestApp, 'sql'>,
  { id = newId(), videoId, recipient }: { id?: string; videoId: string; recipient: string },
): Promise<string> {
  await sql(
    `INSERT INTO video_share (id, video_id, owner_id, recipient_id, created_by, created_at)
     SELECT $1, id, owner_id, $3, registered_by, now() FROM video WHERE id = $2`,
    [id, videoId, recipient],
  )
  return id
}

/** The body of a call that starts a campaign for every performer of the list. */
export const campaignBody = {
  name: '11月の依頼',
  asks: 'documents',
  language: 'ja',
  selection: { from: 'list' },
  reminderDays: 7,
  reminders: 2,
} as const satisfies BodyIn<typeof createCampaign>

/** Inserts a campaign without performers. */
export async function insertCampaign(
  { sql }: Pick<TestApp, 'sql'>,
  ownerId: string,
  accountId: string,
): Promise<string> {
  const id = newId()
  await sql(
    `INSERT INTO campaign (id, owner_id, name, asks, language, created_by, created_at, reminder_days, reminders)
     VALUES ($1, $2, '11月の依頼', 'documents', 'ja', $3, now(), 7, 2)`,
    [id, ownerId, accountId],
  )
  return id
}

/** A pack of no titles, which waits for its file. */
export async function insertPack(sql: TestApp['sql'], owner: string, accountId: string): Promise<string> {
  const [row] = await sql<{ id: string }>(
    `INSERT INTO pack (id, owner_id, shape, unmasked, created_by, created_at, expires_at, token_hash)
     SELECT id, $1, 'cardBrands', false, $2, now(), now() + interval '1 day', uuid_send(id) FROM gen_random_uuid() id
     RETURNING id`,
    [owner, accountId],
  )
  return row?.id ?? ''
}

/** Inserts a held request about a new video of the owner; both have the same id. */
export async function insertTakedown(
  app: Pick<TestApp, 'services' | 'sql'>,
  ownerId: string,
  registrar: string,
): Promise<string> {
  const id = await insertVideo(app, ownerId, registrar)
  const notice = encryptNotice(app.services, id, { text: '停止してください。', contact: null })
  await app.sql(
    `INSERT INTO takedown (id, number, kind, way, video_id, owner_id, notice_enc, received_at, due_at)
     VALUES ($1::uuid, $1::uuid::text, 'cancellation', 'hand', $1::uuid, $2, $3, now(), now() + interval '1 day')`,
    [id, ownerId, notice],
  )
  await insertPublication(app, id, { id })
  await app.sql('INSERT INTO takedown_video (takedown_id, video_id) VALUES ($1, $1)', [id])
  await app.sql('UPDATE takedown_stop SET id = $1 WHERE takedown_id = $1', [id])
  return id
}

/** Inserts a publication of a video on a channel of its owner; on sale since 2026-05-01 unless it ends. */
export async function insertPublication(
  { sql }: Pick<TestApp, 'sql'>,
  videoId: string,
  {
    id = newId(),
    startedOn = '2026-05-01',
    endedOn = null,
  }: { id?: string; startedOn?: string; endedOn?: string | null } = {},
): Promise<string> {
  await sql(
    `WITH shop AS (INSERT INTO channel (id, owner_id, name, created_at)
       SELECT $2::uuid, owner_id, $2::text, now() FROM video WHERE id = $1 RETURNING id)
     INSERT INTO publication (id, video_id, channel_id, started_on, ended_on, created_by, created_at, updated_at)
     SELECT $2::uuid, v.id, shop.id, $4::date, $3::date, v.registered_by, now(), now() FROM video v, shop WHERE v.id = $1`,
    [videoId, id, endedOn, startedOn],
  )
  return id
}
