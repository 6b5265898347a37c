import { type AuditEntry, listAuditLogs } from '@kyc/contract/audit.ts'
import { addDays, dayInJapan } from '@kyc/contract/dates.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { inTransaction } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { registerPerformer } from '../../testing/app/factories.ts'
import { type TestAccount, useStage } from '../../testing/app/test-app.ts'
import { nextOf, refusalOf, type TestClient } from '../../testing/app/test-client.ts'
import { aboutAccount, aboutPerformer, byJob } from './about.ts'
import { leafHash, leafMac } from './leaf.ts'

const { app, owner, other, admin } = useStage({
  owner: ['user', '登録 太郎'],
  other: ['user', '別人 次郎'],
  admin: ['admin', '管理 三郎'],
})

describe('the log is append-only', () => {
  test('the application login can neither change nor delete an entry', async () => {
    await registerPerformer(owner)
    const { db } = app.services
    for (const change of [
      db.updateTable('audit_event').set({ action: 'read' }),
      db.deleteFrom('audit_event'),
      db.deleteFrom('audit_pii'),
    ]) {
      await expect(change.execute()).rejects.toThrow(/permission denied/)
    }
  })

  test('the application login cannot give an entry a position outside of the tree, where it would never be sealed', async () => {
    await registerPerformer(owner)
    const outside = sql`INSERT INTO audit_leaf (leaf_index, event_id, leaf)
      SELECT -1, id, leaf FROM audit_event e
      WHERE NOT EXISTS (SELECT FROM audit_leaf l WHERE l.event_id = e.id) LIMIT 1`
    await expect(outside.execute(app.services.db)).rejects.toThrow('audit_leaf_position')
  })

  test('a trigger rejects changes by the owner of the tables', async () => {
    await expect(app.sql("UPDATE audit_event SET action = 'read'")).rejects.toThrow(/append-only/)
    await expect(app.sql('DELETE FROM audit_event')).rejects.toThrow(/append-only/)
    await expect(app.sql('TRUNCATE audit_event CASCADE')).rejects.toThrow(/append-only/)
  })
})

test('hides the address and browser of a higher role from admins (D5)', async () => {
  const superadmin = await app.signedIn('superadmin', '統括 四郎')
  await inTransaction(app.services.db, async (tx) => {
    const about = aboutAccount(superadmin.accountId)
    const details = { method: 'password', userAgent: 'Firefox' }
    const ip = '203.0.113.9'
    await app.services.audit.record(tx, { actor: superadmin.accountId, ip }, 'login', about, details)
    await app.services.audit.record(tx, { ip }, 'login_failed', about, details)
  })
  const seen = async (by: TestAccount) => {
    const listed = await by.send(listAuditLogs, { query: { resourceId: superadmin.accountId } })
    return listed.slice(0, 2).map(({ ipAddress, details }) => [ipAddress, details.userAgent])
  }
  expect(await seen(superadmin)).toEqual([
    ['203.0.113.9', 'Firefox'],
    ['203.0.113.9', 'Firefox'],
  ])
  expect(await seen(admin)).toEqual([
    [null, undefined],
    [null, undefined],
  ])
})

test('an entry and its act commit together or not at all', async () => {
  const before = await entryCount()
  const by = { actor: admin.accountId, ip: null }
  await expect(
    inTransaction(app.services.db, async (tx) => {
      await app.services.audit.record(tx, by, 'update', aboutAccount(admin.accountId), {})
      throw new Error('the act failed')
    }),
  ).rejects.toThrow('the act failed')
  expect(await entryCount()).toBe(before)
})

test('a rolled back act leaves a gap in the increasing numbers of its writer', async () => {
  const resourceId = newId()
  const record = (fails: boolean) =>
    inTransaction(app.services.db, async (tx) => {
      const about = { ...aboutAccount(resourceId), owner: null }
      await app.services.audit.record(tx, { actor: owner.accountId, ip: null }, 'read', about, {})
      if (fails) throw new Error('rolled back')
    }).catch(() => undefined)
  for (const fails of [false, true, false]) await record(fails)
  const rows = await app.sql<{ writer: string; wseq: string }>(
    'SELECT writer, wseq::text FROM audit_event WHERE rid = $1 ORDER BY id',
    [resourceId],
  )
  const [first, second] = rows
  expect(rows).toHaveLength(2)
  expect(second?.writer).toBe(first?.writer)
  expect(Number(second?.wseq)).toBe(Number(first?.wseq) + 2)
})

