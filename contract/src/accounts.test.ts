import { expect, test } from 'vitest'
import { isAtLeast, type LadderRole, ladder, type Role, readingRole, roles } from './accounts.ts'

const held: readonly (readonly [Role, readonly LadderRole[]])[] = [
  ['user', ['user']],
  ['auditor', ['user']],
  ['admin', ['user', 'admin']],
  ['superadmin', ['user', 'admin', 'superadmin']],
]

test.each(held)('%s has the rights of %j (D1)', (role, expected) => {
  expect(ladder.filter((least) => isAtLeast(role, least))).toEqual(expected)
})

test('an auditor reads what an admin reads, and every other role what it may act on (D67)', () => {
  expect(roles.map(readingRole)).toEqual(['user', 'admin', 'admin', 'superadmin'])
})
