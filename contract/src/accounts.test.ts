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

test('an auditor reads like an admin, and every other role reads with its own rights (D67)', () => {
  expect(roles.map(readingRole)).toEqual(['user', 'admin', 'admin', 'superadmin'])
})
