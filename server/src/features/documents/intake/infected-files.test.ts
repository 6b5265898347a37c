import { endpoints } from '@kyc/contract/endpoints.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type EveryUpload,
  everyUpload,
  storedUploads,
  uploadLabels,
  uploadNames,
} from '../../../testing/app/every-upload.ts'
import { samplePdf, samplePng } from '../../../testing/app/sample-files.ts'
import { createTestApp, useStage } from '../../../testing/app/test-app.ts'
import { sendRegistration } from '../../../testing/app/uploads.ts'
import { useStarted } from '../../../testing/app/use-started.ts'
import { eicar, startClamdDouble } from '../../../testing/doubles/clamd-double.ts'

// D81, with a double of clamd.

const clamd = useStarted(startClamdDouble)
const { app, user } = useStage({ user: 'user' }, () =>
  createTestApp({ env: { CLAMD_URL: `tcp://127.0.0.1:${clamd.port}` } }),
)
let uploads: EveryUpload
beforeAll(async () => {
  uploads = await everyUpload(app, user)
})
beforeEach(() => {
  clamd.behave('scan')
  clamd.scanned.length = 0
})

const infected = async (clean = samplePng()) =>
  new Uint8Array(Buffer.concat([await clean, Buffer.from(eicar)]))

it('every endpoint that receives files is tested here', () => {
  const names = endpoints.filter((each) => 'upload' in each && each.upload).map(({ name }) => name)
  expect(names.sort()).toEqual([...uploadNames].sort())
})

describe.each(uploadNames)('%s', (name) => {
  const upload = (bytes: Uint8Array<ArrayBuffer>) => uploads[name](bytes)
  const field = name === 'performers.create' ? 'selfie' : 'file'
  const isDraft = name === 'signings.uploadDraft'
  const label = uploadLabels[name]
  /** A file of a kind that the endpoint accepts, another one for each `size`. */
  const clean = async (size: number) => (isDraft ? samplePdf(size) : samplePng(size, size))

  it('refuses an infected file with its field, and keeps nothing of it', async () => {
    const before = await storedUploads(app)
    expect((await upload(await infected(clean(60)))).json).toMatchObject({
      status: 400,
      code: 'FILE_INFECTED',
      title: `${label}：ウイルスが検出されました。別のファイルを選択してください。`,
      field,
    })
    expect(await storedUploads(app)).toEqual(before)
  })

  it.each(['cut', 'nonsense'] as const)(
    'accepts no file without a verdict (reply: %s)',
    async (behaviour) => {
      const before = await storedUploads(app)
      clamd.behave(behaviour)
      const reply = await upload(await clean(61))
      expect(reply).toMatchObject({ status: 503, json: { code: 'TEMPORARILY_UNAVAILABLE' } })
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await storedUploads(app)).toEqual(before)
    },
  )

  it('accepts a clean file', async () => {
    expect((await upload(await clean(62))).status).toBeLessThan(300)
    expect(clamd.scanned.length).toBeGreaterThan(0)
  })
})

it('an infected file is reported together with the other faults of its form', async () => {
  const files = {
    selfie: { name: '本人.png', bytes: await infected() },
    idFront: { name: '免許.pdf', bytes: samplePdf() },
  }
  const reply = await sendRegistration(user, { files })
  expect(reply.status).toBe(400)
  const { errors } = reply.json as { errors: { field: string }[] } // a problem
  expect(errors.map(({ field }) => field).sort()).toEqual(['idFront', 'selfie'])
})

it('the ready check is degraded and does not fail when the scanner does not respond', async () => {
  const ready = async () => (await app.anonymous().get('/api/health/ready')).json
  expect(await ready()).toMatchObject({ status: 'ready', parts: { antivirus: 'ok' } })
  clamd.behave('nonsense')
  const { status, json } = await app.anonymous().get('/api/health/ready')
  expect({ status, json }).toMatchObject({ status: 200, json: { parts: { antivirus: 'failing' } } })
})
