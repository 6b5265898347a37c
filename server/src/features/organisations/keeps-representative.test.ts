import type { MemberRole } from '@kyc/contract/organisations.ts'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { type TestAccount, useStage } from '../../testing/app/test-app.ts'
import { refusalOf } from '../../testing/app/test-client.ts'
import { changeMemberRole } from './change-member-role.ts'
import { handOverOrganisation } from './hand-over-organisation.ts'
import { removeMember } from './remove-member.ts'

/** Pairs of concurrent acts; RACE_PAIRS sets another number. */
const pairs = Number(process.env.RACE_PAIRS ?? 60)

const { app } = useStage()
let people: TestAccount[]

beforeAll(async () => {
  people = await Promise.all([1, 2, 3].map(() => app.signedIn('user')))
})

const actOf = (organisation: string, { accountId }: TestAccount) => ({
  actor: { id: accountId, role: 'user' as const },
  id: organisation,
  ip: null,
})

/** The acts that can end the role 代表 of the acting account or of another one. */
const acts = [
  (organisation: string, by: TestAccount, other: TestAccount) =>
    handOverOrganisation(app.services, actOf(organisation, by), other.accountId),
  (organisation: string, by: TestAccount) =>
    removeMember(app.services, actOf(organisation, by), by.accountId),
  (organisation: string, by: TestAccount, other: TestAccount) =>
    removeMember(app.services, actOf(organisation, by), other.accountId),
  (organisation: string, by: TestAccount, other: TestAccount) =>
    changeMemberRole(app.services, actOf(organisation, by), { accountId: other.accountId, role: 'viewer' }),
  (organisation: string, by: TestAccount) =>
    changeMemberRole(app.services, actOf(organisation, by), { accountId: by.accountId, role: 'staff' }),
]

test(`an organisation keeps a representative, whatever two of them do at once (${pairs} pairs)`, async () => {
  const refusals = new Set<string>()
  for (let pair = 0; pair < pairs; pair++) {
    const organisation = await createCompany()
    const [one, other] = people as [TestAccount, TestAccount] // three were created
    // Combines each act with each act, in turn.
    const first = acts[pair % acts.length]
    const second = acts[Math.floor(pair / acts.length) % acts.length]
    const results = await Promise.allSettled([
      first?.(organisation, one, other),
      second?.(organisation, other, one),
    ])
    for (const result of results)
      if (result.status === 'rejected') refusals.add(result.reason.code ?? String(result.reason))
    expect(await representatives(organisation)).toBeGreaterThan(0)
    // Removing a former member succeeds without a change, and so without an entry.
    const succeeded = results.filter(({ status }) => status === 'fulfilled').length
    const entries = await entriesOf(organisation)
    expect([succeeded, succeeded - 1].filter((n) => n > 0)).toContain(entries)
  }
  const expected = ['LAST_REPRESENTATIVE', 'MEMBER_NOT_FOUND', 'ORGANISATION_NOT_FOUND', 'ORGANISATION_ROLE']
  expect(expected).toEqual(expect.arrayContaining([...refusals]))
})

test(`a removal and a registration at once end in either order (${pairs} pairs)`, async () => {
  const outcomes = new Set<unknown>()
  for (let pair = 0; pair < pairs; pair++) {
    const organisation = await createCompany()
    const [representative, member] = people as [TestAccount, TestAccount] // three were created
    const [registered, removed] = await Promise.all([
      member.post(`/api/videos?organisation=${organisation}`, { title: `競合 ${pair}` }),
      representative.delete(`/api/organisations/${organisation}/members/${member.accountId}`),
    ])
    expect(removed.status).toBe(204)
    const videos = await count('video WHERE owner_id = $1', organisation)
    outcomes.add(refusalOf(registered).join(' '))
    expect(videos).toBe(registered.status === 201 ? 1 : 0)
  }
  expect(['201 ', '404 ORGANISATION_NOT_FOUND']).toEqual(expect.arrayContaining([...outcomes]))
})

/** A company with two representatives and one viewer. */
async function createCompany(): Promise<string> {
  const id = newId()
  await app.sql(
    `INSERT INTO organisation (id, name, search_text, kind, created_at, updated_at)
     VALUES ($1, '競合', '競合', 'producer', now(), now())`,
    [id],
  )
  const roles: MemberRole[] = ['representative', 'representative', 'viewer']
  for (const [index, { accountId }] of people.entries())
    await app.sql(
      'INSERT INTO membership (account_id, organisation_id, role, joined_at) VALUES ($1, $2, $3, now())',
      [accountId, id, roles[index]],
    )
  return id
}

async function representatives(organisation: string): Promise<number> {
  return count(
    "membership WHERE organisation_id = $1::uuid AND role = 'representative' AND left_at IS NULL",
    organisation,
  )
}

function entriesOf(organisation: string): Promise<number> {
  return count("audit_event WHERE rid = $1 AND rtype = 'organisation'", organisation)
}

async function count(rows: string, organisation: string): Promise<number> {
  const [row] = await app.sql<{ n: number }>(`SELECT count(*)::int AS n FROM ${rows}`, [organisation])
  return row?.n ?? 0
}
