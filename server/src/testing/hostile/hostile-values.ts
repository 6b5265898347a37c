import { type Endpoint, pathParameters } from '@kyc/contract/endpoint.ts'
import fc from 'fast-check'
import { z } from 'zod'

/** Hostile calls, generated from the schemas of the contract. */

/** Path segments, URL-encoded. */
const hostileSegments = fc.oneof(
  fc.constantFrom(
    'no-id',
    '%00',
    'a%00b',
    '%2e%2e%2f',
    '..%2f..%2f',
    '%ff',
    '%c0%80',
    '%',
    '%zz',
    '%0d%0aX:%20y',
  ),
  fc.constantFrom(
    'constructor',
    '__proto__',
    '-1',
    '1e3',
    '{id}',
    '%3Cscript%3E',
    'idFront',
    'metadata',
    'null',
  ),
  fc.constantFrom('00000000-0000-0000-0000-000000000000', 'a'.repeat(5000), '%F0%9F%98%80', "'%20OR%201=1--"),
)

const texts = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    'a\udfff',
    '\u2028',
    '\u202e',
    '\ufeff',
    '％',
    '﷽',
  ),
  fc.constantFrom(
    '__proto__',
    'constructor',
    'null',
    'true',
    '0',
    '-1',
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    '9'.repeat(40),
  ),
  fc.constantFrom(
    '2026-02-30',
    '0000-01-01',
    '9999-12-31',
    '2026-06-01',
    '2026-06-01T00:00:00Z',
    '+012026-01-01',
  ),
  fc.constantFrom(
    "' OR 1=1 --",
    '\\',
    '%',
    '_',
    '{{x}}',
    '<script>',
    '=1+1',
    'a\r\nX: y',
    '../../etc/passwd',
  ),
  fc.constantFrom(
    'a'.repeat(101),
    'あ'.repeat(3000),
    '\ufdfa'.repeat(100),
    'e\u0301',
    'x@example.com',
    '見本',
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
)

const others = fc.oneof(
  fc.constantFrom(null, true, false, 0, -1, 1.5, 2 ** 53, 1e308, -0, 99999999999),
  fc.constantFrom([], {}, [[]], [null], { a: 1 }, { length: 1 }, { toString: 1 }),
)

/** Any JSON value. */
const hostileJson = fc.oneof({ weight: 3, arbitrary: texts }, { weight: 2, arbitrary: others })

type Json = Record<string, unknown>

/** Values that mostly match a schema, so that the wrong parts pass the first checks. */
function near(schema: Json): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 6, arbitrary: like(schema) }, { weight: 1, arbitrary: hostileJson })
}

function like(schema: Json): fc.Arbitrary<unknown> {
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined // as JSON schemas have it
  if (choices) return fc.oneof(...choices.map(near))
  if ('const' in schema) return fc.constant(schema.const)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'object':
      return objectLike(schema)
    case 'array':
      // A tuple names each of its items, and permits no others.
      if (schema.prefixItems) return fc.tuple(...(schema.prefixItems as Json[]).map(near))
      return fc.array(near((schema.items ?? {}) as Json), { maxLength: 3 })
    case 'integer':
    case 'number':
      return fc.integer({ min: -2, max: 300 })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return texts
  }
}

function objectLike(schema: Json): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>)
  const known = fc.record(Object.fromEntries(properties.map(([name, each]) => [name, near(each)])), {
    requiredKeys: (schema.required ?? []) as string[],
  })
  const stray = fc.oneof(
    { weight: 8, arbitrary: fc.constant({}) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<object>({ role: 'superadmin' }, { id: 'x' }, { '': 1 }, { owner_id: 1 }),
    },
  )
  return fc.tuple(known, stray).map(([value, more]) => ({ ...value, ...more }))
}

function schemaOf(schema: z.ZodType): Json {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
}

/** Invalid or ambiguous JSON. */
const brokenJson = fc.constantFrom(
  '{',
  '[',
  '"',
  '{"a":1,"a":2}',
  '{"__proto__":{"role":"admin"}}',
  '{"constructor":{}}',
  'NaN',
  "{'a':1}",
  ...['[', '{"a":'].map((open) => open.repeat(20_000)),
  ...['\ufeff{}', '{} {}', '{"\\ud800":1}', '"\\ud800"', '1e999', '-', '{"a":"\t"}', ' '.repeat(70_000)],
)

