import { randomUUID } from 'node:crypto'
import { endpoints } from '@kyc/contract/endpoints.ts'
import { beforeEach, expect, test } from 'vitest'
import { campaignBody, insertTakedown, insertVideo, registrationForm } from '../app/factories.ts'
import { insertSigning } from '../app/insert-signing.ts'
import { companyWith } from '../app/organisations.ts'
import { paperPath } from '../app/papers.ts'
import { insertPerformerKeys, insertPerformerRows, performerRow } from '../app/performer-rows.ts'
import { samplePdf, samplePng } from '../app/sample-files.ts'
import { type TestAccount, useStage } from '../app/test-app.ts'
import { refusalOf, type TestReply } from '../app/test-client.ts'
import { signingBody } from './matrix-calls.ts'

/** Saved replies of idempotent calls contain records, so they end with the right to make the call (D20, D67). */

const { app } = useStage()
let company: string
let member: TestAccount

beforeEach(async () => {
  const { id, representative } = await companyWith(app)
  company = id
  member = representative
})

type Call = (key: string) => Promise<TestReply>

async function upload(method: 'POST' | 'PUT', path: string, form: FormData): Promise<Call> {
  return (key) => member.call(method, path, { form, headers: { 'idempotency-key': key } })
}

async function post(path: string, json: unknown): Promise<Call> {
  return (key) => member.call('POST', path, { json, headers: { 'idempotency-key': key } })
}

async function register(): Promise<string> {
  const call = await upload('POST', `/api/performers?organisation=${company}`, await registrationForm())
  return ((await call(randomUUID())).json as { id: string }).id // the reply of the contract
}

const calls: Readonly<Record<string, () => Promise<Call>>> = {
  'performers.create': async () =>
    upload('POST', `/api/performers?organisation=${company}`, await registrationForm()),
  'performers.import': () =>
    post(`/api/performers/imports?organisation=${company}`, {
      lines: [{ lastName: '見本', firstName: '花子', lastNameRoman: 'MIHON', firstNameRoman: 'HANAKO' }],
    }),
  async 'documents.replace'() {
    const form = new FormData()
    form.append('file', new Blob([await samplePng()]), '差し替え.png')
    return upload('PUT', `/api/performers/${await register()}/documents/selfie`, form)
  },
  async 'papers.submit'() {
    const id = await insertVideo(app, company, member.accountId)
    await insertPerformerKeys(app.services, [id])
    const form = new FormData()
    form.append('file', new Blob([await samplePng()]), '契約書.png')
    return upload('PUT', paperPath({ id, performerId: id, type: 'contract' }), form)
  },
  async 'signings.create'() {
    const id = await insertVideo(app, company, member.accountId)
    await insertPerformerKeys(app.services, [id])
    return post(`/api/videos/${id}/performers/${id}/signings`, signingBody)
  },
  async 'signings.uploadDraft'() {
    const id = await insertSigning(app, company, member.accountId, { sent: false })
    const form = new FormData()
    form.append('file', new Blob([samplePdf(1)]), '契約書.pdf')
    return upload('PUT', `/api/signings/${id}/papers/contract`, form)
  },
  'performerLinks.create': async () => post(`/api/performers/${await register()}/link`, { language: 'ja' }),
  'videos.create': () => post(`/api/videos?organisation=${company}`, { title: '見本作品' }),
  async 'videos.addPerformers'() {
    const id = await insertVideo(app, company, member.accountId)
    return post(`/api/videos/${id}/performers`, { performerIds: [id] })
  },
  'packs.create': async () =>
    post('/api/packs', {
      shape: 'cardBrands',
      videoIds: [await insertVideo(app, company, member.accountId)],
    }),
  async 'campaigns.create'() {
    await insertPerformerRows(app.services.db, [
      performerRow(company, { registered_by: member.accountId, email: 'performer@example.com' }),
    ])
    return post(`/api/campaigns?organisation=${company}`, campaignBody)
  },
  'takedowns.create': async () =>
    post('/api/takedowns', {
      kind: 'cancellation',
      videoId: await insertVideo(app, company, member.accountId),
      text: '停止してください。',
    }),
  async 'takedowns.addEvidence'() {
    const id = await insertTakedown(app, company, member.accountId)
    await insertPerformerKeys(app.services, [id])
    await app.sql('UPDATE takedown SET performer_id = $1 WHERE id = $1', [id])
    const form = new FormData()
    form.append('file', new Blob([samplePdf(1)]), '資料.pdf')
    return upload('POST', `/api/takedowns/${id}/evidence`, form)
  },
  'organisations.invite': () =>
    post(`/api/organisations/${company}/members`, {
      email: `${randomUUID()}@example.com`,
      name: '招待 花子',
      role: 'staff',
    }),
}

test('every idempotent call of members about an organisation is covered', () => {
  const named = endpoints.filter(
    ({ idempotent, query, path, who }) =>
      idempotent &&
      who === 'user' &&
      ((query && 'organisation' in query.shape) ||
        /^\/(performers|videos|organisations|takedowns|packs|campaigns|signings)(\/|$)/.test(path)),
  )
  expect(named.map(({ name }) => name).toSorted()).toEqual(Object.keys(calls).toSorted())
})

test.each(Object.keys(calls))('%s repeats its reply to a member only', async (name) => {
  const call = await calls[name]?.()
  if (!call) throw new Error(name)
  const key = randomUUID()
  expect((await call(key)).status).toBeLessThan(300)
  expect((await call(key)).headers.get('idempotent-replayed')).toBe('true')
  const membership = [company, member.accountId]
  const change = (set: string) =>
    app.sql(`UPDATE membership SET ${set} WHERE organisation_id = $1 AND account_id = $2`, membership)
  await change("role = 'viewer'")
  expect(refusalOf(await call(key))).toEqual([403, 'ORGANISATION_ROLE'])
  await change("role = 'representative', left_at = now()")
  const refused = await call(key)
  expect(refused.status).toBe(404)
  expect(refused.headers.get('idempotent-replayed')).toBeNull()
})
