import { checkPerformer } from '@kyc/contract/performer-check.ts'
import { deletePerformer } from '@kyc/contract/performers.ts'
import { expect, test } from 'vitest'
import { registerPerformer } from '../../testing/app/factories.ts'
import { useStage } from '../../testing/app/test-app.ts'
import { refusalOf } from '../../testing/app/test-client.ts'
import { TestClock } from '../../testing/app/test-clock.ts'

const clock = new TestClock('2026-05-20T15:30:00Z') // the 21st in Japan
const { app, user } = useStage({ user: 'user' }, { overrides: { clock } })

const same = async (fields: object, by = user) => (await by.send(checkPerformer, { body: fields })).same
const refused = (json: object) => user.call('POST', '/api/performers/check', { json })

test('all faults of the fields are reported at once, before a file is sent, and nothing is written', async () => {
  await registerPerformer(user, { fields: { external_id: 'SG-1' } })
  const before = await app.sql('SELECT count(*) FROM audit_event')
  const reply = await refused({
    external_id: 'SG-1',
    date_of_birth: '2026-05-22',
    idKind: 'student_card',
  })
  expect(refusalOf(reply)).toEqual([400, 'INVALID_INPUT'])
  expect(reply.json).toMatchObject({
    field: 'date_of_birth',
    errors: [
      { field: 'date_of_birth', message: '生年月日は今日までの日付で入力してください。' },
      { field: 'idKind', message: 'この種類の身分証は対象外の書類のため受け付けられません。' },
      { field: 'external_id', message: 'この外部IDはすでに使われています。' },
    ],
  })
  expect(refusalOf(await refused({ external_id: 'SG-1' }))).toEqual([409, 'EXTERNAL_ID_TAKEN'])
  expect(await same({ external_id: 'SG-2', date_of_birth: '2026-05-21' })).toEqual([])
  expect(await app.sql('SELECT count(*) FROM audit_event')).toEqual(before)
})

test('roman names have Latin letters, spaces, hyphens and apostrophes', async () => {
  for (const lastNameRoman of ["O'HARA", 'VAN DER BERG', 'Smith-Jones', 'JOSÉ']) {
    expect(await same({ lastNameRoman }), lastNameRoman).toEqual([])
  }
  for (const lastNameRoman of ['JIRO123', '試験', 'ＹＡＭＡＤＡ', 'A_B', 'A.B']) {
    const reply = await refused({ lastNameRoman })
    expect(refusalOf(reply), lastNameRoman).toEqual([400, 'INVALID_INPUT'])
    expect(reply.json).toMatchObject({
      errors: [
        {
          field: 'lastNameRoman',
          message: '姓（ローマ字）は半角の英字（空白・ハイフン・アポストロフィも可）で入力してください。',
        },
      ],
    })
  }
})

test('the same name and date of birth are found among the organisation’s own records only, in either script', async () => {
  const names = {
    lastName: '髙橋',
    firstName: '渚',
    lastNameRoman: 'TAKAHASHI',
    firstNameRoman: 'NAGISA',
    date_of_birth: '1990-01-02',
  }
  const [admin, other] = await Promise.all([app.signedIn('admin'), app.signedIn('user')])
  const [mine] = await Promise.all([
    registerPerformer(user, { fields: names }),
    registerPerformer(other, { fields: names }),
  ])
  const found = [{ id: mine.id, name: '髙橋 渚' }]
  expect(await same(names)).toEqual(found)
  expect(await same({ lastName: '高橋', firstName: '渚', date_of_birth: '1990-01-02' })).toEqual(found)
  expect(
    await same({ lastNameRoman: 'Takahashi', firstNameRoman: 'Nagisa', date_of_birth: '1990-01-02' }),
  ).toEqual(found)
  expect(await same({ ...names, date_of_birth: '1990-01-03' })).toEqual([])
  expect(await same({ ...names, date_of_birth: null })).toEqual([])
  expect(await same({ ...names, firstName: '碧', firstNameRoman: 'AOI' })).toEqual([])
  expect(await same({ date_of_birth: '1990-01-02' })).toEqual([])
  expect(await same(names, admin)).toEqual([])
  await admin.send(deletePerformer, { params: { id: mine.id } })
  expect(await same(names)).toEqual([])
})
