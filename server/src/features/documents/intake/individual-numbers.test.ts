import { beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../../../platform/log.ts'
import {
  type EveryUpload,
  everyUpload,
  pictureUploads,
  storedUploads,
  uploadLabels,
} from '../../../testing/app/every-upload.ts'
import { allDetails, everythingStored } from '../../../testing/app/everything-stored.ts'
import { cardWithCode, specimenNumber } from '../../../testing/app/sample-codes.ts'
import { samplePdf } from '../../../testing/app/sample-files.ts'
import { createTestApp, useStage } from '../../../testing/app/test-app.ts'
import { sendRegistration } from '../../../testing/app/uploads.ts'
import { everythingIn } from '../../../testing/canary/sinks.ts'

// D114

const lines: string[] = []
const { app, user } = useStage({ user: 'user' }, () =>
  createTestApp({
    log: createLog({ logLevel: 'trace' }, { write: (line: string) => void lines.push(line) }),
  }),
)
let uploads: EveryUpload
beforeAll(async () => {
  uploads = await everyUpload(app, user)
})

const titleFor = (label: string) =>
  `${label}：マイナンバーのQRコードが写っています。表面を使うか、QRコードを隠してください。`
const title = titleFor('本人写真')

describe.each(pictureUploads)('%s', (name) => {
  it('refuses a picture whose QR code holds an individual number, and keeps nothing of it', async () => {
    const before = await storedUploads(app)
    const { json } = await uploads[name](await cardWithCode(specimenNumber))
    const field = name === 'performers.create' ? 'selfie' : 'file'
    const label = uploadLabels[name]
    expect(json).toMatchObject({
      status: 400,
      code: 'FILE_INDIVIDUAL_NUMBER',
      title: titleFor(label),
      field,
    })
    expect(JSON.stringify(json)).not.toContain(specimenNumber)
    expect(await storedUploads(app)).toEqual(before)
  })

  it('accepts a picture with another code', async () => {
    expect((await uploads[name](await cardWithCode('123456789012'))).status).toBeLessThan(300)
  })
})

it('a refused picture is reported together with the other faults of its form', async () => {
  const files = {
    selfie: { name: '本人.jpg', bytes: await cardWithCode(specimenNumber) },
    idFront: { name: '免許.pdf', bytes: samplePdf() },
  }
  const { json } = await sendRegistration(user, { files })
  const errors = expect.arrayContaining([
    { field: 'selfie', message: title },
    expect.objectContaining({ field: 'idFront' }),
  ])
  expect(json).toMatchObject({ status: 400, errors })
})

it('the individual number of a refused picture is in no log, row, entry or file', async () => {
  const log = lines.join('\n')
  expect(log).toContain('/documents/')
  const everything = [
    log,
    await everythingStored(app),
    await allDetails(app),
    await everythingIn(app.dataDir),
  ]
  for (const text of everything) expect(text).not.toContain(specimenNumber)
})
