import { listAuditLogs } from '@kyc/contract/audit.ts'
import * as contract from '@kyc/contract/performer-links.ts'
import { getPerformer } from '@kyc/contract/performers.ts'
import { describe, expect, test } from 'vitest'
import { openedLink, stateIdentity } from '../../testing/app/performer-links.ts'
import { useStage } from '../../testing/app/test-app.ts'
import { refusalOf } from '../../testing/app/test-client.ts'

const { app, owner } = useStage({ owner: ['user', '佐藤'] })

/** An opened link of a record with these names and this date of birth. */
async function linkOf(dateOfBirth: string | null = '1990-01-01', set = '') {
  const link = await openedLink(app, owner)
  await app.sql(
    `UPDATE performer SET last_name = '山田', first_name = '花子', last_name_roman = 'YAMADA', first_name_roman = 'HANAKO',
      date_of_birth = $2 ${set} WHERE id = $1`,
    [link.performerId, dateOfBirth],
  )
  return link
}

const forOwner = async (id: string) => {
  const { link } = await owner.send(contract.getPerformerLink, { params: { id } })
  return link
}

describe('the name that a performer enters', () => {
  test.each([
    ['in the writing of the ID', '山田 花子'],
    ['without a space', '山田花子'],
    ['in roman letters', 'Yamada Hanako'],
    ['with the first name first', 'hanako yamada'],
    ['in full width', 'ＹＡＭＡＤＡ，　ＨＡＮＡＫＯ'],
  ])('matches the record if it is written %s', async (_, name) => {
    const { client, id, performerId } = await linkOf()
    await stateIdentity(client, id, { name, dateOfBirth: '1990-01-01' })
    expect(await forOwner(performerId)).toMatchObject({ statedAt: expect.any(String), differs: [] })
  })

  test.each([
    ['another first name', '山田 太郎', '1990-01-01', ['name']],
    ['only a part of the name', '山田', '1990-01-01', ['name']],
    ['another date of birth', '山田 花子', '1990-10-01', ['dateOfBirth']],
    ['another name and another date of birth', '佐藤 次郎', '1991-01-01', ['name', 'dateOfBirth']],
  ])(
    'differs from the record with %s, which is reported to the owner and not on the page',
    async (_, name, dateOfBirth, differs) => {
      const { client, id, performerId } = await linkOf()
      const same = await linkOf()
      const session = await stateIdentity(client, id, { name, dateOfBirth })
      const other = await stateIdentity(same.client, same.id, {
        name: '山田 花子',
        dateOfBirth: '1990-01-01',
      })
      const ownPart = { id: '', expiresAt: '', consent: null }
      expect({ ...session, ...ownPart }).toEqual({ ...other, ...ownPart })
      expect(await forOwner(performerId)).toMatchObject({ differs })
      const record = await owner.send(getPerformer, { params: { id: performerId } })
      expect(record, 'nothing of the record is changed').toMatchObject({
        lastName: '山田',
        date_of_birth: '1990-01-01',
      })
    },
  )
})

test('an empty date of birth is filled until the first decision, as an edit of the account that sent the link', async () => {
  const { client, id, performerId } = await linkOf(null)
  await stateIdentity(client, id, { name: '山田 花子', dateOfBirth: '1990-01-02' })
  const stored =
    "SELECT date_of_birth::text, field_changes #>> '{date_of_birth,by}' AS by FROM performer WHERE id = $1"
  expect(await app.sql(stored, [performerId])).toEqual([{ date_of_birth: '1990-01-02', by: owner.accountId }])
  const decided = await linkOf(null, ', ever_decided = true')
  await stateIdentity(decided.client, decided.id, { name: '山田 花子', dateOfBirth: '1990-01-02' })
  expect(await app.sql(stored, [decided.performerId])).toMatchObject([{ date_of_birth: null }])
  expect(await forOwner(decided.performerId)).toMatchObject({ differs: [] })
})

test('a later statement replaces the former one, and each has an entry of the performer without what was typed', async () => {
  const { client, id, performerId } = await linkOf()
  await stateIdentity(client, id, { name: '花子', dateOfBirth: '1990-01-01' })
  await stateIdentity(client, id, { name: '山田 花子', dateOfBirth: '1990-01-01' })
  expect(await forOwner(performerId)).toMatchObject({ differs: [] })
  const entries = await owner.send(listAuditLogs)
  const stated = entries.filter(
    ({ resourceId, details }) => resourceId === performerId && details.change === 'link_identity',
  )
  expect(stated.map(({ details, userId }) => [details.differs, userId])).toEqual([
    [[], null],
    [['氏名'], null],
  ])
})

test.each([
  ['a date that does not exist', { name: '山田 花子', dateOfBirth: '1990-02-30' }, 'dateOfBirth'],
  ['a date of the future', { name: '山田 花子', dateOfBirth: '2999-01-01' }, 'dateOfBirth'],
  ['no name', { name: ' ', dateOfBirth: '1990-01-01' }, 'name'],
])('%s is refused with its field, and nothing is stored', async (_, body, field) => {
  const { client, id, performerId } = await linkOf()
  const reply = await client.put(`/api/performer-link/${id}/identity`, body)
  expect(refusalOf(reply)).toEqual([400, 'INVALID_INPUT'])
  expect(JSON.stringify(reply.json)).toContain(field)
  expect(await forOwner(performerId)).toMatchObject({ statedAt: null })
})

test('a statement of the identity is refused before the consent', async () => {
  const { client, id } = await openedLink(app, owner, { consent: false })
  const reply = await client.put(`/api/performer-link/${id}/identity`, {
    name: '山田',
    dateOfBirth: '1990-01-01',
  })
  expect(refusalOf(reply)).toEqual([409, 'CONSENT_REQUIRED'])
})
