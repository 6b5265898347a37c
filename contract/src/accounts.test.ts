import { expect, test } from 'vitest'
import { isAtLeast, type Role } from './accounts.ts'

const all: readonly Role[] = ['user', 'admin', 'superadmin']
const ladder: readonly (readonly [Role, readonly Role[]])[] = [
  ['user', ['user']],
  ['admin', ['user', 'admin']],
  ['superadmin', ['user', 'admin', 'superadmin']],
]

test.each(ladder)('%s has the rights of %j (D1)', (role, held) => {
  expect(all.filter((least) => isAtLeast(role, least))).toEqual(held)
})
