import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { endpoints } from '@kyc/contract/endpoints.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { registerPerformer } from '../../../testing/app/factories.ts'
import { openedLink } from '../../../testing/app/performer-links.ts'
import { samplePdf, samplePng } from '../../../testing/app/sample-files.ts'
import { createTestApp, useStage } from '../../../testing/app/test-app.ts'
import type { TestClient, TestReply } from '../../../testing/app/test-client.ts'
import { sendRegistration } from '../../../testing/app/uploads.ts'
import { useStarted } from '../../../testing/app/use-started.ts'
import { eicar, startClamdDouble } from '../../../testing/doubles/clamd-double.ts'

// D81, with a stand-in for clamd.

const clamd = useStarted(startClamdDouble)
const { app, user } = useStage({ user: 'user' }, () =>
  createTestApp({ env: { CLAMD_URL: `tcp://127.0.0.1:${clamd.port}` } }),
)
let performerId: string
let link: { client: TestClient; id: string }
beforeAll(async () => {
  performerId = (await registerPerformer(user)).id
  link = await openedLink(app, user)
})
beforeEach(() => {
  clamd.behave('scan')
  clamd.scanned.length = 0
})

const infected = async () => new Uint8Array(Buffer.concat([await samplePng(), Buffer.from(eicar)]))

function put(client: TestClient, path: string, bytes: Uint8Array<ArrayBuffer>): Promise<TestReply> {
  const form = new FormData()
  form.append('file', new Blob([bytes]), '本人.png')
  return client.call('PUT', path, { form })
}

/** Every call that receives a file. KYC pages and spreadsheets use `performers.create` too. */
const uploads = {
  'performers.create': (bytes: Uint8Array<ArrayBuffer>) =>
    sendRegistration(user, { files: { selfie: { name: '本人.png', bytes } } }),
  'documents.replace': (bytes: Uint8Array<ArrayBuffer>) =>
    put(user, `/api/performers/${performerId}/documents/selfie`, bytes),
  'performerLink.submit': (bytes: Uint8Array<ArrayBuffer>) =>
    put(link.client, `/api/performer-link/${link.id}/documents/selfie`, bytes),
}

/** Everything that an accepted file would leave. */
async function stored() {
  const [rows] = await app.sql<{ n: number }>(
    `SELECT (SELECT count(*) FROM document_version) + (SELECT count(*) FROM upload_intent) AS n`,
  )
  const files = await readdir(join(app.dataDir, 'files'), { recursive: true })
  return { rows: Number(rows?.n), files: files.sort(), incoming: await incoming() }
}

async function incoming(): Promise<string[]> {
  const names = await readdir(join(app.dataDir, 'incoming'), { recursive: true })
  return names.filter((name) => name.includes('form-'))
}

it('every endpoint that receives files is tested here', () => {
  const names = endpoints.filter((each) => 'upload' in each && each.upload).map(({ name }) => name)
  expect(names.sort()).toEqual(Object.keys(uploads).sort())
})

describe.each(Object.entries(uploads))('%s', (name, upload) => {
  const field = name === 'performers.create' ? 'selfie' : 'file'

  it('refuses an infected file with its field, and keeps nothing of it', async () => {
    const before = await stored()
    expect((await upload(await infected())).json).toMatchObject({
      status: 400,
      code: 'FILE_INFECTED',
      title: '本人写真：ウイルスが検出されました。別のファイルを選択してください。',
      field,
    })
    expect(await stored()).toEqual(before)
  })

  it.each(['cut', 'nonsense'] as const)('accepts no file without a verdict: %s', async (behaviour) => {
    const before = await stored()
    clamd.behave(behaviour)
    const reply = await upload(await samplePng(61, 61))
    expect(reply).toMatchObject({ status: 503, json: { code: 'TEMPORARILY_UNAVAILABLE' } })
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await stored()).toEqual(before)
  })

  it('accepts a clean file', async () => {
    expect((await upload(await samplePng(62, 62))).status).toBeLessThan(300)
    expect(clamd.scanned.length).toBeGreaterThan(0)
  })
})

it('reports an infected file together with the other faults of a form', async () => {
  const files = {
    selfie: { name: '本人.png', bytes: await infected() },
    idFront: { name: '免許.pdf', bytes: samplePdf() },
  }
  const reply = await sendRegistration(user, { files })
  expect(reply.status).toBe(400)
  const { errors } = reply.json as { errors: { field: string }[] } // a problem
  expect(errors.map(({ field }) => field).sort()).toEqual(['idFront', 'selfie'])
})

it('without a responding scanner the ready check is degraded and does not fail', async () => {
  const ready = async () => (await app.anonymous().get('/api/health/ready')).json
  expect(await ready()).toMatchObject({ status: 'ready', parts: { antivirus: 'ok' } })
  clamd.behave('nonsense')
  const { status, json } = await app.anonymous().get('/api/health/ready')
  expect({ status, json }).toMatchObject({ status: 200, json: { parts: { antivirus: 'failing' } } })
})
