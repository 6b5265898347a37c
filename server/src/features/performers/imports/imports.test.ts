import { randomUUID } from 'node:crypto'
import { listAuditLogs } from '@kyc/contract/audit.ts'
import { checkImport, type ImportLine, importPerformers } from '@kyc/contract/performer-imports.ts'
import { deletePerformer, getPerformer, listPerformers } from '@kyc/contract/performers.ts'
import { expect, test } from 'vitest'
import { registerPerformer } from '../../../testing/app/factories.ts'
import { useStage } from '../../../testing/app/test-app.ts'
import { refusalOf, replyOf } from '../../../testing/app/test-client.ts'
import { isReplay } from '../../../testing/app/uploads.ts'

const { app, user } = useStage({ user: 'user' }, { env: { REGISTRATIONS_PER_DAY: '12' } })

const line = (change: ImportLine = {}): ImportLine => ({
  lastName: '見本',
  firstName: '花子',
  lastNameRoman: 'MIHON',
  firstNameRoman: 'HANAKO',
  ...change,
})
const check = (lines: ImportLine[], by = user) => by.send(checkImport, { body: { lines } })
const send = (lines: ImportLine[], key: string = randomUUID()) =>
  user.call('POST', '/api/performers/imports', { json: { lines }, headers: { 'idempotency-key': key } })
const written = async () => {
  const [row] = await app.sql<{ performers: string; entries: string; keys: string }>(
    `SELECT (SELECT count(*) FROM performer) AS performers, (SELECT count(*) FROM audit_event) AS entries,
       (SELECT count(*) FROM performer_key) AS keys`,
  )
  return row
}

test('a dry run reports the errors and the state of each line, and writes nothing (D80)', async () => {
  const by = await app.signedIn('user')
  const known = await registerPerformer(by, {
    fields: { external_id: 'E-1', date_of_birth: '1998-04-02', nationality: '日本' },
  })
  const before = await written()
  const { lines, registrationsLeft } = await check(
    [
      line({ external_id: 'N-1', date_of_birth: '1998-04-02' }),
      line({ external_id: 'E-1 ', nationality: '米国', firstName: '華子' }),
      line({ firstName: '', lastNameRoman: '見本', date_of_birth: '2999-01-01', idKind: 'pension_book' }),
      line({ external_id: 'E-9', email: 'なし' }),
    ],
    by,
  )
  expect(registrationsLeft).toBe(11)
  expect(lines.map(({ state, performerId }) => [state, performerId])).toEqual([
    ['new', null],
    ['differs', known.id],
    ['invalid', null],
    ['invalid', null],
  ])
  expect(lines[0]?.same).toEqual([{ id: known.id, name: '見本 花子' }])
  expect(lines[1]?.differs).toEqual(['firstName', 'nationality'])
  expect(lines[2]?.errors.map(({ field }) => field).toSorted()).toEqual([
    'date_of_birth',
    'firstName',
    'idKind',
    'lastNameRoman',
  ])
  expect(lines[3]?.errors).toEqual([{ field: 'email', message: '有効なメールアドレスを入力してください。' }])
  const repeated = await check([line({ external_id: 'R-1' }), line({ external_id: 'R-1' })], by)
  expect(repeated.lines.map(({ errors }) => errors.map(({ message }) => message))).toEqual([
    ['同じ外部IDの行がほかにもあります。'],
    ['同じ外部IDの行がほかにもあります。'],
  ])
  expect((await check([line({ external_id: 'E-1' })], by)).lines[0]?.state).toBe('existing')
  expect(await written()).toEqual(before)
})

test('a cell of other names is read as their list, and its fault names the line (D98)', async () => {
  const by = await app.signedIn('user')
  const otherNames = '芸名：さくら（2020-04-01～）｜旧名：佐藤花子'
  await registerPerformer(by, { fields: { external_id: 'E-2', otherNames } })
  const { lines } = await check(
    [line({ external_id: 'E-2', otherNames: '芸名：もも' }), line({ otherNames: 'もも；旧名：' })],
    by,
  )
  expect(lines[0]).toMatchObject({ state: 'differs', differs: ['otherNames'] })
  expect(lines[1]?.errors).toEqual([{ field: 'otherNames', message: '別名 2：名前を入力してください。' }])
  const again = await check([line({ external_id: 'E-2', otherNames })], by)
  expect(again.lines[0]?.state).toBe('existing')
})

