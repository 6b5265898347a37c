import type { AuditEntry } from '@kyc/contract/audit.ts'
import { addDays, clockInJapan, dayInJapan } from '@kyc/contract/dates.ts'
import { auditActionLabels, auditResourceTypeLabels } from '@kyc/contract/labels.ts'
import { roleLabels } from '@kyc/contract/role-labels.ts'
import readWorkbook from 'read-excel-file/node'
import { beforeAll, describe, expect, test } from 'vitest'
import { allEntries, exported, exportHeaders, recordAt } from '../../../testing/app/audit-export.ts'
import { registerPerformer } from '../../../testing/app/factories.ts'
import { testReader } from '../../../testing/app/test-actor.ts'
import { useStage } from '../../../testing/app/test-app.ts'

const { app, owner, other } = useStage({ owner: ['user', '登録 太郎'], other: ['user', '別人 次郎'] })

beforeAll(async () => {
  const admin = await app.signedIn('admin', '審査 三郎')
  const performer = await registerPerformer(owner)
  await registerPerformer(other)
  await owner.patch(`/api/performers/${performer.id}`, { nationality: '日本', external_id: '2026-01-01Tz' })
  await admin.get(`/api/performers/${performer.id}`)
  await admin.put(`/api/performers/${performer.id}/documents/idFront/reject`, {
    codes: ['glare'],
    message: '撮り直してください。',
    note: '管理者だけの覚え書き',
  })
})

/** An account may export five times an hour, so each test uses a new one. */
const admin = () => app.signedIn('admin', '管理 三郎')

