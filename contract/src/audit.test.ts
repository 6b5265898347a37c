import { expect, test } from 'vitest'
import { auditFilterSchema } from './audit.ts'

test('every filter of the log is optional, and an empty one is ignored (spec §5, D19)', () => {
  expect(auditFilterSchema.parse({})).toEqual({})
  const empty = Object.fromEntries(Object.keys(auditFilterSchema.shape).map((name) => [name, '']))
  expect(auditFilterSchema.parse(empty)).toEqual({})
})
