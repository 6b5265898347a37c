import { type Endpoint, pathParameters } from '@kyc/contract/endpoint.ts'
import { problemsOf } from '@kyc/contract/endpoint-problems.ts'
import { build } from '@kyc/contract/limits.ts'
import { versionHeader } from '@kyc/contract/partner-api-vocabulary.ts'
import { problemSchema } from '@kyc/contract/problem-body.ts'
import { type ProblemCode, problems } from '@kyc/contract/problems.ts'
import { z } from 'zod'

type Json = Record<string, unknown>

/**
 * Describes the contract as OpenAPI 3.1, generated from the schemas that parse the calls. `server` is the origin
 * that serves it. `npm run check` lints the result.
 */
export function openApi(endpoints: readonly Endpoint[], server: string, of: Described = pagesApi): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = `/api${endpoint.path}`
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: operation(endpoint, of.examples?.[endpoint.name]),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: of.title,
      version: build.version,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
      description: of.description,
    },
    servers: [{ url: server }],
    paths,
    components: {
      schemas: { Problem: jsonSchema(problemSchema, 'output') },
      securitySchemes: endpoints.some(({ who }) => who === 'partner')
        ? { key: { type: 'http', scheme: 'bearer' } }
        : { session: { type: 'apiKey', in: 'cookie', name: '__Host-sid' } },
    },
  }
}

/** The parts of a description that are not in its endpoints. */
interface Described {
  readonly title: string
  readonly description: string
  /** Of body and reply, by the name of the endpoint. */
  readonly examples?: Readonly<Record<string, { readonly body?: unknown; readonly reply: unknown }>>
}

const pagesApi: Described = {
  title: '本人確認管理システム API',
  description:
    'Errors are application/problem+json (RFC 9457) with a stable code. Calls other than GET require X-CSRF-Token. ' +
    'The keys of tokens for partners are at /.well-known/jwks.json, and the API for their servers is described at ' +
    '/api/partner/v1/openapi.json.',
}

function operation(endpoint: Endpoint, example?: { readonly body?: unknown; readonly reply: unknown }): Json {
  const { audit } = endpoint
  return {
    operationId: endpoint.name,
    tags: [endpoint.name.split('.')[0]],
    summary: endpoint.summary,
    security: securityOf(endpoint),
    'x-who': endpoint.who,
    ...(endpoint.scope ? { 'x-scope': endpoint.scope } : {}),
    ...(audit ? { 'x-audit': audit } : {}),
    ...(endpoint.stepUp ? { 'x-step-up': true } : {}),
    ...(endpoint.bearer === 'required' ? { 'x-bearer': true } : {}),
    ...(endpoint.whileEnrolling ? { 'x-while-enrolling': true } : {}),
    parameters: [...pathOf(endpoint), ...queryOf(endpoint), ...headersOf(endpoint)],
    ...bodyOf(endpoint, example?.body),
    responses: { ...repliesOf(endpoint, example?.reply), ...problemReplies(endpoint) },
  }
}

function securityOf({ who }: Endpoint): Json[] {
  if (who === 'anyone') return []
  return [who === 'partner' ? { key: [] } : { session: [] }]
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

function headersOf({ who, method, csrf: exempt, idempotent, ifMatch }: Endpoint): Json[] {
  const schema = { type: 'string' }
  const csrf = method === 'GET' || exempt || who === 'partner'
  return [
    ...(csrf ? [] : [{ name: 'X-CSRF-Token', in: 'header', required: true, schema }]),
    ...(idempotent ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema }] : []),
    ...(who === 'partner' ? [{ name: versionHeader, in: 'header', required: false, schema }] : []),
    ...(ifMatch ? [{ name: 'If-Match', in: 'header', required: false, schema }] : []),
  ]
}

function bodyOf({ body, bodyOptional, upload }: Endpoint, example: unknown): Json {
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
  const content = { 'application/json': { schema: jsonSchema(body), ...(example ? { example } : {}) } }
  return { requestBody: { required: bodyOptional !== true, content } }
}

function repliesOf({ reply }: Endpoint, example: unknown): Json {
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
      const schema = jsonSchema(reply.schema, 'output')
      const content = { 'application/json': { schema, ...(example ? { example } : {}) } }
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
