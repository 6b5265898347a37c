import { listAuditLogs } from '@kyc/contract/audit.ts'
import { getOpening, giveOpeningReason } from '@kyc/contract/document-openings.ts'
import { limits } from '@kyc/contract/limits.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { registerPerformer } from '../../../testing/app/factories.ts'
import { signIn } from '../../../testing/app/sign-in.ts'
import { type TestAccount, useStage } from '../../../testing/app/test-app.ts'
import { refusalOf, type TestClient } from '../../../testing/app/test-client.ts'

const { app, owner, admin } = useStage({ owner: ['user', '登録 太郎'], admin: 'admin' })
let auditor: TestAccount
let id: string

beforeEach(async () => {
  auditor = await app.signedIn('auditor', '監査 花子')
  id = (await registerPerformer(owner)).id
})

const file = (query = '', performer = id) => `/api/performers/${performer}/documents/idFront${query}`
const give = (by: TestClient, reason = '定期監査のため') =>
  by.send(giveOpeningReason, { params: { id }, body: { reason } })
const required = [403, 'OPENING_REASON_REQUIRED']

async function documentEntries(): Promise<unknown[]> {
  return app.sql("SELECT action FROM audit_event WHERE subject = $1 AND action IN ('read', 'download')", [id])
}

describe('an auditor opens documents only after giving a reason (D67)', () => {
  test.each(['', '?size=screen', '?thumbnail=1', '?download=1', '?version=1'])(
    'the bytes of %j are refused without a reason, and sent after one',
    async (query) => {
      expect(refusalOf(await auditor.get(file(query)))).toEqual(required)
      expect(await documentEntries()).toEqual([])
      await give(auditor)
      expect((await auditor.get(file(query))).status).toBe(200)
      expect(await documentEntries()).toEqual([{ action: query === '?download=1' ? 'download' : 'read' }])
    },
  )

  test('the data of the documents requires no reason', async () => {
    for (const path of ['', '/metadata', '/idFront/versions'])
      expect((await auditor.get(`/api/performers/${id}/documents${path}`)).status).toBe(200)
  })

  test('a reason is valid for this account and this performer only', async () => {
    await give(auditor)
    const other = (await registerPerformer(owner)).id
    expect(refusalOf(await auditor.get(file('', other)))).toEqual(required)
    expect(refusalOf(await (await app.signedIn('auditor')).get(file()))).toEqual(required)
  })

  test('a reason is valid for 15 minutes, and again after another one', async () => {
    const before = Date.now()
    const { until } = await give(auditor)
    expect(Date.parse(until ?? '') - before).toBeGreaterThan(limits.opening - 60_000)
    expect(await auditor.send(getOpening, { params: { id } })).toEqual({ until })
    await app.sql("UPDATE document_opening SET at = at - interval '15 minutes' WHERE account_id = $1", [
      auditor.accountId,
    ])
    expect(await auditor.send(getOpening, { params: { id } })).toEqual({ until: null })
    expect(refusalOf(await auditor.get(file()))).toEqual(required)
    await give(auditor)
    expect((await auditor.get(file())).status).toBe(200)
  })

  test('another process accepts the reason, also in another session of the account', async () => {
    await give(auditor)
    const second = await app.neighbour()
    try {
      const client = await signIn(second.services, second.url, auditor.accountId)
      expect((await client.get(file())).status).toBe(200)
    } finally {
      await second.close()
    }
  })

  test('the log shows the reason to admins and auditors, and the view without it to the owner', async () => {
    await give(auditor, '通報の確認')
    const entryOf = async (by: TestClient) =>
      (await by.send(listAuditLogs, { query: { resourceId: id, action: 'read' } }))[0]
    for (const by of [admin, auditor])
      expect(await entryOf(by)).toMatchObject({
        user: { name: '監査 花子', role: 'auditor' },
        resourceType: 'performer',
        details: { openingReason: '通報の確認' },
      })
    expect(await entryOf(owner)).toMatchObject({
      user: { name: '管理者', role: null },
      resourceType: 'performer',
      ipAddress: null,
      details: {},
    })
  })

  test.each(['', '　', 'あ'.repeat(limits.textChars + 1)])(
    'refuses a blank or too long reason (%#)',
    async (reason) => {
      const reply = await auditor.post(`/api/performers/${id}/openings`, { reason })
      expect(reply).toMatchObject({ status: 400, json: { errors: [{ field: 'reason' }] } })
      expect(refusalOf(await auditor.get(file()))).toEqual(required)
    },
  )
})

test('an admin needs no reason, and neither admins nor users can give one', async () => {
  for (const by of [admin, owner]) {
    expect((await by.get(file())).status).toBe(200)
    const reply = await by.post(`/api/performers/${id}/openings`, { reason: '確認' })
    expect(refusalOf(reply)).toEqual([403, 'FORBIDDEN'])
  }
})
