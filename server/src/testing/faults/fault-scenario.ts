import { randomUUID } from 'node:crypto'
import { consentVersion } from '@kyc/contract/consent.ts'
import { expect } from 'vitest'
import { schedulesOf } from '../../jobs.ts'
import { anonymousBrowser } from '../app/anonymous-browser.ts'
import { approvalOf } from '../app/approval.ts'
import { registrationForm } from '../app/factories.ts'
import { linkOf, registrationOf, resultOf } from '../app/kyc-app.ts'
import { tokenOf } from '../app/performer-links.ts'
import { samplePng } from '../app/sample-files.ts'
import type { TestClient, TestReply } from '../app/test-client.ts'
import type { FaultStage } from './fault-stage.ts'

/**
 * What the stage must contain exactly once: what was acknowledged to the caller, or succeeded without faults in the
 * last attempt.
 */
export interface Acknowledged {
  readonly performers: string[]
  readonly videos: string[]
  readonly inquiries: string[]
  readonly results: string[]
}

/** Uses every part of the product that writes, over its routes, and runs its jobs. */
export async function runScenario(stage: FaultStage): Promise<Acknowledged> {
  const done: Acknowledged = { performers: [], videos: [], inquiries: [], results: [] }
  // Deletions and masks require a step-up within the last minutes, however many seeds ran before.
  await stage.kyc.app.sql('UPDATE session SET stepped_up_at = now()')
  // Deletes the earlier alerts: an account is reported for many views only once an hour.
  await stage.kyc.app.sql('DELETE FROM looks_alert')
  const parts = await Promise.allSettled([
    reviewPerformer(stage, done),
    makeVideo(stage, done),
    sendInquiry(stage, done),
    submitByLink(stage),
    sendResult(stage, done),
    readEverything(stage),
    runJobs(stage),
  ])
  for (const part of parts) if (part.status === 'rejected') throw part.reason
  return done
}

const headers = (key: string = randomUUID()) => ({ 'idempotency-key': key })

async function file(): Promise<FormData> {
  const form = new FormData()
  form.append('file', new Blob([await samplePng()]), 'file.png')
  return form
}

/** Registers a performer; returns its id. */
async function register({ act, owner }: FaultStage, done: Acknowledged): Promise<string> {
  const [key, lastName] = [randomUUID(), `試験${randomUUID()}`]
  const reply = await act([201], async () => {
    const form = await registrationForm({ fields: { lastName } })
    return owner.call('POST', '/api/performers', { form, headers: headers(key) })
  })
  const { id } = reply.json as { id: string } // the reply of the contract
  done.performers.push(id)
  return id
}

/** Register, reject, replace, verify, mask, view, delete, and the end of the retention. */
async function reviewPerformer(stage: FaultStage, done: Acknowledged): Promise<void> {
  const { act, admin, secondAdmin, owner, kyc, plan } = stage
  const id = await register(stage, done)
  const path = (type: string) => `/api/performers/${id}/documents/${type}`
  await act([200, 409], () => admin.put(`${path('selfie')}/reject`, { codes: ['glare'] }))
  const key = randomUUID()
  await act([200], async () =>
    owner.call('PUT', path('selfie'), { form: await file(), headers: headers(key) }),
  )
  // Masks another record, because a record with a picture that can still be restored cannot be deleted (D116).
  const masked = await register(stage, done)
  const masking = { boxes: [{ x: 0, y: 0, width: 0.5, height: 0.5 }], reason: '個人番号が写っているため' }
  const maskKey = headers()
  await act([200], () =>
    admin.call('POST', `/api/performers/${masked}/documents/idFront/mask`, {
      json: masking,
      headers: { ...maskKey, 'if-match': '"1"' },
    }),
  )
  for (const type of ['agreementFile', 'idFront', 'selfie']) {
    await act([200], () => admin.get(path(type)))
    await act([200, 409], () => admin.put(`${path(type)}/verify`, approvalOf(type)))
    await act([200], () => owner.get(path(type)))
  }
  await act([204, 404], () => secondAdmin.delete(`/api/performers/${id}`))
  await plan.without(() =>
    kyc.app.sql(
      "UPDATE performer SET retain_until = '2020-01-01', updated_at = '2010-01-01' WHERE id = $1 AND sealed_at IS NOT NULL",
      [id],
    ),
  )
}

async function makeVideo(stage: FaultStage, done: Acknowledged): Promise<void> {
  const { act, owner } = stage
  const performer = await register(stage, done)
  const key = randomUUID()
  const video = await act([201], () =>
    owner.call('POST', '/api/videos', { json: { title: '見本作品' }, headers: headers(key) }),
  )
  const { id } = video.json as { id: string } // the reply of the contract
  done.videos.push(id)
  const adding = randomUUID()
  await act([200, 201, 204], () =>
    owner.call('POST', `/api/videos/${id}/performers`, {
      json: { performerIds: [performer] },
      headers: headers(adding),
    }),
  )
  await act([204, 404], () => owner.delete(`/api/videos/${id}/performers/${performer}`))
}

