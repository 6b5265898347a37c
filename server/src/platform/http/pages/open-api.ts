import { type Endpoint, pathParameters } from '@kyc/contract/endpoint.ts'
import { problemsOf } from '@kyc/contract/endpoint-problems.ts'
import { build } from '@kyc/contract/limits.ts'
import { problemSchema } from '@kyc/contract/problem-body.ts'
import { type ProblemCode, problems } from '@kyc/contract/problems.ts'
import { z } from 'zod'

type Json = Record<string, unknown>

/**
 * Describes the contract as OpenAPI 3.1, generated from the schemas that parse the calls. `server` is the origin
 * that serves it. `npm run check` lints the result.
 */
export function openApi(endpoints: readonly Endpoint[], server: string): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = `/api${endpoint.path}`
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: '本人確認管理システム API',
      version: build.version,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
      description:
        'Errors are application/problem+json (RFC 9457) with a stable code. Calls other than GET require X-CSRF-Token. ' +
        'The keys of tokens for partners are at /.well-known/jwks.json.',
    },
    servers: [{ url: server }],
    paths,
    components: {
      schemas: { Problem: jsonSchema(problemSchema, 'output') },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-sid' } },
    },
  }
}

function operation(endpoint: Endpoint): Json {
  const { audit } = endpoint
  return {
    operationId: endpoint.name,
    tags: [endpoint.name.split('.')[0]],
    summary: endpoint.summary,
    security: endpoint.who === 'anyone' ? [] : [{ session: [] }],
    'x-who': endpoint.who,
    ...(audit ? { 'x-audit': audit } : {}),
    ...(endpoint.stepUp ? { 'x-step-up': true } : {}),
    ...(endpoint.bearer === 'required' ? { 'x-bearer': true } : {}),
    ...(endpoint.whileEnrolling ? { 'x-while-enrolling': true } : {}),
    parameters: [...pathOf(endpoint), ...queryOf(endpoint), ...headersOf(endpoint)],
    ...bodyOf(endpoint),
    responses: { ...repliesOf(endpoint), ...problemReplies(endpoint) },
  }
}

function pathOf(endpoint: Endpoint): Json[] {
  return pathParameters(endpoint.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
}

function queryOf({ query }: Endpoint): Json[] {
  return Object.entries(query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema: jsonSchema(schema as z.ZodType), // zod types shapes by its core; these are full schemas
  }))
}

function headersOf({ method, csrf: exempt, idempotent, ifMatch }: Endpoint): Json[] {
  const schema = { type: 'string' }
  const csrf = method === 'GET' || exempt
  return [
    ...(csrf ? [] : [{ name: 'X-CSRF-Token', in: 'header', required: true, schema }]),
    ...(idempotent ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema }] : []),
    ...(ifMatch ? [{ name: 'If-Match', in: 'header', required: false, schema }] : []),
  ]
}

function bodyOf({ body, bodyOptional, upload }: Endpoint): Json {
  if (upload) {
    const fields = jsonSchema(upload.fields)
    const files = upload.files.map((name) => [
      name,
      { type: 'string', contentMediaType: 'application/octet-stream' },
    ])
    const properties = { ...(fields.properties as Json), ...Object.fromEntries(files) } // always present
    return {
      requestBody: {
        required: true,
        content: { 'multipart/form-data': { schema: { ...fields, properties } } },
      },
    }
  }
  if (!body) return {}
  const content = { 'application/json': { schema: jsonSchema(body) } }
  return { requestBody: { required: bodyOptional !== true, content } }
}

function repliesOf({ reply }: Endpoint): Json {
  switch (reply.kind) {
    case 'empty':
      return { 204: { description: 'Done' } }
    case 'navigation':
      return {
        200: { description: 'A page that asks for confirmation', content: { 'text/html': {} } },
        302: { description: 'Redirects to a page' },
      }
    case 'file':
      return { 200: { description: 'The bytes', content: { '*/*': {} } } }
    case 'json': {
      const pages = 'One page; Link contains the URL of the next page, X-Total-Count the total number of rows'
      const content = { 'application/json': { schema: jsonSchema(reply.schema, 'output') } }
      return { [reply.status]: { description: reply.paged ? pages : 'OK', content } }
    }
  }
}

function problemReplies(endpoint: Endpoint): Json {
  const byStatus = new Map<number, Set<ProblemCode>>()
  for (const code of problemsOf(endpoint)) {
    const { status } = problems[code]
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code))
  }
  const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [status, { description: [...codes].join(', '), content }]),
  )
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output' = 'input'): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
