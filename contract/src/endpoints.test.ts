import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from './endpoints.ts'

/**
 * A repeat of these calls changes nothing, because what they would create exists. The tests of their features verify
 * it.
 */
const repeatable = ['contractTemplates.create', 'performerPage.disclosure', 'performerPage.withdraw']

test('every POST that creates a record accepts an idempotency key (D20), unless its repeats change nothing or its proof works once', () => {
  const creating = endpoints.filter(
    ({ method, name, reply, audit }) =>
      method === 'POST' && !name.startsWith('auth.') && (reply.status === 201 || audit?.includes('create')),
  )
  const unkeyed = creating.filter(({ idempotent }) => !idempotent).map(({ name }) => name)
  expect(unkeyed.toSorted()).toEqual(repeatable)
})

test('no body and no form accepts a field that it does not declare, at any depth', () => {
  const bodies = endpoints.flatMap(({ name, body, upload }) => [
    ...(body ? [[name, body] as const] : []),
    ...(upload ? [[name, upload.fields] as const] : []),
  ])
  expect(bodies.length).toBeGreaterThan(50)
  expect(bodies.flatMap(([name, schema]) => openObjects(schema).map((path) => `${name}${path}`))).toEqual([])
})

/** The paths of the objects in `schema` that accept undeclared fields. */
function openObjects(schema: z.ZodType): string[] {
  const found: string[] = []
  z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema, path }) {
      if (zodSchema._zod.def.type === 'object' && jsonSchema.additionalProperties !== false)
        found.push(`/${path.join('/')}`)
    },
  })
  return found
}