interface HostileBody {
  readonly content: string | Uint8Array
  readonly type: string | undefined
}

const types = fc.constantFrom(
  'application/json',
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=utf-16',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  '*/*',
)

function bodies({ body }: Endpoint): fc.Arbitrary<HostileBody | undefined> {
  const json = (body ? near(schemaOf(body)) : hostileJson).map((value) => ({
    content: JSON.stringify(value),
    type: 'application/json',
  }))
  const bytes = fc.oneof(brokenJson, fc.uint8Array({ maxLength: 50 }))
  const broken = fc.record({ content: bytes, type: types })
  return fc.oneof(
    { weight: 8, arbitrary: json },
    { weight: 2, arbitrary: broken },
    { weight: 1, arbitrary: fc.constant(undefined) },
  )
}

function queries({ query }: Endpoint): fc.Arbitrary<string> {
  const known = Object.entries(query?.shape ?? {}).map(([name, schema]) => {
    const value = near(schemaOf(schema as z.ZodType)) // the shape is typed by zod's core; the schemas are zod types
    return value.map((each) => `${name}=${encodeURIComponent(asText(each))}`)
  })
  const stray = fc.constantFrom(
    '',
    '&&&',
    '=',
    '__proto__=1',
    'a[]=1',
    'x=1&x=2',
    '%00=%00',
    '%ff=%ff',
    '%',
    'limit=%zz',
  )
  const part = known.length > 0 ? fc.oneof(...known, stray) : stray
  return fc.array(part, { maxLength: 3 }).map((parts) => (parts.length > 0 ? `?${parts.join('&')}` : ''))
}

function asText(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed()
}

const headers = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Record<string, string>>({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record<string, string>>(
      { 'if-match': '"1"' },
      { 'if-match': '"99999999999"' },
      { 'if-match': 'x' },
      { 'if-match': '' },
      { 'idempotency-key': '' },
      { 'idempotency-key': 'a b' },
      { 'idempotency-key': 'é'.repeat(300) },
      { authorization: 'Bearer x.y' },
      { authorization: 'Bearer' },
      { authorization: 'Basic eA==' },
      { origin: 'null' },
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { cookie: '__Host-sid=%ff; __Host-sid=x' },
      { cookie: '__proto__=1; =; ;' },
      { 'x-csrf-token': '%00' },
      { 'x-refetch': 'live' },
      { range: 'bytes=0-0' },
      { 'accept-encoding': 'x' },
      { 'x-forwarded-for': '\u00ff' },
    ),
  },
)

export interface HostileCall {
  readonly path: string
  readonly body: HostileBody | undefined
  /** The text fields of a multipart form. */
  readonly fields: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
}

/** Calls of `endpoint`; most of them name an existing record by `knownId`. */
export function hostileCalls(endpoint: Endpoint): fc.Arbitrary<HostileCall> {
  const segments = pathParameters(endpoint.path).map((name) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constant(name === 'type' ? 'idFront' : knownId) },
      { weight: 1, arbitrary: hostileSegments },
    ),
  )
  const shape = endpoint.upload ? schemaOf(endpoint.upload.fields) : {}
  const fields = near({ type: 'object', ...shape }).map((value) =>
    Object.fromEntries(
      Object.entries(Object(value)).map(([name, each]) => [name.toWellFormed(), asText(each)]),
    ),
  )
  return fc.record({
    path: fc.tuple(queries(endpoint), ...segments).map(([query, ...values]) => {
      const filled = endpoint.path.replace(/\{\w+\}/g, () => values.shift() ?? '')
      return `/api${filled}${query}`
    }),
    body: endpoint.upload ? fc.constant(undefined) : bodies(endpoint),
    fields,
    headers,
  })
}

/** Placeholder in a path for the id of a record that the caller may see. */
export const knownId = 'KNOWN-ID'
