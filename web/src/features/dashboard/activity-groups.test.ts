import type { AuditEntry } from '@kyc/contract/audit.ts'
import { expect, test } from 'vitest'
import { groupByPerson } from './activity-groups.ts'

const entry = (id: string, userId: string | null, name: string | null): AuditEntry => ({
  id,
  createdAt: '2026-11-20T05:05:09.000Z',
  userId,
  user: name === null ? null : { name, role: null },
  action: 'create',
  resourceType: 'performer',
  resourceId: null,
  resourceName: null,
  performerId: null,
  ipAddress: null,
  details: {},
  unreadable: false,
})

test('groups the entries of an account, the account of the newest entry first', () => {
  const groups = groupByPerson([
    entry('5', 'b', '佐藤'),
    entry('4', 'a', '佐藤'),
    entry('3', null, '管理者'),
    entry('2', 'b', '佐藤'),
    entry('1', null, null),
  ])
  expect(groups.map(({ name, entries }) => [name, entries.map(({ id }) => id)])).toEqual([
    ['佐藤', ['5', '2']],
    ['佐藤', ['4']],
    ['管理者', ['3']],
    [null, ['1']],
  ])
})
