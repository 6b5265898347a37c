import { listAuditLogs } from '@kyc/contract/audit.ts'
import { changesOf, factsOf } from '@kyc/contract/audit-words.ts'
import * as contract from '@kyc/contract/contract-templates.ts'
import { getOrganisation, updateOrganisation } from '@kyc/contract/organisation-members.ts'
import { signingLimits } from '@kyc/contract/signing-vocabulary.ts'
import { placeholders } from '@kyc/contract/template-check.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { companyWith } from '../../../testing/app/organisations.ts'
import { type TestAccount, useStage } from '../../../testing/app/test-app.ts'
import { refusalOf, type TestClient } from '../../../testing/app/test-client.ts'
import { findTemplate } from './find-template.ts'

const { app, admin } = useStage({ admin: ['admin', '管理 五郎'] })
let company: string
let representative: TestAccount
let staff: TestAccount
let viewer: TestAccount

beforeEach(async () => {
  ;({ id: company, representative, staff, viewer } = await companyWith(app))
})

const text = placeholders.map((each) => `{{${each}}}`).join('\n')
const content = { type: 'contract', language: 'ja', name: '自社の契約書', text } as const
const add = (by: TestAccount = staff, other: object = {}) =>
  by.send(contract.createTemplate, {
    query: { organisation: company },
    body: { ...content, ...other },
  })
const tryAdd = (by: TestClient, other: object = {}, organisation = company) =>
  by.post(`/api/contract-templates?organisation=${organisation}`, { ...content, ...other })
const list = (by: TestAccount = staff) =>
  by.send(contract.listTemplates, { query: { organisation: company } })
const own = async (by: TestAccount = staff) => (await list(by)).filter(({ neutral }) => !neutral)
const pathOf = ({ id }: { id: string }) => `/api/contract-templates/${id}`
const entries = async () => {
  const logs = await representative.send(listAuditLogs, { query: { organisation: company } })
  return logs.filter(({ details }) => String(details.change).startsWith('template_'))
}

test('every organisation has the neutral templates, which no account changes', async () => {
  const neutral = await list(viewer)
  expect(neutral).toHaveLength(4)
  expect(neutral.every((each) => each.neutral && each.version >= 1)).toBe(true)
  for (const { id } of neutral) {
    const path = pathOf({ id })
    for (const by of [representative, admin]) {
      const change = await by.put(path, { name: '変更', text, version: 1 })
      expect(refusalOf(change)).toEqual([404, 'TEMPLATE_NOT_FOUND'])
      expect(refusalOf(await by.delete(path))).toEqual([404, 'TEMPLATE_NOT_FOUND'])
    }
  }
})

test('a template is added, changed and removed by members who may edit records, each with an entry', async () => {
  const added = await add()
  expect(added).toMatchObject({ ...content, version: 1, neutral: false, updatedBy: '担当 二郎' })
  const changed = await representative.send(contract.updateTemplate, {
    params: { id: added.id },
    body: { name: '自社の契約書 改', text, version: 1 },
  })
  expect(changed).toMatchObject({ name: '自社の契約書 改', version: 2, updatedBy: '代表 一郎' })
  expect(await own(viewer)).toEqual([changed])
  await staff.send(contract.deleteTemplate, { params: { id: added.id } })
  expect(await own()).toEqual([])
  const [removal, change, addition] = await entries()
  expect(factsOf(addition?.details ?? {}).map(({ value }) => value)).toEqual(
    expect.arrayContaining(['テンプレートの追加', '自社の契約書', '契約書', '日本語']),
  )
  expect(changesOf(change?.details ?? {})).toEqual([
    { field: 'template', label: 'テンプレート', before: '自社の契約書', after: '自社の契約書 改' },
  ])
  expect(removal).toMatchObject({ resourceType: 'organisation', details: { change: 'template_removed' } })
})

test('a signing finds the templates of its organisation and the neutral ones, never another or a removed one', async () => {
  const { db } = app.services
  const { id } = await add()
  expect(await findTemplate(db, company, id)).toMatchObject({ id, text })
  expect(await findTemplate(db, company, 'neutral-sheet-en')).toMatchObject({ language: 'en' })
  expect(await findTemplate(db, staff.accountId, id)).toBeUndefined()
  expect(await findTemplate(db, company, 'unknown')).toBeUndefined()
  await staff.delete(pathOf({ id }))
  expect(await findTemplate(db, company, id)).toBeUndefined()
})

