/** @module-tag long */

import { beforeAll, beforeEach, expect, test } from 'vitest'
import { approvalOf } from '../../testing/app/approval.ts'
import { insertRecord } from '../../testing/app/performer-rows.ts'
import { sendReplacement } from '../../testing/app/replacements.ts'
import { samplePng } from '../../testing/app/sample-files.ts'
import { type TestAccount, useStage } from '../../testing/app/test-app.ts'
import { refusalOf, type TestReply } from '../../testing/app/test-client.ts'

/** Pairs of each race; 1,000 with RACE_PAIRS. */
const pairs = Number(process.env.RACE_PAIRS ?? 3)

const limits = {
  RATE_API_PER_MINUTE: '1000000',
  REGISTRATIONS_PER_DAY: '1000000',
  UPLOAD_MB_PER_DAY: '1000000',
}
const { app, owner, admin, other } = useStage(
  { owner: 'user', admin: 'superadmin', other: 'admin' },
  { env: limits },
)
let file: Uint8Array<ArrayBuffer>
let id: string

beforeAll(async () => {
  file = await samplePng(20, 20)
})
beforeEach(register)

/** A performer whose only document is pending and opened by both reviewers. */
async function register(): Promise<void> {
  id = await insertRecord(app, owner, ['idFront'], { seenBy: [admin, other] })
}

const path = (act: string) => `/api/performers/${id}/documents/idFront/${act}`
const decide = (by: TestAccount, act: 'verify' | 'reject') =>
  by.call('PUT', path(act), {
    headers: { 'if-match': '"1"' },
    json: { shownStatus: 'pending', ...(act === 'reject' ? { codes: ['blurry'] } : approvalOf('idFront')) },
  })
/** The actions of the entries about the performer, in their order. */
const entries = async () => {
  const rows = await app.sql<{ action: string }>(
    'SELECT action FROM audit_event WHERE subject = $1 OR rid = $1::text ORDER BY wseq',
    [id],
  )
  return rows.map(({ action }) => action)
}
const document = async () => {
  const [row] = await app.sql<{ status: string; version: number }>(
    'SELECT status, version FROM document_version WHERE performer_id = $1 AND is_current',
    [id],
  )
  return row
}

/** Each pair with a record of its own, one call up to 8 ms behind the other. */
async function race(
  one: () => Promise<TestReply>,
  two: () => Promise<TestReply>,
  check: (one: TestReply, two: TestReply) => Promise<void>,
): Promise<void> {
  for (let pair = 0; pair < pairs; pair++) {
    if (pair > 0) await register()
    const late = async (call: () => Promise<TestReply>) => {
      await new Promise((resolve) => setTimeout(resolve, pair % 9))
      return call()
    }
    await check(...(await Promise.all(pair % 2 === 0 ? [one(), late(two)] : [late(one), two()])))
  }
}

test(`an approval and a rejection by two reviewers: one wins, with one entry (${pairs} pairs)`, async () => {
  await race(
    () => decide(admin, 'verify'),
    () => decide(other, 'reject'),
    async (verified, rejected) => {
      expect([verified.status, rejected.status].sort()).toEqual([200, 409])
      expect(await entries()).toEqual([verified.status === 200 ? 'verify' : 'reject'])
    },
  )
})

test(`two reviewers with the same decision: one wins, with one entry (${pairs} pairs)`, async () => {
  await race(
    () => decide(admin, 'verify'),
    () => decide(other, 'verify'),
    async (...replies) => {
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(await entries()).toEqual(['verify'])
    },
  )
})

test(`a double key press makes one decision, with one entry (${pairs} pairs)`, async () => {
  await race(
    () => decide(admin, 'reject'),
    () => decide(admin, 'reject'),
    async (...replies) => {
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(await entries()).toEqual(['reject'])
    },
  )
})

test(`an approval at the same time as a replacement never covers the new file (${pairs} pairs)`, async () => {
  await race(
    () => decide(admin, 'verify'),
    () => sendReplacement(owner, id, 'idFront', file),
    async (approved, replaced) => {
      expect([approved.status, replaced.status].sort()).toEqual([200, 409])
      const won = approved.status === 200
      expect(refusalOf(won ? replaced : approved)[1]).toBe(won ? 'DOCUMENT_VERIFIED' : 'DOCUMENT_REPLACED')
      expect(await document()).toEqual(
        won ? { version: 1, status: 'verified' } : { version: 2, status: 'pending' },
      )
      expect(await entries()).toEqual([won ? 'verify' : 'update'])
    },
  )
})

test(`an approval at the same time as a deletion comes first or finds nothing (${pairs} pairs)`, async () => {
  // Its step-up must outlive all pairs.
  const deleter = await app.signedIn('admin')
  await race(
    () => decide(admin, 'verify'),
    () => deleter.delete(`/api/performers/${id}`),
    async (approved, deleted) => {
      expect(deleted.status).toBe(204)
      expect([200, 404]).toContain(approved.status)
      expect(await entries()).toEqual(approved.status === 200 ? ['verify', 'delete'] : ['delete'])
    },
  )
})

test(`a resubmission at the same time as the final rejection of another slot adds nothing to the closed case (${pairs} pairs)`, async () => {
  await race(
    () => admin.put(path('reject'), { codes: ['tampering'] }),
    () => sendReplacement(owner, id, 'selfie', file),
    async (rejected, uploaded) => {
      expect(rejected.status).toBe(200)
      if (uploaded.status !== 200) expect(refusalOf(uploaded)).toEqual([409, 'CASE_CLOSED'])
      expect(await entries()).toEqual(uploaded.status === 200 ? ['update', 'reject'] : ['reject'])
      const [row] = await app.sql('SELECT case_closed, pending_since FROM performer WHERE id = $1', [id])
      expect(row).toEqual({ case_closed: 'final', pending_since: null })
    },
  )
})