/** Sends an inquiry, which enqueues two mails. */
async function sendInquiry({ act, kyc, plan }: FaultStage, done: Acknowledged): Promise<void> {
  const client = await plan.without(() => anonymousBrowser(kyc.app))
  const email = `${randomUUID()}@example.net`
  const json = { name: '問合 花子', email, subject: '件名', message: '本文' }
  const key = { ...headers(), 'x-forwarded-for': newAddress() }
  await act([204], () => client.call('POST', '/api/contact', { json, headers: key }))
  done.inquiries.push(email)
}

/** A performer submits a picture by the link of the owner. */
async function submitByLink({ act, kyc, owner, plan }: FaultStage): Promise<void> {
  const client = await plan.without(() => anonymousBrowser(kyc.app))
  const drafting = headers()
  const draft = await act([201], () =>
    owner.call('POST', '/api/performers?draft=true', { form: draftForm(), headers: drafting }),
  )
  const { id: performer } = draft.json as { id: string } // the reply of the contract
  const key = headers()
  const link = await act([201], () =>
    owner.call('POST', `/api/performers/${performer}/link`, { json: { language: 'ja' }, headers: key }),
  )
  const token = tokenOf((link.json as { url: string }).url) // the reply of the contract
  const opened = await act([200], () => client.post('/api/performer-link/session', { token }))
  const path = `/api/performer-link/${(opened.json as { id: string }).id}` // the reply of the contract
  await act([200], () => client.post(`${path}/consent`, { version: consentVersion, language: 'ja' }))
  const submitting = randomUUID()
  await act([200], async () =>
    client.call('PUT', `${path}/documents/idFront`, { form: await file(), headers: headers(submitting) }),
  )
}

function draftForm(): FormData {
  const form = new FormData()
  const names = { lastName: '見本', firstName: '花子', lastNameRoman: 'MIHON', firstNameRoman: 'HANAKO' }
  for (const [name, value] of Object.entries(names)) form.append(name, value)
  return form
}

let addresses = 0

/** Another address for each client, so that no limit per address applies. */
function newAddress(): string {
  addresses++
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}

/** Follows the link of a partner, signs in at the provider, and sends the result to the partner. */
async function sendResult({ act, kyc, plan }: FaultStage, done: Acknowledged): Promise<void> {
  const client = await plan.without(() => anonymousBrowser(kyc.app))
  const [link, uid] = [linkOf(kyc), `uid-${randomUUID()}`]
  const key = { ...headers(), 'x-forwarded-for': newAddress() }
  await act([201], () => client.call('POST', '/api/kyc/sessions', { json: link, headers: key }))
  const signedIn = await act([200], async () =>
    client.post('/api/auth/firebase/session', { idToken: await kyc.google.token(uid) }),
  )
  client.csrfToken = (signedIn.json as { csrfToken: string }).csrfToken // the reply of the contract
  await act([200], () => withToken(client, '/api/users/sharegram-register', registrationOf({ uid, link })))
  await act([200], () => withToken(client, '/api/sharegram/auth-result', { result: resultOf({ uid, link }) }))
  done.results.push(uid)
}

async function withToken(client: TestClient, path: string, json: unknown): Promise<TestReply> {
  const refreshed = await client.post('/api/auth/refresh')
  if (refreshed.status !== 200) return refreshed
  const { accessToken } = refreshed.json as { accessToken: string } // the reply of the contract
  return client.call('POST', path, { json, headers: { authorization: `Bearer ${accessToken}` } })
}

/** Every page and list that needs no further parameter. */
async function readEverything({ act, kyc, pages, plan }: FaultStage): Promise<void> {
  // A new account for each run, because an account may export five times an hour.
  const reader = await plan.without(() => kyc.app.signedIn('superadmin'))
  for (const { address, statuses } of pages) await act(statuses, () => reader.get(address))
}

/** Runs every scheduled job, as its schedule does: a failure is logged, and the next run repeats it. */
async function runJobs({ kyc, plan }: FaultStage): Promise<void> {
  const jobs = schedulesOf(kyc.app.services).flatMap(({ jobs }) => Object.values(jobs))
  for (const job of jobs) {
    for (let attempt = 1; attempt <= plan.attempts; attempt++) {
      const failed = await job().then(() => false, isError)
      if (!failed) break
    }
  }
}

function isError(error: unknown): true {
  expect(error).toBeInstanceOf(Error)
  return true
}
