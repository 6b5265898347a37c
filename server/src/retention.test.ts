import { randomUUID } from 'node:crypto'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { day } from '@kyc/contract/durations.ts'
import { limits } from '@kyc/contract/limits.ts'
import { retention } from '@kyc/contract/retention.ts'
import { beforeAll, expect, test } from 'vitest'
import { schedulesOf } from './jobs.ts'
import { insertPerformerRows, performerRow } from './testing/app/performer-rows.ts'
import { destroyNow } from './testing/app/sealed-records.ts'
import { useStage } from './testing/app/test-app.ts'
import { TestClock } from './testing/app/test-clock.ts'

const clock = new TestClock('2026-04-01T00:00:00Z')

const { app, admin } = useStage({ admin: 'admin' }, { overrides: { clock } })
let jobs: Readonly<Record<string, () => Promise<unknown>>>

beforeAll(async () => {
  jobs = Object.assign({}, ...schedulesOf(app.services).map((schedule) => schedule.jobs))
})

const past = (age: number) => new Date(clock.now().getTime() - age)

async function run(name: string): Promise<void> {
  const job = jobs[name]
  if (!job) throw new Error(`no job ${name}`)
  await job()
}

test('every retention period names jobs that run (D77)', () => {
  for (const { data, jobs: names } of retention) {
    for (const name of names) expect(Object.keys(jobs), data).toContain(name)
  }
})

test('a retention ends by the clock of the database, or needs the right clock of the process (D84)', () => {
  const guarded = schedulesOf(app.services).filter(({ needsRightClock }) => needsRightClock)
  const names = new Set(guarded.flatMap((schedule) => Object.keys(schedule.jobs)))
  const others = new Set(retention.flatMap((rule) => rule.jobs).filter((name) => !names.has(name)))
  // These jobs use the clock of the database, except those of the claims and recent views of the last minutes, which
  // have no lasting content.
  expect([...others].sort()).toEqual([
    'clean up sessions',
    'delete ended uses of limits',
    'delete expired claims',
    'delete expired openings',
    'delete old KYC sessions',
    'delete old events of the partner API',
    'delete old sessions of the partner API',
    'delete past decisions',
    'forget past views',
    'purge saved replies',
    'sweep upload intents',
  ])
})

test('requests of transfers are deleted when they have expired', async () => {
  const other = await app.signedIn('user')
  const insert = (expires: Date) =>
    app.sql(
      `INSERT INTO transfer (id, from_id, to_id, reason, requested_by, requested_at, expires_at)
       VALUES ($1, $2, $3, '統合', $2, $4, $5)`,
      [randomUUID(), admin.accountId, other.accountId, past(limits.transfer), expires],
    )
  await insert(past(0))
  await insert(past(-1))
  await run('delete expired transfers')
  expect(await app.sql('SELECT expires_at FROM transfer')).toEqual([{ expires_at: past(-1) }])
})

test('invitations of members end 30 days after their expiry', async () => {
  const insert = (email: string, expires: Date) =>
    app.sql(
      `INSERT INTO organisation_invitation
         (id, organisation_id, email, email_key, name, role, invited_by, invited_at, expires_at)
       VALUES ($1, $2, $3, $3, '試験 花子', 'staff', $2, $4, $4)`,
      [randomUUID(), admin.accountId, email, expires],
    )
  await insert('old@example.com', past(limits.memberInvitationKept))
  await insert('young@example.com', past(limits.memberInvitationKept - 1))
  await run('delete old member invitations')
  expect(await app.sql('SELECT email FROM organisation_invitation')).toEqual([{ email: 'young@example.com' }])
})

test('permissions of auditors are deleted when they have expired', async () => {
  const { db } = app.services
  const ids = [randomUUID(), randomUUID()] as const
  await insertPerformerRows(
    db,
    ids.map((id) => performerRow(admin.accountId, { id })),
  )
  for (const [index, id] of ids.entries()) {
    await app.sql(
      `INSERT INTO document_opening (account_id, performer_id, at) VALUES ($1, $2, now() - $3 * interval '1 second')`,
      [admin.accountId, id, index === 0 ? limits.opening / 1000 : 60],
    )
  }
  await run('delete expired openings')
  expect(await app.sql('SELECT performer_id FROM document_opening')).toEqual([{ performer_id: ids[1] }])
})