describe('a call', () => {
  test('of the role 閲覧 is refused', async () => {
    const { id } = await add()
    expect(refusalOf(await tryAdd(viewer))).toEqual([403, 'ORGANISATION_ROLE'])
    const change = await viewer.put(pathOf({ id }), { name: '変更', text, version: 1 })
    expect(refusalOf(change)).toEqual([403, 'ORGANISATION_ROLE'])
    expect(refusalOf(await viewer.delete(pathOf({ id })))).toEqual([403, 'ORGANISATION_ROLE'])
  })

  test('about a template of another organisation finds none', async () => {
    const { id } = await add()
    const outsider = await app.signedIn('user')
    const change = await outsider.put(pathOf({ id }), { name: '変更', text, version: 1 })
    expect(refusalOf(change)).toEqual([404, 'TEMPLATE_NOT_FOUND'])
    expect(refusalOf(await outsider.delete(pathOf({ id })))).toEqual([404, 'TEMPLATE_NOT_FOUND'])
    expect(refusalOf(await tryAdd(outsider))).toEqual([404, 'ORGANISATION_NOT_FOUND'])
    const listed = await outsider.get(`/api/contract-templates?organisation=${company}`)
    expect(refusalOf(listed)).toEqual([404, 'ORGANISATION_NOT_FOUND'])
    expect(await own()).toHaveLength(1)
  })

  test('that is repeated, also at once, adds one template, changes it once and removes it once', async () => {
    const [first, ...others] = await Promise.all([add(), add(), add(representative)])
    expect(others.map(({ id }) => id)).toEqual([first?.id, first?.id])
    const { id } = await add()
    const change = { name: '改', text, version: 1 }
    const replies = await Promise.all([1, 2].map(() => staff.put(pathOf({ id }), change)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(await own()).toMatchObject([{ id, name: '改', version: 2 }])
    const removals = await Promise.all([1, 2].map(() => staff.delete(pathOf({ id }))))
    expect(removals.map(({ status }) => status).toSorted()).toEqual([204, 404])
    expect(await entries()).toHaveLength(3)
  })

  test('with a version that another account has replaced is refused', async () => {
    const { id } = await add()
    await staff.put(pathOf({ id }), { name: '改', text, version: 1 })
    const late = await representative.put(pathOf({ id }), { name: '別', text, version: 1 })
    expect(refusalOf(late)).toEqual([409, 'CONFLICT'])
  })

  test('with a used name is refused, also at once; after a removal the name is free', async () => {
    const { id } = await add()
    const same = await tryAdd(staff, { text: `${text}別` })
    expect(same.json).toMatchObject({
      errors: [{ field: 'name', message: '同じ名前のテンプレートがあります。' }],
    })
    await add(staff, { type: 'explanationSheet' })
    const other = await add(staff, { name: '二つ目' })
    const renames = await Promise.all(
      [id, other.id].map((each) => staff.put(pathOf({ id: each }), { name: '同名', text, version: 1 })),
    )
    expect(renames.map(({ status }) => status).toSorted()).toEqual([200, 400])
    await staff.delete(pathOf({ id }))
    expect((await tryAdd(staff, { text: `${text}別` })).status).toBe(201)
  })

  test('with a text that lacks a fact is refused, and names each fault', async () => {
    const faulty = text.replace('{{fee}}', '{{salary}}').replace('{{acts}}', '')
    const expected = {
      field: 'text',
      errors: [
        { field: 'text', message: '使用できない差し込みがあります：「salary」' },
        {
          field: 'text',
          message:
            '次の項目を差し込む場所がありません：行為の具体的な内容（{{acts}}）、報酬の額と支払時期（{{fee}}）',
        },
      ],
    }
    expect((await tryAdd(staff, { text: faulty })).json).toMatchObject(expected)
    const { id } = await add()
    const change = await staff.put(pathOf({ id }), { name: '改', text: faulty, version: 1 })
    expect(change.json).toMatchObject(expected)
    expect(await own()).toMatchObject([{ version: 1 }])
  })

  test.each(['\u0000', '\u001b[2J', '\ud800', '\u2028'])(
    'with the character %j is refused',
    async (character) => {
      expect((await tryAdd(staff, { text: `${character}、${text}${character}。` })).status).toBe(400)
    },
  )

  test('keeps a text with marks that turn the direction of writing without them', async () => {
    expect((await add(staff, { text: `${text}\u202e円01` })).text).toBe(`${text}円01`)
  })

  test('beyond the limit of templates is refused', async () => {
    await app.sql(
      `INSERT INTO contract_template (id, owner_id, type, language, name, text, created_at, updated_at, updated_by)
       SELECT gen_random_uuid(), $1, 'contract', 'ja', n::text, '', now(), now(), $2 FROM generate_series(1, $3) n`,
      [company, staff.accountId, signingLimits.templates],
    )
    expect((await tryAdd(staff)).json).toMatchObject({ errors: [{ field: 'name' }] })
  })
})

describe('the days between sheet and signature', () => {
  const set = (by: TestClient, id: string, signingWaitDays: number, version: number) =>
    by.patch(`/api/organisations/${id}`, { signingWaitDays, version })

  test('are one day until a representative sets others, with an entry', async () => {
    const before = await viewer.send(getOrganisation, { params: { id: company } })
    expect(before.signingWaitDays).toBe(1)
    expect(refusalOf(await set(staff, company, 3, before.version))).toEqual([403, 'ORGANISATION_ROLE'])
    const after = await representative.send(updateOrganisation, {
      params: { id: company },
      body: { signingWaitDays: 3, version: before.version },
    })
    expect(after).toEqual({ ...before, signingWaitDays: 3, version: before.version + 1 })
    const [entry] = await representative.send(listAuditLogs, { query: { organisation: company } })
    expect(changesOf(entry?.details ?? {})).toContainEqual({
      field: 'signingWaitDays',
      label: '署名までの待ち日数',
      before: '1',
      after: '3',
    })
  })

  test('are set by a personal organisation too, which stays what it is', async () => {
    const alone = await app.signedIn('user', '個人 花子')
    const before = await alone.send(getOrganisation, { params: { id: alone.accountId } })
    expect((await set(alone, alone.accountId, 0, 1)).json).toEqual({
      ...before,
      signingWaitDays: 0,
      version: 2,
    })
    const both = { signingWaitDays: 2, contact: '03-0000-0000', version: 2 }
    const refused = await alone.patch(`/api/organisations/${alone.accountId}`, both)
    expect(refusalOf(refused)).toEqual([409, 'ORGANISATION_PERSONAL'])
  })

  test.each([-1, 31, 1.5])('cannot be %d', async (days) => {
    expect((await set(representative, company, days, 2)).json).toMatchObject({
      errors: [{ field: 'signingWaitDays' }],
    })
  })
})