test('a line with nothing but names is a possible duplicate of a record with the same names', async () => {
  const by = await app.signedIn('user')
  const known = await registerPerformer(by)
  const names = line({ lastName: known.lastName, firstName: known.firstName })
  const same = async (change: ImportLine) => (await check([{ ...names, ...change }], by)).lines[0]?.same
  expect(await same({})).toEqual([{ id: known.id, name: known.name }])
  expect(await same({ firstName: '別人' })).toEqual([])
  expect(await same({ lastNameRoman: 'BETSU' })).toEqual([])
  expect(await same({ external_id: 'E-77' })).toEqual([])
  expect((await check([names], await app.signedIn('user'))).lines[0]?.same).toEqual([])
})

test('an import registers drafts with an entry each; a repeat skips what exists and changes nothing', async () => {
  const lines = [line({ external_id: 'A-1', nationality: '=1+1' }), line({ external_id: 'A-2' })]
  const first = replyOf(importPerformers, await send(lines))
  expect(first.lines.map(({ state }) => state)).toEqual(['created', 'created'])
  const [a1, a2] = first.lines.map(({ performerId }) => performerId)
  const stored = await user.send(getPerformer, { params: { id: `${a1}` } })
  // Texts are stored as typed; every export writes them as texts.
  expect(stored).toMatchObject({ status: 'draft', external_id: 'A-1', nationality: '=1+1', version: 1 })
  const entries = await user.send(listAuditLogs, { query: { action: 'create', resourceType: 'performer' } })
  expect(entries.map(({ resourceId }) => resourceId).toSorted()).toEqual([a1, a2].toSorted())
  const before = await written()
  const changed = [line({ external_id: 'A-1', firstName: '華子' }), line({ external_id: 'A-2' })]
  expect(replyOf(importPerformers, await send(changed)).lines).toEqual([
    { state: 'differs', performerId: a1 },
    { state: 'existing', performerId: a2 },
  ])
  expect(await written()).toEqual(before)
  expect(await user.send(getPerformer, { params: { id: `${a1}` } })).toEqual(stored)
})

test('a repeat with the same key, or of the same content within minutes, registers nothing', async () => {
  const lines = [line({ firstName: '重複' })]
  const key = randomUUID()
  const first = await send(lines, key)
  const again = await send(lines, key)
  expect([again.json, isReplay(again)]).toEqual([first.json, true])
  expect(refusalOf(await send([line({ firstName: '別' })], key))).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
  const unkeyed = () => user.call('POST', '/api/performers/imports', { json: { lines } })
  const created = replyOf(importPerformers, await unkeyed())
  expect(replyOf(importPerformers, await unkeyed())).toEqual(created)
  const admin = await app.signedIn('admin')
  await admin.send(deletePerformer, { params: { id: `${created.lines[0]?.performerId}` } })
  expect(replyOf(importPerformers, await unkeyed())).not.toEqual(created)
})

test('an invalid line, a used id or the quota of the day refuses the whole call', async () => {
  const by = await app.signedIn('user')
  const post = (lines: ImportLine[]) => by.post('/api/performers/imports', { lines })
  const before = await written()
  const invalid = await post([line({ firstName: '一' }), line({ firstName: '二', lastName: ' ' })])
  expect(invalid.json).toMatchObject({ status: 400, code: 'INVALID_INPUT', field: 'lines.1.lastName' })
  const many = Array.from({ length: 13 }, (_, n) => line({ firstName: `${n}番` }))
  expect(refusalOf(await post(many))).toEqual([429, 'DAILY_REGISTRATIONS'])
  expect(refusalOf(await post([]))).toEqual([400, 'INVALID_INPUT'])
  expect(await written()).toEqual(before)
  expect(await by.send(listPerformers, {})).toEqual([])
  await post(many.slice(0, 12))
  expect((await check(many.slice(12), by)).registrationsLeft).toBe(0)
})

test('two imports of the same ids at once register each id once', async () => {
  const by = await app.signedIn('user')
  const lines = [line({ external_id: 'C-1' }), line({ external_id: 'C-2' })]
  const post = () =>
    by.call('POST', '/api/performers/imports', {
      json: { lines },
      headers: { 'idempotency-key': randomUUID() },
    })
  const replies = await Promise.all([post(), post()])
  for (const reply of replies) expect([201, 409]).toContain(reply.status)
  expect(await by.send(listPerformers, {})).toHaveLength(2)
})
