import { randomUUID } from 'node:crypto'
import { createPerformer, deletePerformer, getPerformer, listPerformers } from '@kyc/contract/performers.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Registration, registerPerformer, registrationForm } from '../../testing/app/factories.ts'
import { samplePng } from '../../testing/app/sample-files.ts'
import { useStage } from '../../testing/app/test-app.ts'
import { refusalOf, replyOf } from '../../testing/app/test-client.ts'
import { TestClock } from '../../testing/app/test-clock.ts'
import { isReplay } from '../../testing/app/uploads.ts'

const clock = new TestClock('2026-05-20T15:30:00Z') // the 21st in Japan
const { app, user } = useStage({ user: 'user' }, { overrides: { clock } })
let png: Awaited<ReturnType<typeof samplePng>>

beforeAll(async () => {
  png = await samplePng()
})

async function send(registration: Registration, key: string = randomUUID(), omit: string[] = []) {
  const form = await registrationForm(registration)
  for (const part of omit) form.delete(part)
  return user.call('POST', '/api/performers', { form, headers: { 'idempotency-key': key } })
}

async function counts() {
  const [row] = await app.sql<{ performers: string; entries: string; documents: string }>(
    `SELECT (SELECT count(*) FROM performer) AS performers, (SELECT count(*) FROM document_version) AS documents,
      (SELECT count(*) FROM audit_event WHERE action = 'create' AND rtype = 'performer') AS entries`,
  )
  return row
}

describe('a registration', () => {
  test('returns 201 with the record, its address and one entry in the log', async () => {
    const before = await counts()
    const fields = {
      lastName: ' 髙橋 ',
      firstName: 'みどり',
      lastNameRoman: 'TAKAHASHI',
      firstNameRoman: 'MIDORI',
      lastNameKana: 'ﾀｶﾊｼ',
      firstNameKana: 'みどり',
      external_id: 'SG-1',
      email: 'midori@example.com',
      date_of_birth: '1996-02-29',
      nationality: '日本',
      idKind: 'passport',
    }
    const reply = await send({ fields })
    const performer = replyOf(createPerformer, reply)
    expect(reply.status).toBe(201)
    expect(reply.headers.get('location')).toBe(`/api/performers/${performer.id}`)
    expect(performer).toEqual({
      id: performer.id,
      name: '髙橋 みどり',
      lastName: '髙橋',
      firstName: 'みどり',
      lastNameRoman: 'TAKAHASHI',
      firstNameRoman: 'MIDORI',
      lastNameKana: 'タカハシ',
      firstNameKana: 'みどり',
      status: 'pending',
      relied: false,
      kycStatus: 'pending',
      external_id: 'SG-1',
      email: 'midori@example.com',
      date_of_birth: '1996-02-29',
      nationality: '日本',
      idKind: 'passport',
      otherNames: null,
      expiresOn: null,
      expiring: false,
      created_at: '2026-05-20T15:30:00.000Z',
      updatedAt: '2026-05-20T15:30:00.000Z',
      lastChange: { action: 'create', resourceType: 'performer', documentType: null },
      organisation: { id: expect.any(String), name: expect.stringContaining('試験') },
      registeredBy: expect.stringContaining('試験'),
      version: 1,
      everDecided: false,
      everVerified: false,
      caseClosed: null,
    })
    const after = await counts()
    expect(Number(after?.performers) - Number(before?.performers)).toBe(1)
    expect(Number(after?.entries) - Number(before?.entries)).toBe(1)
    expect(Number(after?.documents) - Number(before?.documents)).toBe(3)
    expect(await user.send(getPerformer, { params: { id: performer.id } })).toEqual(performer)
    const search = 'みどり たかはし'
    const { lastNameKana, firstNameKana, date_of_birth, email, otherNames, ...shown } = performer
    const { version, everDecided, everVerified, caseClosed, ...chosen } = shown
    const { idKind, external_id, nationality, ...listed } = chosen
    expect(await user.send(listPerformers, { query: { search } })).toEqual([listed])
    const columns = 'idKind,external_id,nationality'
    expect(await user.send(listPerformers, { query: { search, columns } })).toEqual([chosen])
    expect(await user.send(listPerformers, { query: { search, columns: 'nationality' } })).toEqual([
      { ...listed, nationality },
    ])
    const refused = await user.get('/api/performers?columns=email')
    expect(refused.json).toMatchObject({ status: 400, code: 'INVALID_INPUT', field: 'columns' })
  })

  test('stores empty details as null, and accepts a person under 18', async () => {
    const empty = { external_id: '', email: '', nationality: ' ', idKind: '' }
    const performer = await registerPerformer(user, { fields: { ...empty, date_of_birth: '2010-01-01' } })
    expect(performer).toMatchObject({ external_id: null, email: null, nationality: null, idKind: null })
    expect(performer.date_of_birth).toBe('2010-01-01')
  })

  test('a repeat with the same key returns the same reply and registers nothing', async () => {
    const key = randomUUID()
    const first = await send({}, key)
    const before = await counts()
    const again = await send({}, key)
    expect([again.status, isReplay(again)]).toEqual([201, true])
    expect(again.headers.get('location')).toBe(first.headers.get('location'))
    expect(again.json).toEqual(first.json)
    expect(await counts()).toEqual(before)
    const other = await send({ fields: { firstName: '別人' } }, key)
    expect(refusalOf(other)).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
  })
})

