import type { AuditAction } from '@kyc/contract/audit-vocabulary.ts'
import { anyDocumentTypes } from '@kyc/contract/document-vocabulary.ts'
import { minute } from '@kyc/contract/durations.ts'
import {
  exportLeak,
  getLeak,
  investigateLeak,
  type LeakPerformer,
  listLeakPerformers,
} from '@kyc/contract/leaks.ts'
import fc from 'fast-check'
import { readSheet } from 'read-excel-file/node'
import { beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { registerPerformer } from '../../../testing/app/factories.ts'
import { insertRecord } from '../../../testing/app/performer-rows.ts'
import { type TestAccount, useStage } from '../../../testing/app/test-app.ts'
import { refusalOf } from '../../../testing/app/test-client.ts'
import { aboutDocument, aboutPerformer, aboutRequest, aboutTakedown, aboutVideo } from '../about.ts'
import { createAuditWriter } from '../record.ts'

const { app, admin, auditor, suspect, other } = useStage({
  admin: ['admin', '管理 一郎'],
  auditor: ['auditor', '監査 二郎'],
  suspect: ['user', '盗難 三郎'],
  other: ['user', '無関係 四郎'],
})

const period = { from: '2026-03-02T00:00:00.000Z', to: '2026-03-04T23:59:00.000Z' }
const asked = { knownOn: '2026-03-05', reason: '端末の紛失のため' }

async function investigate(by: TestAccount, accountId: string, during = period): Promise<string> {
  return (await by.send(investigateLeak, { body: { accountId, ...during, ...asked } })).id
}

/** All performers of an investigation, page by page. */
async function allPerformers(id: string, limit = 3): Promise<LeakPerformer[]> {
  const found: LeakPerformer[] = []
  for (let cursor: string | undefined; ; ) {
    const query = new URLSearchParams({ limit: String(limit), ...(cursor && { cursor }) })
    const reply = await admin.get(`/api/leak-investigations/${id}/performers?${query}`)
    expect(reply.status).toBe(200)
    found.push(...(reply.json as LeakPerformer[]))
    const next = /[?&]cursor=([^&>]+)/.exec(reply.headers.get('link') ?? '')?.[1]
    if (!next) return found
    cursor = decodeURIComponent(next)
  }
}

describe('the counts equal a count made by hand', () => {
  const persons = 9
  const kinds = [
    'record',
    'read',
    'download',
    'archive',
    'list',
    'act',
    'request',
    'notice',
    'title',
  ] as const
  const samples = fc.sample(
    fc.record({
      kind: fc.constantFrom(...kinds),
      by: fc.constantFrom('suspect', 'suspect', 'other'),
      person: fc.integer({ min: 0, max: persons - 1 }),
      type: fc.constantFrom(...anyDocumentTypes),
      version: fc.integer({ min: 1, max: 3 }),
      at: fc.integer({ min: Date.parse('2026-03-01T12:00:00Z'), max: Date.parse('2026-03-06T12:00:00Z') }),
    }),
    { numRuns: 700, seed: 20 },
  )
  /** The first instant after the period, whose last minute is included. */
  const until = Date.parse(period.to) + minute
  const inPeriod = samples.filter(
    ({ by, at }) => by === 'suspect' && at >= Date.parse(period.from) && at < until,
  )
  const shownAs = {
    ...{ record: 'opened', read: 'documents', download: 'documents', archive: 'archives' },
    ...{ act: 'acts', request: 'acts', notice: 'acts', list: undefined, title: undefined },
  } as const
  const ids: string[] = []
  const accounts: Record<string, string> = {}
  const seen = inPeriod.filter(({ kind }) => shownAs[kind] !== undefined)
  const ofKind = (kind: 'opened' | 'documents' | 'archives' | 'acts', person?: number) =>
    seen.filter((each) => shownAs[each.kind] === kind && (person === undefined || each.person === person))
  const people = (entries: readonly { person: number }[]) => new Set(entries.map(({ person }) => person)).size

  beforeAll(async () => {
    const [first, second] = [await app.signedIn('user'), await app.signedIn('user')]
    accounts.suspect = first.accountId
    accounts.other = second.accountId
    for (let person = 0; person < persons; person++) ids.push(await insertRecord(app, first))
    await inTransaction(app.services.db, async (tx) => {
      for (const { kind, by, person, type, version, at } of samples) {
        const audit = createAuditWriter(app.services.auditKeys, { now: () => new Date(at) })
        const id = ids[person] ?? ''
        const performer = { id, owner_id: first.accountId }
        const [action, about, details] = {
          record: () => ['read', aboutPerformer(id, null), {}] as const,
          read: () => ['read', aboutDocument(performer, type), { version }] as const,
          download: () => ['download', aboutDocument(performer, type), { version }] as const,
          archive: () => ['export', aboutPerformer(id, null), {}] as const,
          list: () =>
            [
              'export',
              { resourceType: 'performer', resourceId: null, owner: null },
              { listFilter: '状態：承認済み', exportedCount: 12 },
            ] as const,
          act: () => ['update', aboutPerformer(id, null), {}] as const,
          request: () => ['create', aboutRequest(id, id), {}] as const,
          notice: () => ['update', aboutTakedown(id, { owner: null, performerId: id }), {}] as const,
          title: () => ['update', aboutVideo(id, id), {}] as const,
        }[kind]()
        const origin = { actor: accounts[by] ?? '', ip: null }
        await audit.record(tx, origin, action satisfies AuditAction, about, details)
      }
    })
  })

  test('in total, by type of document and for each performer, on 700 random entries', async () => {
    const id = await investigate(admin, accounts.suspect ?? '')
    const leak = await admin.send(getLeak, { params: { id } })
    expect(inPeriod.length).toBeLessThan(samples.length / 1.5)
    expect(leak).toMatchObject({
      account: { id: accounts.suspect },
      ...{
        performers: people(seen),
        opened: people(ofKind('opened')),
        documented: people(ofKind('documents')),
      },
      ...{ archives: people(ofKind('archives')), acted: people(ofKind('acts')) },
      exportCount: inPeriod.filter(({ kind }) => kind === 'list').length,
    })
    expect(leak.exports[0]).toMatchObject({ of: 'performer', filter: '状態：承認済み', performers: 12 })
    for (const type of anyDocumentTypes) {
      const entries = ofKind('documents').filter((each) => each.type === type)
      const counted = leak.documents.find((each) => each.type === type)
      expect(counted, type).toEqual({
        ...{ type, performers: people(entries) },
        opened: entries.filter(({ kind }) => kind === 'read').length,
        downloaded: entries.filter(({ kind }) => kind === 'download').length,
      })
    }
    const listed = await allPerformers(id)
    expect(listed).toHaveLength(people(seen))
    expect(listed.map(({ firstAt }) => firstAt)).toEqual(listed.map(({ firstAt }) => firstAt).toSorted())
    for (const performer of listed) {
      const person = ids.indexOf(performer.id)
      const own = seen.filter((each) => each.person === person)
      expect(performer).toMatchObject({
        firstAt: new Date(Math.min(...own.map(({ at }) => at))).toISOString(),
        lastAt: new Date(Math.max(...own.map(({ at }) => at))).toISOString(),
        opened: ofKind('opened', person).length,
        archives: ofKind('archives', person).length,
        acts: ofKind('acts', person).length,
      })
      const versions = new Map<string, [number, number]>()
      for (const { kind, type, version } of ofKind('documents', person)) {
        const [opened, downloaded] = versions.get(`${type}/${version}`) ?? [0, 0]
        versions.set(
          `${type}/${version}`,
          kind === 'read' ? [opened + 1, downloaded] : [opened, downloaded + 1],
        )
      }
      const counted = performer.documents.map(
        (each) => [`${each.type}/${each.version}`, [each.opened, each.downloaded]] as const,
      )
      expect(new Map(counted)).toEqual(versions)
    }
  })

  test('in the exported sheet, whose export has an entry', async () => {
    const id = await investigate(admin, accounts.suspect ?? '')
    const reply = await admin.get(`/api/leak-investigations/${id}/export`)
    expect(reply.status).toBe(200)
    const rows = (await readSheet(Buffer.from(reply.bytes), '出演者と書類')).slice(1)
    const documents = new Set(
      ofKind('documents').map((each) => `${each.person}/${each.type}/${each.version}`),
    )
    const records = people([...ofKind('opened'), ...ofKind('acts')])
    expect(rows).toHaveLength(documents.size + records + people(ofKind('archives')))
    const cover = new Map(
      (await readSheet(Buffer.from(reply.bytes), '集計')).map(([name, value]) => [name, value]),
    )
    expect(cover.get('出演者')).toBe(`${people(seen)}名`)
    expect(cover.get('確報の期限')).toBe('2026年4月4日')
    const entries = await app.sql(
      "SELECT FROM audit_event WHERE actor = $1 AND action = 'export' AND rtype = 'audit_log'",
      [admin.accountId],
    )
    expect(entries).toHaveLength(1)
  })
})

test('the list of performers names the version that was opened, whether it is masked, and whether it was downloaded', async () => {
  const { id } = await registerPerformer(suspect)
  await suspect.get(`/api/performers/${id}`)
  await suspect.get(`/api/performers/${id}/documents/idFront`)
  await suspect.get(`/api/performers/${id}/documents/idFront?download=1`)
  await app.sql(
    "UPDATE document_version SET masked_share = 0.2 WHERE performer_id = $1 AND type = 'idFront'",
    [id],
  )
  const now = new Date()
  const during = { from: new Date(now.getTime() - 60 * minute).toISOString(), to: now.toISOString() }
  const investigation = await investigate(admin, suspect.accountId, during)
  const [performer] = await admin.send(listLeakPerformers, { params: { id: investigation } })
  expect(performer).toMatchObject({ id, opened: 1, acts: expect.any(Number) })
  expect(performer?.documents).toEqual([
    { type: 'idFront', video: null, version: 1, masked: true, opened: 1, downloaded: 1 },
  ])
})

describe('an investigation', () => {
  test('is an entry with its reason, which neither the account nor its organisation sees', async () => {
    await investigate(admin, suspect.accountId)
    const query = '?action=read&resourceType=audit_log'
    const [entry] = (await admin.get(`/api/audit-logs${query}`)).json as { details: object }[]
    expect(entry?.details).toMatchObject({ userId: suspect.accountId, leakReason: asked.reason })
    expect((await suspect.get(`/api/audit-logs${query}`)).json).toEqual([])
  })

  test('is read but not begun by auditors, and neither read nor begun by users', async () => {
    const id = await investigate(admin, other.accountId)
    const body = { accountId: other.accountId, ...period, ...asked }
    expect((await auditor.send(getLeak, { params: { id } })).reason).toBe(asked.reason)
    expect(refusalOf(await auditor.post('/api/leak-investigations', body))).toEqual([403, 'FORBIDDEN'])
    expect(refusalOf(await suspect.get(`/api/leak-investigations/${id}`))).toEqual([403, 'FORBIDDEN'])
    expect(refusalOf(await suspect.post('/api/leak-investigations', body))).toEqual([403, 'FORBIDDEN'])
  })

  test('is found by the id of its own entry only', async () => {
    const [row] = await app.sql<{ id: string }>("SELECT id FROM audit_event WHERE action <> 'read' LIMIT 1")
    for (const id of [row?.id ?? '', 'x', '01900000-0000-7000-8000-000000000000'])
      expect(refusalOf(await admin.get(`/api/leak-investigations/${id}`))).toEqual([404, 'NOT_FOUND'])
  })

  test('needs an account, a period in the past and a reason, and the refusal names the invalid field', async () => {
    const body = { accountId: suspect.accountId, ...period, ...asked }
    const faultOf = async (changes: object) =>
      (await admin.post('/api/leak-investigations', { ...body, ...changes })).json
    for (const [changes, field] of [
      [{ accountId: '01900000-0000-7000-8000-000000000000' }, 'accountId'],
      [{ accountId: '' }, 'accountId'],
      [{ from: '2999-01-01T00:00:00Z', to: '2999-01-02T00:00:00Z' }, 'from'],
      [{ to: '2026-01-01T00:00:00Z' }, 'to'],
      [{ knownOn: '' }, 'knownOn'],
      [{ reason: ' ' }, 'reason'],
    ] as const)
      expect(await faultOf(changes), field).toMatchObject({ code: 'INVALID_INPUT', errors: [{ field }] })
  })

  test('of a period that has not ended covers it only up to now, so that it always shows the same', async () => {
    const id = await investigate(admin, suspect.accountId, { ...period, to: '2999-01-01T00:00:00.000Z' })
    const { to, at } = await admin.send(getLeak, { params: { id } })
    expect(Date.parse(to)).toBeLessThanOrEqual(Date.parse(at))
  })

  test('is exported only after a step-up', () => {
    expect(exportLeak.stepUp).toBe(true)
  })
})
