import { expect, test } from 'vitest'
import { endpoints } from './endpoints.ts'

test('every POST that creates a record accepts a key (D20), except sign-ins, whose proof works once', () => {
  const creating = endpoints.filter(
    ({ method, name, reply, audit }) =>
      method === 'POST' && !name.startsWith('auth.') && (reply.status === 201 || audit?.includes('create')),
  )
  expect(creating.filter(({ idempotent }) => !idempotent)).toEqual([])
})