const refusals: { name: string; registration: Registration; omit?: string[]; expected: object }[] = [
  {
    name: 'without names',
    registration: { fields: { lastName: '　', firstNameRoman: '' } },
    expected: {
      status: 400,
      code: 'NAMES_REQUIRED',
      field: 'lastName',
      title: 'すべての名前フィールドを入力してください。',
      errors: [{ field: 'lastName' }, { field: 'firstNameRoman' }],
    },
  },
  {
    name: 'with a name field left out',
    registration: {},
    omit: ['firstName'],
    expected: { status: 400, code: 'NAMES_REQUIRED', field: 'firstName' },
  },
  {
    name: 'without required files',
    registration: {},
    omit: ['agreementFile', 'selfie'],
    expected: {
      status: 400,
      code: 'FILES_REQUIRED',
      field: 'agreementFile',
      title: '必須ファイル（出演同意書、身分証明書表面、本人写真）がアップロードされていません。',
      errors: [{ field: 'agreementFile' }, { field: 'selfie' }],
    },
  },
  {
    name: 'with a name that is too long',
    registration: { fields: { lastName: '山'.repeat(101) } },
    expected: { status: 400, code: 'INVALID_INPUT', field: 'lastName' },
  },
  {
    name: 'with an unknown field',
    registration: { fields: { status: 'approved' } },
    expected: { status: 400, code: 'INVALID_INPUT' },
  },
  {
    name: 'born tomorrow',
    registration: { fields: { date_of_birth: '2026-05-22' } },
    expected: { status: 400, code: 'INVALID_INPUT', field: 'date_of_birth' },
  },
  {
    name: 'born before 1900',
    registration: { fields: { date_of_birth: '1899-12-31' } },
    expected: { status: 400, code: 'INVALID_INPUT', field: 'date_of_birth' },
  },
  {
    name: 'born on a day that does not exist',
    registration: { fields: { date_of_birth: '1990-02-30' } },
    expected: { status: 400, code: 'INVALID_INPUT', field: 'date_of_birth' },
  },
  {
    name: 'with a kind of ID that is not accepted',
    registration: { fields: { idKind: 'health_insurance' } },
    expected: { status: 400, code: 'ID_KIND_UNSUPPORTED', field: 'idKind' },
  },
]

describe('a registration is refused, and nothing is written,', () => {
  test.each(refusals)('$name', async ({ registration, omit, expected }) => {
    const before = await counts()
    const reply = await send(registration, randomUUID(), omit)
    expect(reply.json).toMatchObject(expected)
    expect(await counts()).toEqual(before)
    expect(await app.sql('SELECT FROM idempotency_key WHERE status IS NULL')).toEqual([])
  })

  test('with the back of a My Number card', async () => {
    const back = { idBack: { name: 'back.png', bytes: png } }
    const reply = await send({ fields: { idKind: 'my_number_card' }, files: back })
    expect(reply.json).toMatchObject({ status: 409, code: 'ID_BACK_CLOSED', field: 'idBack' })
    expect((await send({ fields: { idKind: 'my_number_card' } })).status).toBe(201)
  })
})

describe('an external id', () => {
  test('is unique within an owner, also among concurrent registrations', async () => {
    const replies = await Promise.all(
      [0, 1].map((n) => send({ fields: { external_id: 'SG-2', firstName: `${n}` } })),
    )
    expect(replies.map((reply) => reply.status).sort()).toEqual([201, 409])
    const refused = replies.find((reply) => reply.status === 409)
    expect(refused?.json).toMatchObject({ code: 'EXTERNAL_ID_TAKEN', field: 'external_id' })
  })

  test('may be the same for another owner, and is available again after a deletion', async () => {
    const [other, admin] = await Promise.all([app.signedIn('user'), app.signedIn('admin')])
    const mine = await registerPerformer(user, { fields: { external_id: 'SG-3' } })
    await registerPerformer(other, { fields: { external_id: 'SG-3' } })
    await admin.send(deletePerformer, { params: { id: mine.id } })
    await registerPerformer(user, { fields: { external_id: 'SG-3' } })
  })
})
