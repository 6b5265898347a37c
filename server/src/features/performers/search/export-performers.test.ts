import { listAuditLogs } from '@kyc/contract/audit.ts'
import { limits } from '@kyc/contract/limits.ts'
import { fieldRules } from '@kyc/contract/performer-fields.ts'
import { recordLimits } from '@kyc/contract/record-limits.ts'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { registerPerformer } from '../../../testing/app/factories.ts'
import { insertPerformerRows, performerRow } from '../../../testing/app/performer-rows.ts'
import { type TestAccount, useStage } from '../../../testing/app/test-app.ts'
import { refusalOf } from '../../../testing/app/test-client.ts'

const { app, user } = useStage({ user: 'user' })

async function exportList(by: TestAccount, query = '') {
  const reply = await by.get(`/api/performers/export${query}`)
  expect(reply.status, JSON.stringify(reply.json)).toBe(200)
  const { sheets } = await readXlsx(reply.bytes)
  const [cover, list] = sheets.map(({ rows }) => rows)
  return { reply, cover: Object.fromEntries(cover ?? []), rows: list ?? [] }
}

test('the list is exported with its filters and every field, as texts, with an entry without the search (D80)', async () => {
  const otherNames = '芸名：さくら（2020-04-01～）｜旧名：佐藤花子'
  const fields = {
    nationality: '=1+1',
    idKind: 'passport',
    date_of_birth: '1998-04-02',
    external_id: '001',
    otherNames,
  }
  const found = await registerPerformer(user, { fields: { ...fields, firstName: '検索太郎' } })
  await registerPerformer(user, { fields: { firstName: '次郎' } })
  await registerPerformer(await app.signedIn('user'), { fields: { firstName: '検索太郎' } })
  const { reply, cover, rows } = await exportList(
    user,
    `?status=pending&search=${encodeURIComponent('検索太郎')}`,
  )
  expect(reply.headers.get('content-disposition')).toMatch(
    /^attachment; filename=performers_\d{4}-\d\d-\d\d\.xlsx$/,
  )
  const [header = [], ...lines] = rows
  expect(header.slice(0, 12)).toEqual(Object.values(fieldRules).map(({ label }) => label))
  expect(lines).toHaveLength(1)
  const line = Object.fromEntries(header.map((title, column) => [title, lines[0]?.[column]]))
  expect(line).toMatchObject({
    名: '検索太郎',
    国籍: '=1+1',
    身分証の種類: 'パスポート',
    生年月日: '1998-04-02',
    外部ID: '001',
    別名: otherNames,
    状態: '審査中',
    組織: found.organisation.name,
    出演者ID: found.id,
  })
  expect(cover).toMatchObject({ 条件: '審査中・検索あり', 件数: '1名' })
  const [entry] = await user.send(listAuditLogs, { query: { action: 'export' } })
  expect(entry).toMatchObject({
    action: 'export',
    resourceType: 'performer',
    resourceId: null,
    details: { listFilter: '審査中・検索あり' },
  })
})

test('a list of several pages is complete, and one that is too long is refused', async () => {
  const by = await app.signedIn('user')
  const add = (count: number) =>
    insertPerformerRows(
      app.services.db,
      Array.from({ length: count }, () => performerRow(by.accountId)),
    )
  await add(limits.page.maximum + 5)
  expect((await exportList(by)).rows).toHaveLength(1 + limits.page.maximum + 5)
  // Counting each of thousands of rows by the trigger would take most of the time.
  await app.sql('ALTER TABLE performer DISABLE TRIGGER count_performer')
  await add(recordLimits.performersExported - limits.page.maximum - 4)
  expect((await by.get('/api/performers/export')).json).toMatchObject({ status: 400, field: 'status' })
})

test('an account runs one export at a time, and five in an hour', async () => {
  const by = await app.signedIn('user')
  const release = await app.services.sharedLimits.take(`export:performer:${by.accountId}`, 1)
  expect(refusalOf(await by.get('/api/performers/export'))).toEqual([409, 'EXPORT_IN_PROGRESS'])
  await release?.()
  for (let n = 0; n < limits.rate.exportPerHour; n++) await exportList(by)
  expect(refusalOf(await by.get('/api/performers/export'))).toEqual([429, 'RATE_LIMITED'])
})
