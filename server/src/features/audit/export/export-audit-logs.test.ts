import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import type { AuditEntry } from '@kyc/contract/audit.ts'
import { addDays, dayInJapan } from '@kyc/contract/dates.ts'
import { auditActionLabels, auditResourceTypeLabels } from '@kyc/contract/labels.ts'
import { limits } from '@kyc/contract/limits.ts'
import { roleLabels } from '@kyc/contract/role-labels.ts'
import readWorkbook from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { registerPerformer } from '../../../testing/factories.ts'
import { testActor } from '../../../testing/test-actor.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../testing/test-app.ts'
import type { TestClient, TestReply } from '../../../testing/test-client.ts'
import { createAuditWriter } from '../record.ts'

const headers = [
  '日時（JST）',
  'ユーザー',
  '権限',
  '操作',
  '対象',
  '対象名',
  '対象ID',
  'IPアドレス',
  '詳細',
  '記録ID',
]

let app: TestApp
let owner: TestPerson
let other: TestPerson

beforeAll(async () => {
  app = await createTestApp()
  owner = await app.signedIn('user', '登録 太郎')
  other = await app.signedIn('user', '別人 次郎')
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
afterAll(() => app.close())

/** A busy machine takes its time to end a thread. */
const patient = { timeout: 20_000 }

/** People may make five exports an hour; each test has its own. */
const admin = () => app.signedIn('admin', '管理 三郎')

describe('what is in the file', () => {
  test.each(['an admin', 'a user'] as const)(
    'for %s, the rows of GET /audit-logs one by one',
    async (who) => {
      const person = who === 'a user' ? owner : await admin()
      const expected = await allEntries(person)
      const { cover, rows } = await exported(person)
      expect(rows).toEqual(expected.map(rowOf))
      expect(expected.length).toBeGreaterThan(4)
      expect(cover.get('件数')).toBe(`${expected.length}件`)
      expect(cover.get('最も新しい記録')).toContain(expected[0]?.id)
      expect(cover.get('最も古い記録')).toContain(expected.at(-1)?.id)
    },
  )

  test('details are told in words, and none is left out', async () => {
    const { rows } = await exported(await admin(), '?action=reject')
    const details = String(rows[0]?.[8])
    expect(details).toContain('状態：審査中 → 差し戻し')
    expect(details).toContain('理由：光の反射')
    expect(details).toContain('管理者用メモ：管理者だけの覚え書き')
    expect(rows[0]?.[5]).toBe('見本 花子・身分証明書表面')
  })

  test('a user reads nothing of others: no names, no addresses, no notes, no records', async () => {
    const { rows, bytes } = await exported(owner)
    expect(rows.filter((row) => row[1] === roleLabels.admin).length).toBeGreaterThan(0)
    const text = JSON.stringify(rows)
    expect(text).not.toMatch(/審査 三郎|管理者だけの覚え書き|別人 次郎/)
    for (const row of rows) if (row[1] === roleLabels.admin) expect([row[2], row[7]]).toEqual([null, null])
    expect(bytes.length).toBeGreaterThan(0)
  })

  test('the cover says who asked for what and when, and what can be proved', async () => {
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
    const [sealed] = await app.sql<{ leaf: string; mac: string }>(
      `SELECT encode(leaf, 'hex') AS leaf, encode(mac, 'hex') AS mac FROM audit_event WHERE id = $1`,
      [rows[0]?.[9]],
    )
    expect(cover.get('最も新しい記録のハッシュ値')).toContain(sealed?.leaf)
    expect(cover.get('最も新しい記録の認証コード')).toContain(sealed?.mac)
    expect(cover.get('作成時の確認')).toContain('一致しています')
    expect(cover.get('確認の範囲')).toContain('証明は、このファイルには含まれていません')
  })

  test('filters and days are those of the page: the two ends of a day in Japan count', async () => {
    const person = await admin()
    const day = '2024-02-29'
    const inside = ['2024-02-28T15:00:00.000Z', '2024-02-29T14:59:59.999Z']
    const outside = ['2024-02-28T14:59:59.999Z', '2024-02-29T15:00:00.000Z']
    for (const at of [...inside, ...outside]) await recordAt(new Date(at), 'update', {})
    const query = `?startDate=${day}&endDate=${day}`
    const { rows } = await exported(person, query)
    expect(rows.map((row) => row[0])).toEqual(['2024-02-29 23:59:59', '2024-02-29 00:00:00'])
    expect(rows).toEqual((await allEntries(person, query)).map(rowOf))
    expect((await exported(person, `?startDate=${addDays(day, 2)}&endDate=2024-03-31`)).rows).toEqual([])
  })

  test('where nothing matches, a valid file with its headers comes', async () => {
    const { cover, sheets, rows } = await exported(await admin(), '?action=shred')
    expect(sheets).toEqual(['表紙', '監査ログ'])
    expect(rows).toEqual([])
    expect([cover.get('件数'), cover.get('最も新しい記録')]).toEqual(['0件', 'なし'])
  })

  test('texts that look like formulas or escapes stay texts, to the letter', async () => {
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
    for (const message of hostile) await recordAt(new Date(`${day}T03:00:00Z`), 'update', { message })
    const person = await admin()
    const reply = await person.get(`/api/audit-logs/export?startDate=${day}&endDate=${day}`)
    const book = await readWorkbook(reply.bytes, { trim: false })
    const details = book[1]?.data.slice(1).map((row) => String(row[8]))
    const prefix = '登録者へのメッセージ：'
    expect(details?.toSorted()).toEqual(hostile.map((text) => prefix + text).toSorted())
  })

  test.each(['=1+1', '+1+1', '-1+1', '@SUM(1)', '＝1+1', '＋1', '－1', '＠a'])(
    'a name that begins like a formula is a text cell: %s',
    async (name) => {
      const person = await app.signedIn('user', name)
      await registerPerformer(person, { fields: { lastName: name } })
      const { rows } = await exported(person, '?resourceType=performer')
      expect(rows.map((row) => [row[1], row[5]])).toEqual([[name, `${name} 花子`]])
    },
  )

  test('after as many rows as a sheet may hold, a further sheet begins, with its headers', async () => {
    const person = await admin()
    const expected = await allEntries(person)
    const prepared = await app.services.auditExporter.prepare({
      actor: testActor('admin', person.accountId),
      filter: {},
      at: new Date(),
      rowsPerSheet: 6,
    })
    const bytes = Buffer.concat(await prepared.begin().toArray())
    const [cover, ...sheets] = await readWorkbook(bytes)
    expect(cover?.sheet).toBe('表紙')
    expect(sheets.map(({ sheet }) => sheet).slice(0, 2)).toEqual(['監査ログ', '監査ログ（2）'])
    expect(sheets).toHaveLength(Math.ceil(expected.length / 5))
    for (const { data } of sheets) expect(data[0]).toEqual(headers)
    expect(sheets.flatMap(({ data }) => data.slice(1))).toEqual(expected.map(rowOf))
  })
})

test('the file has its name, its type, and headers that keep it from being kept or run', async () => {
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

test('an export leaves its entry, with its filter, before the first byte; a refused one leaves none', async () => {
  const person = await admin()
  const stream = await openExport(person, '?action=create&startDate=2020-01-01')
  const [entry] = await allEntries(person, '?action=export')
  expect(entry).toMatchObject({
    userId: person.accountId,
    action: 'export',
    resourceType: 'audit_log',
    details: { action: 'create', startDate: '2020-01-01' },
  })
  stream.destroy()
  expect((await person.get('/api/audit-logs/export?startDate=x')).json).toMatchObject({ field: 'startDate' })
  expect(await allEntries(person, '?action=export')).toHaveLength(1 + (await countOfOthers(person)))
})

test('what happens after the beginning is not part of the file, nor is the export itself', async () => {
  const { rows } = await exported(await admin(), '?action=export')
  const person = await admin()
  const before = rows.length + 1
  expect((await exported(person, '?action=export')).rows).toHaveLength(before)
})

describe('one at a time', () => {
  beforeAll(recordBulk)
  const slow = `?startDate=${bulky}&endDate=${bulky}`

  test('a person has one export, and a process two; one that ended or was given up frees its place', async () => {
    const people = [await admin(), await admin(), await admin()] as const
    const first = await openExport(people[0], slow)
    expect(await refusal(people[0])).toEqual([409, 'EXPORT_IN_PROGRESS'])
    const second = await openExport(people[1], slow)
    expect(await refusal(people[2])).toEqual([409, 'EXPORT_IN_PROGRESS'])
    first.destroy()
    await expect
      .poll(async () => (await people[2].get('/api/audit-logs/export?action=shred')).status, patient)
      .toBe(200)
    await expect
      .poll(async () => (await people[0].get('/api/audit-logs/export?action=shred')).status, patient)
      .toBe(200)
    second.destroy()
  })

  test('an export in another process counts too', async () => {
    const person = await admin()
    const lock = `pg_advisory_lock(hashtextextended('audit-export:${person.accountId}', 0))`
    await app.sql(`SELECT ${lock}`)
    expect(await refusal(person)).toEqual([409, 'EXPORT_IN_PROGRESS'])
    await app.sql(`SELECT ${lock.replace('_lock', '_unlock')}`)
    await expect
      .poll(async () => (await person.get('/api/audit-logs/export?action=shred')).status, patient)
      .toBe(200)
  })

  test('stopping the services ends what still runs, and the file is visibly incomplete', async () => {
    const stream = await openExport(await admin(), slow)
    const broken = new Promise((resolve) => stream.once('error', resolve))
    await app.services.auditExporter.close()
    stream.resume()
    expect(await broken).toMatchObject({ code: 'ECONNRESET' })
  })
})

test(`after ${limits.rate.exportPerHour} in an hour a person has to wait, and is told how long`, async () => {
  const person = await admin()
  for (let n = 0; n < limits.rate.exportPerHour; n++) {
    expect((await person.get('/api/audit-logs/export?action=shred')).status).toBe(200)
  }
  const reply = await person.get('/api/audit-logs/export')
  expect([reply.status, (reply.json as { code: string }).code]).toEqual([429, 'RATE_LIMITED'])
  const wait = Number(reply.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(3500)
  expect(wait).toBeLessThanOrEqual(3600)
  expect((await (await admin()).get('/api/audit-logs/export?action=shred')).status).toBe(200)
})

test('nobody exports without signing in', async () => {
  expect((await app.anonymous().get('/api/audit-logs/export')).status).toBe(401)
})

function rowOf(entry: AuditEntry): unknown[] {
  const time = new Intl.DateTimeFormat('sv', {
    timeZone: 'Asia/Tokyo',
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return [
    time.format(new Date(entry.createdAt)),
    entry.user?.name ?? '—',
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
  ]
}

async function allEntries(client: TestClient, query = ''): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = []
  for (let path: string | undefined = `/api/audit-logs${query || '?'}&limit=200`; path; ) {
    const reply: TestReply = await client.get(path)
    expect(reply.status).toBe(200)
    entries.push(...(reply.json as AuditEntry[])) // parsed by the server against the contract
    path = /<([^>]+)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1]
  }
  return entries
}

async function exported(client: TestClient, query = '') {
  const reply = await client.get(`/api/audit-logs/export${query}`)
  expect(reply.status).toBe(200)
  const book = await readWorkbook(reply.bytes)
  const [front, log] = book
  expect(log?.data[0]).toEqual(headers)
  return {
    bytes: reply.bytes,
    sheets: book.map(({ sheet }) => sheet),
    cover: new Map(front?.data.map(([title, value]) => [String(title), String(value)])),
    rows: log?.data.slice(1) ?? [],
  }
}

/** Begins an export and reads nothing of it. */
async function openExport(client: TestClient, query = '') {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const call = request(`${app.url}/api/audit-logs/export${query}`, { headers: { cookie } })
  call.on('error', () => undefined) // a call that is given up
  call.end()
  const [response] = await once(call, 'response')
  expect(response.statusCode).toBe(200)
  response.on('error', () => undefined)
  return response
}

async function refusal(client: TestClient): Promise<unknown[]> {
  const { status, json } = await client.get('/api/audit-logs/export')
  return [status, (json as { code: string }).code]
}

async function countOfOthers(person: TestPerson): Promise<number> {
  const all = await allEntries(person, '?action=export')
  return all.filter(({ userId }) => userId !== person.accountId).length
}

async function recordAt(at: Date, action: 'update', details: Record<string, unknown>): Promise<void> {
  const audit = createAuditWriter(app.services.auditKeys, { now: () => at })
  const about = { resourceType: 'user', resourceId: other.accountId, owner: other.accountId } as const
  await inTransaction(app.services.db, (tx) =>
    audit.record(tx, { actor: null, action, ...about, ip: null, details }),
  )
}

const bulky = '2022-02-02'

/** Entries that fill more than the buffers between server and reader: one who takes nothing stops the writer. */
async function recordBulk(): Promise<void> {
  for (let n = 0; n < 600; n++) {
    await recordAt(new Date(`${bulky}T03:00:00Z`), 'update', {
      message: randomBytes(24_000).toString('base64'),
    })
  }
}
