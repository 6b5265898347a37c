import { randomBytes } from 'node:crypto'
import { attemptLimits } from '@kyc/contract/attempt-limits.ts'
import { minute } from '@kyc/contract/durations.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { singleKey } from '../../../platform/crypto/encrypted-box.ts'
import { createUnreadable } from '../../../platform/crypto/unreadable.ts'
import { silentLog } from '../../../platform/log.ts'
import { createMailOutbox } from '../../../platform/mail/mail-outbox.ts'
import { createOutbox } from '../../../platform/outbox/outbox.ts'
import { createExplainedDatabase, rowsRead } from '../../../testing/app/explained-database.ts'
import { registerPerformer } from '../../../testing/app/factories.ts'
import { insertPerformerRows, performerRow } from '../../../testing/app/performer-rows.ts'
import { testActor } from '../../../testing/app/test-actor.ts'
import { createTestApp, type TestAccount, type TestApp } from '../../../testing/app/test-app.ts'
import { TestClock } from '../../../testing/app/test-clock.ts'
import { recordView } from './record-view.ts'

describe('opening many records within an hour (D38)', () => {
  let app: TestApp
  let superadmins: TestAccount[]
  let reader: TestAccount
  let ids: string[]
  const clock = new TestClock()
  beforeAll(async () => {
    app = await createTestApp({ env: { LOOKS_ALERT: '3,5' }, overrides: { clock } })
    superadmins = [await app.signedIn('superadmin'), await app.signedIn('superadmin')]
    const owner = await app.signedIn('user')
    ids = []
    for (let n = 0; n < 5; n++) ids.push((await registerPerformer(owner)).id)
  })
  beforeEach(async () => {
    reader = await app.signedIn('admin', '閲覧 太郎')
  })
  afterAll(() => app.close())

  const alerts = async () => (await app.mails()).filter(({ text }) => text.includes(reader.email))
  const open = async (...paths: string[]) => {
    for (const path of paths) expect((await reader.get(`/api/performers/${path}`)).status).toBe(200)
  }
  const insertNamed = async (owner: TestAccount, firstNames: readonly string[]) => {
    const rows = firstNames.map((first_name) =>
      performerRow(owner.accountId, { first_name, created_at: clock.now() }),
    )
    await insertPerformerRows(app.services.db, rows)
    return rows
  }
  const addresses = () => superadmins.map(({ email }) => email).sort()

  it('alerts every superadmin once, with the first performer over the limit', async () => {
    await open(...ids.slice(0, 3), ...ids.slice(0, 3))
    expect(await alerts()).toEqual([])
    await open(...ids.slice(3))
    const mails = await alerts()
    expect(mails.map(({ to }) => to).sort()).toEqual(addresses())
    expect(mails[0]).toMatchObject({
      subject: '【本人確認管理システム】多数の記録が閲覧されています',
      text: expect.stringContaining(`アカウント: ${reader.email}（管理者）\n出演者: 4名\n書類: 0件`),
    })
    expect(mails[0]?.text).not.toContain('山田')
  })

  it('counts documents, opened or downloaded, and the performers that they belong to', async () => {
    const documents = ids.slice(0, 2).flatMap((id) => [`${id}/documents/idFront`, `${id}/documents/selfie`])
    await open(...documents, ...documents.map((path) => `${path}?download=1`))
    await open(`${ids[0]}/documents/agreementFile?download=1`)
    expect(await alerts()).toEqual([])
    await open(`${ids[1]}/documents/agreementFile?download=1`)
    expect((await alerts())[0]?.text).toContain('出演者: 2名\n書類: 6件')
  })

  it('counts the performers of documents whose page was not opened, thumbnails included', async () => {
    await open(...ids.slice(0, 4).map((id) => `${id}/documents/idFront?thumbnail=1`))
    expect((await alerts())[0]?.text).toContain('出演者: 4名\n書類: 4件')
  })

  it('counts exports of performers', async () => {
    for (const id of ids.slice(0, 4))
      expect((await reader.post(`/api/performers/${id}/subject-export`)).status).toBe(200)
    expect((await alerts())[0]?.text).toContain('出演者: 4名\n書類: 0件')
  })

  it.each([
    ['a list', 'performers', 'status=approved'],
    ['the log', 'audit-logs', 'resourceType=document'],
  ])('alerts about the export of %s with more performers than the limit', async (_, path, few) => {
    expect((await reader.get(`/api/${path}/export?${few}`)).status).toBe(200)
    expect(await alerts()).toEqual([])
    expect((await reader.get(`/api/${path}/export`)).status).toBe(200)
    expect(await alerts()).toHaveLength(2)
    expect((await alerts())[0]?.text).toContain('出演者: 5名\n書類: 0件')
  })

  it('adds up the exports of an hour, and the views with them', async () => {
    const owner = await app.signedIn('user')
    await insertNamed(owner, ['甲甲', '甲甲', '乙乙', '乙乙'])
    const exportOf = async (search: string) =>
      expect((await reader.get(`/api/performers/export?search=${encodeURIComponent(search)}`)).status).toBe(
        200,
      )
    await exportOf('甲甲')
    expect(await alerts()).toEqual([])
    await exportOf('乙乙')
    expect((await alerts())[0]?.text).toContain('出演者: 4名\n書類: 0件')
    await exportOf('甲甲')
    await open(...ids)
    expect(await alerts()).toHaveLength(2)
    const other = await app.signedIn('admin')
    reader = other
    await exportOf('甲甲')
    await open(ids[0] ?? '')
    expect(await alerts()).toEqual([])
    await open(ids[1] ?? '')
    expect((await alerts())[0]?.text).toContain('出演者: 4名')
  })

  it('counts no export after an hour', async () => {
    const owner = await app.signedIn('user')
    await insertNamed(owner, ['丙丙', '丙丙', '丙丙'])
    const exportAll = async () =>
      expect((await reader.get(`/api/performers/export?search=${encodeURIComponent('丙丙')}`)).status).toBe(
        200,
      )
    await exportAll()
    clock.moveTo(new Date(clock.now().getTime() + attemptLimits.bulkViewAlert.within + 1))
    await exportAll()
    expect(await alerts()).toEqual([])
  })

  it('counts the different performers of lists, ten for one, in all lists and the log together (D120)', async () => {
    const owner = await app.signedIn('user')
    const [, second] = [await registerPerformer(owner), await registerPerformer(owner)]
    clock.moveTo(new Date(clock.now().getTime() + minute))
    await insertNamed(owner, Array<string>(29).fill('花子'))
    const mine = `organisation=${owner.accountId}`
    const list = async (path: string) => expect((await reader.get(`/api/${path}`)).status).toBe(200)
    const newest = (limit: number) => list(`performers?${mine}&limit=${limit}`)
    for (let n = 0; n < 5; n++) await newest(29)
    await list(`review/cases?${mine}&limit=1`)
    expect(await alerts()).toEqual([])
    // The log has the details of the record.
    await list(`audit-logs?resourceId=${second.id}`)
    const mails = await alerts()
    expect(mails.map(({ to }) => to).sort()).toEqual(addresses())
    expect(mails[0]?.text).toContain('一覧の出演者: 31名')
    await newest(31)
    expect(await alerts()).toHaveLength(2)
  })

  it('alerts again after an hour, about the views since then', async () => {
    await open(...ids)
    clock.moveTo(new Date(clock.now().getTime() + attemptLimits.bulkViewAlert.within + 1))
    await open(...ids.slice(0, 3))
    expect(await alerts()).toHaveLength(2)
    await open(...ids.slice(3))
    expect(await alerts()).toHaveLength(4)
  })

  it('alerts once when many are opened at once', async () => {
    await open(...ids.slice(0, 3))
    const last = Array.from({ length: 8 }, () => reader.get(`/api/performers/${ids[3]}?download=1`))
    expect((await Promise.all(last)).map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect((await alerts()).map(({ to }) => to).sort()).toEqual(addresses())
  })

  it('is refused and creates no entry when the alert can’t be written', async () => {
    await open(...ids.slice(0, 3))
    await app.sql('ALTER TABLE looks_alert ADD CONSTRAINT closed CHECK (false) NOT VALID')
    try {
      expect((await reader.get(`/api/performers/${ids[3]}`)).status).toBeGreaterThanOrEqual(500)
    } finally {
      await app.sql('ALTER TABLE looks_alert DROP CONSTRAINT closed')
    }
    const entries = await app.sql('SELECT 1 FROM audit_event WHERE actor = $1 AND rid = $2', [
      reader.accountId,
      ids[3],
    ])
    expect(entries).toEqual([])
  })

  it('alerts about many views of the same few records', async () => {
    await open(`${ids[0]}/documents/selfie?download=1`)
    for (let n = 0; n < 49; n++) await open(`${ids[0]}/documents/selfie?download=1`)
    expect(await alerts()).toEqual([])
    await open(`${ids[0]}/documents/selfie?download=1`)
    expect(await alerts()).toHaveLength(2)
  })

  it('sends no alert when it is off', async () => {
    await open(...ids.slice(0, 3))
    const view = { actor: testActor('admin', reader.accountId), performerId: ids[3]! }
    const quiet = { ...app.services, config: { ...app.services.config, bulkViewAlert: null } }
    await recordView(quiet, view, async () => undefined)
    expect(await alerts()).toEqual([])
    await recordView(app.services, view, async () => undefined)
    expect(await alerts()).toHaveLength(2)
  })
})

it('counts the views of the hour by index, among many older ones and those of other accounts', {
  tags: 'long',
}, async () => {
  const database = await createExplainedDatabase()
  try {
    const { db } = database
    const outbox = createOutbox({ db, log: silentLog() })
    const services = {
      db,
      clock: new TestClock(new Date('2026-04-01T12:00:00Z')),
      mails: createMailOutbox({
        outbox,
        transport: { deliver: async () => {} },
        keys: singleKey(randomBytes(32)),
        unreadable: createUnreadable(silentLog()),
      }),
      config: { bulkViewAlert: { performers: 200, documents: 600 }, publicUrl: new URL('http://localhost') },
    }
    const busy = '00000000-0000-7000-8000-000000000001'
    // Ten entries a second: of 60,000 the last 36,000 are within the hour, and every sixtieth is the actor's.
    await sql`INSERT INTO audit_event (id, at_us, actor, action, rtype, rid, subject, writer, wseq, ip_commit,
        details_commit, leaf, mac)
      SELECT (lpad(to_hex(ms), 12, '0') || '7000' || lpad(to_hex(n + 32768), 16, '8'))::uuid, ms * 1000,
        CASE WHEN n % 60 = 0 THEN ${busy}::uuid ELSE gen_random_uuid() END,
        'read', 'performer', ${busy}, NULL, ${busy}::uuid, n, '', '', '', ''
      FROM generate_series(1, 60000) n, LATERAL (SELECT ${Date.parse('2026-04-01T12:00:00Z')}::bigint - n * 100 AS ms) t`.execute(
      db,
    )
    await database.analyze()
    const view = { actor: testActor('admin', busy), performerId: busy }
    const nodes = await database.plansOf(() => recordView(services, view, async () => undefined))
    expect(rowsRead(nodes, 'audit_event')).toBe(600)
  } finally {
    await database.close()
  }
})