test('the files that replace sent mails are deleted after 14 days', async () => {
  const folder = join(app.dataDir, 'mails')
  await mkdir(folder, { recursive: true })
  for (const [name, age] of [
    ['old.eml', limits.mailKept],
    ['young.eml', limits.mailKept - day],
  ] as const) {
    await writeFile(join(folder, name), '本文')
    await utimes(join(folder, name), past(age), past(age))
  }
  await run('delete old mails')
  expect(await readdir(folder)).toEqual(['young.eml'])
})

/** Name and address of an account, `age` after its last sign-in. */
async function account(age: number, changes: string): Promise<string> {
  const { accountId } = await app.signedIn('user', '未使用 花子')
  await app.sql('DELETE FROM session WHERE account_id = $1', [accountId])
  await app.sql(
    `UPDATE account SET created_at = $2, last_sign_in_at = NULL, password_hash = NULL, ${changes} WHERE id = $1`,
    [accountId, past(age)],
  )
  return accountId
}

const unverified = "email_verified = false, provider = 'firebase'"
const rowOf = async (id: string) =>
  (
    await app.sql('SELECT name, email, disabled_at IS NOT NULL AS disabled FROM account WHERE id = $1', [id])
  )[0]

test('an unused account loses name and address after 180 days, once, with an entry', async () => {
  const invited = await account(limits.unusedAccountKept + 1, 'email_verified = true')
  const unknown = await account(limits.unusedAccountKept + 1, unverified)
  const young = await account(limits.unusedAccountKept - day, unverified)
  const used = await account(limits.unusedAccountKept + 1, "email_verified = true, provider = 'firebase'")
  const registrar = await account(limits.unusedAccountKept + 1, unverified)
  await insertPerformerRows(app.services.db, [performerRow(registrar)])
  await Promise.all([run('erase unused accounts'), run('erase unused accounts')])
  expect(await rowOf(invited)).toEqual({ name: '（消去済み）', email: null, disabled: true })
  expect(await rowOf(unknown)).toEqual({ name: '（消去済み）', email: null, disabled: false })
  for (const id of [young, used, registrar]) {
    expect(await rowOf(id)).toMatchObject({ name: '未使用 花子', email: expect.any(String) })
  }
  const organisations = await app.sql('SELECT name, search_text FROM organisation WHERE person_id = $1', [
    invited,
  ])
  expect(JSON.stringify(organisations)).not.toContain('未使用')
  const entries = await app.sql(
    "SELECT rid FROM audit_event WHERE action = 'shred' AND rtype = 'user' ORDER BY rid",
  )
  expect(entries.map(({ rid }) => rid)).toEqual([invited, unknown].sort())
})

test('requests of data subjects end three years after the response, and with the record', async () => {
  const [kept, destroyed] = [randomUUID(), randomUUID()]
  await insertPerformerRows(
    app.services.db,
    [kept, destroyed].map((id) => performerRow(admin.accountId, { id })),
  )
  const insert = (performer: string, responded: Date | null) =>
    app.sql(
      `INSERT INTO subject_request (id, performer_id, kind, received_on, due_on, state, details_box, response_box,
         created_at, responded_at, handled_by)
       VALUES ($1, $2, 'disclosure', '2020-01-01', '2020-01-31', $3, '', $4, now(), $5, $6)`,
      [
        randomUUID(),
        performer,
        responded ? 'granted' : 'open',
        responded && Buffer.alloc(0),
        responded,
        responded && admin.accountId,
      ],
    )
  await insert(kept, past(limits.subjectRequest.kept))
  await insert(kept, past(limits.subjectRequest.kept - 1))
  await insert(kept, null)
  await insert(destroyed, new Date())
  await run('delete old subject requests')
  await destroyNow(app, destroyed, admin.accountId)
  expect(await app.sql('SELECT performer_id, state FROM subject_request ORDER BY state')).toEqual([
    { performer_id: kept, state: 'granted' },
    { performer_id: kept, state: 'open' },
  ])
})