test('every stored entry, also that of a view, can be verified from its row', async () => {
  const { id } = await registerPerformer(owner)
  await admin.get(`/api/performers/${id}`)
  const rows = await app.sql<Record<string, never>>(
    'SELECT *, at_us::text AS at_text, wseq::text AS wseq_text FROM audit_event',
  )
  expect(rows).toContainEqual(expect.objectContaining({ action: 'read', rid: id, owner: expect.any(String) }))
  for (const row of rows as unknown as StoredEntry[]) {
    const leaf = leafHash({
      id: row.id,
      at_us: row.at_text,
      actor: row.actor,
      action: row.action,
      rtype: row.rtype,
      rid: row.rid,
      subject: row.subject,
      owner: row.owner,
      writer: row.writer,
      wseq: row.wseq_text,
      ip_commit: row.ip_commit.toString('hex'),
      details_commit: row.details_commit.toString('hex'),
    })
    expect(leaf).toBe(row.leaf.toString('hex'))
    expect(leafMac(app.services.auditKeys, row.id, leaf)).toBe(row.mac.toString('hex'))
  }
})

test('addresses and details are encrypted in the database', async () => {
  await registerPerformer(owner, { fields: { nationality: 'アトランティス' } })
  const rows = await app.sql<{ ip_enc: Buffer; details_enc: Buffer }>(
    'SELECT ip_enc, details_enc FROM audit_pii',
  )
  for (const row of rows) {
    expect(row.ip_enc.includes('127.0.0.1')).toBe(false)
    expect(row.details_enc.includes('アトランティス')).toBe(false)
  }
})

describe('scope of readers (D3)', () => {
  test('admins read all entries, with names and addresses', async () => {
    const performer = await registerPerformer(owner)
    const created = (await entries(admin, `?resourceId=${performer.id}&action=create`))[0]
    expect(created).toMatchObject({
      action: 'create',
      resourceType: 'performer',
      resourceName: '見本 花子',
      performerId: performer.id,
      user: { name: '登録 太郎' },
    })
    expect(created?.ipAddress).toMatch(/127\.0\.0\.1|::1/)
  })

  test('users read entries about their own records; other accounts are 管理者 without address or note', async () => {
    const performer = await registerPerformer(owner)
    await admin.get(`/api/performers/${performer.id}`)
    const rejected = await admin.put(`/api/performers/${performer.id}/documents/idFront/reject`, {
      codes: ['glare'],
      note: '管理者だけの覚え書き',
    })
    expect(rejected.status).toBe(200)
    const seen = await entries(owner, `?resourceId=${performer.id}`)
    const [reject] = seen.filter((entry) => entry.action === 'reject')
    expect(reject).toMatchObject({ user: { name: '管理者', role: null }, userId: null, ipAddress: null })
    expect(JSON.stringify(seen)).not.toContain('管理者だけの覚え書き')
    expect(JSON.stringify(await entries(admin, `?resourceId=${performer.id}`))).toContain(
      '管理者だけの覚え書き',
    )
  })

  test('no filter shows entries to another user', async () => {
    const performer = await registerPerformer(owner)
    for (const filter of [
      '',
      `?resourceId=${performer.id}`,
      `?userId=${owner.accountId}`,
      '?action=create',
    ]) {
      expect(JSON.stringify(await entries(other, filter))).not.toContain(performer.id)
    }
  })

  test('entries of a deleted performer show the acts and the deleted name, and no other personal data (D17)', async () => {
    const fields = { firstName: '秘密', date_of_birth: '1990-01-02', email: 'secret@example.com' }
    const { id } = await registerPerformer(owner, { fields })
    await owner.patch(`/api/performers/${id}`, { nationality: '秘密国' })
    const message = '秘密の理由です。'
    await admin.put(`/api/performers/${id}/documents/selfie/reject`, { codes: ['blurry'], message })
    const before = await entries(owner, `?resourceId=${id}`)
    for (const secret of ['秘密', '1990-01-02', 'secret@example.com', '秘密国', message]) {
      expect(JSON.stringify(before)).toContain(secret)
    }
    expect((await admin.delete(`/api/performers/${id}`)).status).toBe(204)
    for (const reader of [owner, admin]) {
      const [deleted, ...earlier] = await entries(reader, `?resourceId=${id}`)
      expect(deleted?.details).toMatchObject({ before: { firstName: '秘密' } })
      expect(earlier.map((entry) => entry.action)).toEqual(['reject', 'update', 'create'])
      expect(JSON.stringify(earlier)).not.toMatch(/秘密|1990|secret@/)
      expect(earlier[0]?.details).toMatchObject({ codes: ['blurry'], after: { status: 'rejected' } })
      expect(earlier[1]?.details).toEqual({
        before: { nationality: null },
        after: { nationality: '（非表示）' },
      })
    }
  })

  test('filtering by the id of an admin does not reveal to users who acted', async () => {
    const performer = await registerPerformer(owner)
    await admin.get(`/api/performers/${performer.id}`)
    expect(await entries(owner, `?userId=${admin.accountId}`)).toEqual([])
  })
})

