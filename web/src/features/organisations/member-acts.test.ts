import type { Member, Organisation } from '@kyc/contract/organisation-members.ts'
import type { MemberRole } from '@kyc/contract/organisations.ts'
import { expect, test } from 'vitest'
import { actsOn, whyUnmanaged } from './member-acts.ts'

function member(accountId: string, role: MemberRole): Member {
  return { accountId, name: accountId, email: null, role, joinedAt: '2026-11-20T05:05:00Z' }
}

const boss = member('boss', 'representative')
const staff = member('staff', 'staff')

function organisation(members: Member[], disabledReason: string | null = null): Organisation {
  const createdAt = '2026-11-20T05:05:00Z'
  return {
    id: 'o',
    name: 'o',
    kind: 'producer',
    disabledReason,
    createdAt,
    legalName: null,
    contact: null,
    signingWaitDays: 1,
    approvedAt: createdAt,
    cancelledOn: null,
    version: 1,
    members,
    invitations: [],
  }
}

const as = (own: Member) => ({ accountId: own.accountId, member: own })
const both = organisation([boss, staff])

test('a representative manages the others, and leaves only if another representative stays', () => {
  expect(whyUnmanaged(as(boss), both)).toBeUndefined()
  expect(actsOn(staff, as(boss), both)).toEqual([{ act: 'role' }, { act: 'handOver' }, { act: 'remove' }])
  const last = 'ほかに代表がいません'
  expect(actsOn(boss, as(boss), both)).toEqual([
    { act: 'role', refused: last },
    { act: 'leave', refused: last },
  ])
  const second = member('second', 'representative')
  const withSecond = organisation([boss, second])
  expect(actsOn(boss, as(boss), withSecond)).toEqual([{ act: 'role' }, { act: 'leave' }])
  expect(actsOn(second, as(boss), withSecond)[1]?.refused).toBe('すでに代表です')
})

test('other members may only leave, and every other act states why it is refused', () => {
  expect(whyUnmanaged(as(staff), both)).toBe('メンバーの管理と設定の変更は、代表だけができます。')
  expect(actsOn(staff, as(staff), both)).toEqual([{ act: 'role', refused: '代表のみ' }, { act: 'leave' }])
  expect(actsOn(boss, as(staff), both).every(({ refused }) => refused === '代表のみ')).toBe(true)
})

test('a disabled organisation permits no act on members, and an admin who is not a member may only read', () => {
  const disabled = organisation([boss, staff], '契約終了')
  expect(actsOn(staff, as(boss), disabled).every(({ refused }) => refused !== undefined)).toBe(true)
  expect(actsOn(staff, as(staff), disabled).every(({ refused }) => refused !== undefined)).toBe(true)
  expect(whyUnmanaged({ accountId: 'admin', member: undefined }, both)).toContain('メンバーではない')
})