describe('content of the file', () => {
  test.each(['an admin', 'a user'] as const)('contains the rows of GET /audit-logs, for %s', async (who) => {
    const person = who === 'a user' ? owner : await admin()
    const expected = await allEntries(person)
    const { cover, rows } = await exported(person)
    expect(rows).toEqual(expected.map(rowOf))
    expect(expected.length).toBeGreaterThan(4)
    expect(cover.get('件数')).toBe(`${expected.length}件`)
    expect(cover.get('最も新しい記録')).toContain(expected[0]?.id)
    expect(cover.get('最も古い記録')).toContain(expected.at(-1)?.id)
  })

  test('details are complete and in words', async () => {
    const { rows } = await exported(await admin(), '?action=reject')
    const details = String(rows[0]?.[8])
    expect(details).toContain('状態：審査中 → 差し戻し')
    expect(details).toContain('理由：光の反射')
    expect(details).toContain('管理者用メモ：管理者だけの覚え書き')
    expect(rows[0]?.[5]).toBe('見本 花子・身分証明書表面')
  })

  test('a user sees no names, addresses, notes or records of others', async () => {
    const { rows, bytes } = await exported(owner)
    expect(rows.filter((row) => row[1] === roleLabels.admin).length).toBeGreaterThan(0)
    const text = JSON.stringify(rows)
    expect(text).not.toMatch(/審査 三郎|管理者だけの覚え書き|別人 次郎/)
    for (const row of rows) {
      if (row[1] === roleLabels.admin) expect([row[2], row[7], row[10]]).toEqual([null, null, null])
    }
    expect(bytes.length).toBeGreaterThan(0)
  })

  test('the cover names author, time and filters', async () => {
    const person = await admin()
    const today = dayInJapan(new Date())
    const { cover, rows } = await exported(
      person,
      `?startDate=${today}&endDate=${today}&action=create&resourceType=performer`,
    )
    const [year, month, day] = today.split('-').map(Number)
    const words = `${year}年${month}月${day}日`
    expect(cover.get('作成者')).toBe('管理 三郎（管理者）')
    expect(cover.get('作成日時（JST）')).toMatch(new RegExp(`^${today} \\d{2}:\\d{2}:\\d{2}$`))
    expect(cover.get('期間')).toBe(`${words}〜${words}`)
    expect([cover.get('操作'), cover.get('対象')]).toEqual(['作成', '出演者'])
    expect(rows.map((row) => row[10])).toEqual([other.accountId, owner.accountId])
  })

  test('filters match the page, and both ends of a day in Japan are included', async () => {
    const person = await admin()
    const day = '2024-02-29'
    const inside = ['2024-02-28T15:00:00.000Z', '2024-02-29T14:59:59.999Z']
    const outside = ['2024-02-28T14:59:59.999Z', '2024-02-29T15:00:00.000Z']
    for (const at of [...inside, ...outside]) await recordAt(app, other.accountId, new Date(at), {})
    const query = `?startDate=${day}&endDate=${day}`
    const { rows } = await exported(person, query)
    expect(rows.map((row) => row[0])).toEqual(['2024-02-29 23:59:59', '2024-02-29 00:00:00'])
    expect(rows).toEqual((await allEntries(person, query)).map(rowOf))
    expect((await exported(person, `?startDate=${addDays(day, 2)}&endDate=2024-03-31`)).rows).toEqual([])
  })

  test('an export without matches is a valid file with headers', async () => {
    const { cover, sheets, rows } = await exported(await admin(), '?action=shred')
    expect(sheets).toEqual(['表紙', '監査ログ'])
    expect(rows).toEqual([])
    expect([cover.get('件数'), cover.get('最も新しい記録')]).toEqual(['0件', 'なし'])
  })

  test('texts that resemble formulas or escapes remain unchanged texts', async () => {
    const day = '2023-05-05'
    const hostile = [
      '=HYPERLINK("http://evil.example","x")',
      '+1+1',
      '-2+3',
      '@SUM(A1:A2)',
      '\t=1+1',
      '＝１＋１',
      '＋81',
      '－1',
      '＠x',
      '<b>&amp;"\'',
      '_x003D_1+1',
      '𠮷野家',
      ' 空白 ',
    ]
    for (const message of hostile)
      await recordAt(app, other.accountId, new Date(`${day}T03:00:00Z`), { message })
    const person = await admin()
    const reply = await person.get(`/api/audit-logs/export?startDate=${day}&endDate=${day}`)
    const book = await readWorkbook(reply.bytes, { trim: false })
    const details = book[1]?.data.slice(1).map((row) => String(row[8]))
    const prefix = '登録者へのメッセージ：'
    expect(details?.toSorted()).toEqual(hostile.map((text) => prefix + text).toSorted())
  })

  test('names that start like a formula are text cells', async () => {
    const names = ['=1+1', '+1+1', '-1+1', '@SUM(1)', '＝1+1', '＋1', '－1', '＠a']
    const person = await app.signedIn('user', names[0])
    for (const lastName of names) await registerPerformer(person, { fields: { lastName } })
    const { rows } = await exported(person, '?resourceType=performer')
    const expected = names.map((name) => [names[0], `${name} 花子`])
    expect(rows.map((row) => [row[1], row[5]]).toSorted()).toEqual(expected.toSorted())
  })

  test('a full sheet is continued on another one with headers', async () => {
    const person = await admin()
    const expected = await allEntries(person)
    const file = await app.services.auditExporter.open({
      actor: testReader('admin', person.accountId),
      filter: {},
      at: new Date(),
      proof: false,
      rowsPerSheet: 6,
    })
    const bytes = Buffer.concat(await file.toArray())
    const [cover, ...sheets] = await readWorkbook(bytes)
    expect(cover?.sheet).toBe('表紙')
    expect(sheets.map(({ sheet }) => sheet).slice(0, 2)).toEqual(['監査ログ', '監査ログ（2）'])
    expect(sheets).toHaveLength(Math.ceil(expected.length / 5))
    for (const { data } of sheets) expect(data[0]).toEqual(exportHeaders)
    expect(sheets.flatMap(({ data }) => data.slice(1))).toEqual(expected.map(rowOf))
  })
})

test('the reply has file name and type, and forbids caching and sniffing', async () => {
  const reply = await (await admin()).get('/api/audit-logs/export')
  expect(reply.headers.get('content-disposition')).toBe(
    `attachment; filename=audit_log_report_${dayInJapan(new Date())}.xlsx`,
  )
  expect(reply.headers.get('content-type')).toBe(
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  )
  expect(reply.headers.get('cache-control')).toBe('no-store')
  expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
})

function rowOf(entry: AuditEntry): unknown[] {
  return [
    clockInJapan(new Date(entry.createdAt)),
    entry.user?.name ?? 'ユーザーなし',
    entry.user?.role ? roleLabels[entry.user.role] : null,
    auditActionLabels[entry.action],
    auditResourceTypeLabels[entry.resourceType],
    entry.resourceName === null && !entry.details.documentType
      ? null
      : expect.stringContaining(entry.resourceName ?? ''),
    entry.resourceId,
    entry.ipAddress,
    Object.keys(entry.details).length === 0 ? null : expect.any(String),
    entry.id,
    entry.userId,
  ]
}