describe('filters and pages', () => {
  test('days are in Japan time and both ends are included', async () => {
    const all = await entries(admin, '?limit=200')
    const today = dayInJapan(new Date())
    const tomorrow = addDays(today, 1)
    expect(await entries(admin, `?startDate=${today}&endDate=${today}&limit=200`)).toEqual(all)
    expect(await entries(admin, `?startDate=${tomorrow}`)).toEqual([])
  })

  test('pages contain each entry once, newest first', async () => {
    const whole = (await entries(admin, '?limit=200')).map((entry) => entry.id)
    const paged: string[] = []
    let path: string | undefined = '/api/audit-logs?limit=7'
    while (path) {
      const reply = await admin.get(path)
      paged.push(...(reply.json as AuditEntry[]).map((entry) => entry.id))
      path = nextOf(reply)
    }
    expect(paged).toEqual(whole)
    expect(paged).toEqual([...paged].sort().reverse())
  })

  test('the filter for views contains downloads and exports, and no changes', async () => {
    const about = aboutPerformer(newId(), owner.accountId)
    const { audit, db } = app.services
    for (const action of ['read', 'download', 'export', 'update'] as const)
      await inTransaction(db, (tx) => audit.record(tx, byJob, action, about, {}))
    const query = { action: 'views', resourceId: about.resourceId ?? undefined } as const
    const actions = (await admin.send(listAuditLogs, { query })).map(({ action }) => action)
    expect(actions.sort()).toEqual(['download', 'export', 'read'])
  })

  test.each(['resourceId', 'userId'])('%s rejects a NUL with its field name', async (field) => {
    const reply = await admin.get(`/api/audit-logs?${field}=%00`)
    expect(reply.json).toMatchObject({ status: 400, code: 'INVALID_INPUT', field })
  })

  test('rejects a cursor that was altered or belongs to another list', async () => {
    const reply = await admin.get('/api/audit-logs?cursor=AAAA')
    expect(refusalOf(reply)).toEqual([400, 'CURSOR_INVALID'])
  })
})

interface StoredEntry {
  id: string
  at_text: string
  actor: string | null
  action: string
  rtype: string
  rid: string | null
  subject: string | null
  owner: string | null
  writer: string
  wseq_text: string
  ip_commit: Buffer
  details_commit: Buffer
  leaf: Buffer
  mac: Buffer
}

async function entries(client: TestClient, query: string): Promise<AuditEntry[]> {
  const reply = await client.get(`/api/audit-logs${query}`)
  expect(reply.status).toBe(200)
  return reply.json as AuditEntry[] // parsed by the server against the contract
}

async function entryCount(): Promise<number> {
  const [row] = await app.sql<{ n: string }>('SELECT count(*) AS n FROM audit_event')
  return Number(row?.n)
}
