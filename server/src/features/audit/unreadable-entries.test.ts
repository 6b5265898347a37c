import { type AuditEntry, listAuditLogs } from '@kyc/contract/audit.ts'
import { unreadableText } from '@kyc/contract/audit-words.ts'
import { dashboardStats } from '@kyc/contract/dashboard.ts'
import { listDocuments } from '@kyc/contract/documents.ts'
import { performerHistory } from '@kyc/contract/performer-history.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../platform/db/transaction.ts'
import { exported } from '../../testing/app/audit-export.ts'
import { registerPerformer, tryToVerify } from '../../testing/app/factories.ts'
import { useStage } from '../../testing/app/test-app.ts'
import { TestClient } from '../../testing/app/test-client.ts'

// D57: an entry that cannot be decrypted is shown as unreadable, with its id, and affects no other entry.

const { app, owner, admin } = useStage({ owner: ['user', '登録 太郎'], admin: ['admin', '審査 三郎'] })
let performerId: string
const damaged = new Map<string, string>()

/** Changes one bit in a box of the newest entry of an action and returns the id of the entry. */
async function damage(action: string, column: 'details_enc' | 'ip_enc'): Promise<string> {
  const [row] = await app.sql<{ id: string }>(
    'SELECT id FROM audit_event WHERE action = $1 AND starts_with(rid, $2) ORDER BY id DESC LIMIT 1',
    [action, performerId],
  )
  const { id } = row!
  await app.sql(
    `UPDATE audit_pii SET ${column} = set_byte(${column}, 30, get_byte(${column}, 30) # 1) WHERE event_id = $1`,
    [id],
  )
  return id
}

beforeAll(async () => {
  performerId = (await registerPerformer(owner)).id
  await owner.patch(`/api/performers/${performerId}`, { nationality: '日本' })
  await admin.put(`/api/performers/${performerId}/documents/idFront/reject`, {
    codes: ['glare'],
    message: '撮り直してください。',
  })
  await tryToVerify(admin, { id: performerId, type: 'selfie' })
  damaged.set('update', await damage('update', 'details_enc'))
  damaged.set('reject', await damage('reject', 'ip_enc'))
  const [lost] = await app.sql<{ id: string }>(`SELECT id FROM audit_event WHERE action = 'verify'`)
  damaged.set('verify', lost!.id)
  await app.sql('DELETE FROM audit_pii WHERE event_id = $1', [lost!.id])
})

function expectDamage(entries: readonly AuditEntry[], actions: readonly string[]): void {
  const unreadable = entries.filter((entry) => entry.unreadable)
  expect(unreadable.map(({ id }) => id).sort()).toEqual(actions.map((action) => damaged.get(action)).sort())
  expect(entries.length).toBeGreaterThan(actions.length)
}

test('the log and the recent activity list damaged entries as unreadable', async () => {
  const list = await admin.send(listAuditLogs)
  expectDamage(list, ['update', 'reject', 'verify'])
  const update = list.find(({ id }) => id === damaged.get('update'))
  expect(update).toMatchObject({ action: 'update', details: {}, ipAddress: '127.0.0.1' })
  // Only the address is damaged; the details are readable.
  const reject = list.find(({ id }) => id === damaged.get('reject'))
  expect(reject).toMatchObject({ ipAddress: null, details: { codes: ['glare'] } })
  const { recentActivity } = await admin.send(dashboardStats)
  expectDamage(recentActivity, ['update', 'reject', 'verify'])
  // The box with the address of another account is not decrypted for owners.
  expectDamage(await owner.send(listAuditLogs), ['update', 'verify'])
})

test('the history of a performer lists damaged entries as unreadable too', async () => {
  const lines = await admin.send(performerHistory, { params: { id: performerId } })
  const unreadable = lines.filter((line) => line.unreadable).map(({ id }) => id)
  expect(unreadable.sort()).toEqual([...damaged.values()].sort())
  expect(lines.length).toBeGreaterThan(damaged.size)
})

test('the export contains a row for each damaged entry, and their number on its cover', async () => {
  const { cover, rows } = await exported(admin)
  for (const id of damaged.values()) {
    const row = rows.find((cells) => cells[9] === id)
    expect(String(row?.[8])).toContain(unreadableText(id))
  }
  expect(cover.get('内容を読み取れない記録')).toBe('3件')
  expect(rows.filter((cells) => String(cells[8]).includes('内容を読み取れません'))).toHaveLength(3)
})

test('actions and resource types of a newer release are shown as they are, and their entries count as unreadable', async () => {
  await inTransaction(app.services.db, (tx) =>
    app.services.audit.record(
      tx,
      { actor: admin.accountId, ip: null },
      'withdraw' as 'update', // a word that this version does not have
      {
        resourceType: 'contract' as 'performer',
        resourceId: performerId,
        subject: performerId,
        owner: owner.accountId,
      },
      {},
    ),
  )
  const unknown = { action: 'withdraw', resourceType: 'contract', unreadable: true }
  for (const reader of [admin, owner]) {
    expect((await reader.send(listAuditLogs))[0]).toMatchObject(unknown)
    expect((await reader.send(dashboardStats)).recentActivity[0]).toMatchObject(unknown)
    expect((await reader.send(performerHistory, { params: { id: performerId } }))[0]).toMatchObject(unknown)
  }
  const [row] = (await exported(admin)).rows.filter((cells) => cells[3] === 'withdraw')
  expect(row?.[4]).toBe('contract')
  await app.sql(
    `UPDATE document_version SET reject_codes = '{faded}' WHERE performer_id = $1 AND type = 'idFront'`,
    [performerId],
  )
  const documents = await owner.send(listDocuments, { params: { id: performerId } })
  expect(documents.find(({ type }) => type === 'idFront')?.rejection?.codes).toEqual(['faded'])
})

test('/api/health/ready counts damaged entries and remains ready', async () => {
  const neighbour = await app.neighbour()
  const ready = async () => (await fetch(`${neighbour.url}/api/health/ready`)).json()
  expect(await ready()).toMatchObject({ status: 'ready', unreadable: { entries: 0 } })
  const other = new TestClient(neighbour.url)
  for (const [name, value] of admin.cookies) other.cookies.set(name, value)
  await exported(other)
  expect(await ready()).toMatchObject({ status: 'ready', unreadable: { entries: 4, files: 0 } })
  await neighbour.close()
  const reply = await app.anonymous().get('/api/health/ready')
  expect(reply.status).toBe(200)
  expect(reply.json).toMatchObject({ status: 'ready', unreadable: { entries: 4 } })
})

test('an entry about an invalid id is shown as unreadable, and leaves the rest of the log readable', async () => {
  for (const type of ['user', 'performer', 'partner', 'organisation', 'video', 'document'])
    await sql`INSERT INTO audit_event (id, at_us, action, rtype, rid, owner, writer, wseq, ip_commit, details_commit, leaf, mac)
      VALUES (gen_random_uuid(), 1, 'update', ${type}, 'x', ${owner.accountId}, gen_random_uuid(), 1, '', '', '', '')`.execute(
      app.services.db,
    )
  for (const by of [admin, owner]) {
    const forged = (await by.send(listAuditLogs, { query: { resourceId: 'x' } })).filter(
      (entry) => entry.unreadable,
    )
    expect(forged.length).toBeGreaterThanOrEqual(4)
    await by.send(listAuditLogs)
    await by.send(dashboardStats)
  }
})
