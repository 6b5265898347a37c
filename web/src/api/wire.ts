import {
  type BodyIn,
  type Endpoint,
  type FieldsIn,
  type ParamsIn,
  pathParameters,
  type QueryIn,
} from '@kyc/contract/endpoint.ts'
import { build } from '@kyc/contract/limits.ts'
import type { ClientEnvironment } from './environment.ts'

/** The input of a call, typed by the endpoint; parts that the endpoint lacks are `undefined`. */
export interface CallInput<E extends Endpoint> {
  params?: ParamsIn<E>
  query?: QueryIn<E>
  body?: BodyIn<E>
  fields?: FieldsIn<E>
  /** Files by document type. */
  files?: Record<string, File>
  signal?: AbortSignal
  onProgress?: (sentBytes: number, totalBytes: number) => void
  /** The same key on every try of the same act. */
  idempotencyKey?: string
  /** The document version that a decision applies to (D11). */
  ifMatch?: number
  /** Refetch caused by a live update; does not extend the idle time of the session. */
  live?: true
  /** Sends the access token on the first try, as two calls of spec §7 require. */
  bearer?: true
}

/** CallInput without the types of one endpoint, for use inside the client. */
export type AnyInput = {
  [Name in keyof CallInput<Endpoint>]?: Name extends 'params' | 'query' | 'body' | 'fields'
    ? unknown
    : CallInput<Endpoint>[Name] | undefined
}

export interface WireRequest {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: string | FormData | null
  readonly signal: AbortSignal | undefined
  readonly onProgress: ((sentBytes: number, totalBytes: number) => void) | undefined
  /** Times out without progress instead of after a fixed time (D52). */
  readonly transfer: boolean
}

export interface WireReply {
  readonly status: number
  readonly header: (name: string) => string | null
  readonly body: Blob
}

export interface Tokens {
  readonly csrf: string | null
  readonly bearer: string | null
  /** The provider token, while the page that signed in with it is open. */
  readonly provider: string | null
}

export function wireRequest(
  environment: ClientEnvironment,
  endpoint: Endpoint,
  input: AnyInput,
  tokens: Tokens,
): WireRequest {
  const body = endpoint.upload ? formData(input) : jsonBody(input)
  return {
    method: endpoint.method,
    url: environment.base + path(endpoint, input) + search(input),
    headers: headers(endpoint, input, tokens, typeof body === 'string'),
    body,
    signal: input.signal,
    onProgress: input.onProgress,
    transfer: endpoint.transfer === true,
  }
}

/** Headers of spec §7, named as in D51. */
function headers(endpoint: Endpoint, input: AnyInput, tokens: Tokens, json: boolean): Record<string, string> {
  return {
    Accept: 'application/json, application/problem+json, */*',
    'X-Requested-With': 'XMLHttpRequest',
    'X-Client-Version': build.version,
    'X-Auth-Layer': 'frontend',
    'X-Security-Version': build.securityVersion,
    ...(json && { 'Content-Type': 'application/json' }),
    ...(endpoint.method !== 'GET' && tokens.csrf && { 'X-CSRF-Token': tokens.csrf }),
    ...(tokens.bearer && { Authorization: `Bearer ${tokens.bearer}` }),
    ...(tokens.provider && { 'X-Firebase-Token': tokens.provider }),
    ...(input.idempotencyKey && { 'Idempotency-Key': input.idempotencyKey }),
    ...(input.ifMatch !== undefined && { 'If-Match': `"${input.ifMatch}"` }),
    ...(input.live && { 'X-Refetch': 'live' }),
  }
}

function path(endpoint: Endpoint, input: AnyInput): string {
  const values = record(input.params)
  return pathParameters(endpoint.path).reduce(
    (built, name) => built.replace(`{${name}}`, encodeURIComponent(String(values[name] ?? ''))),
    endpoint.path,
  )
}

/** Omits absent and empty values. */
function search(input: AnyInput): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(record(input.query))) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  }
  const text = query.toString()
  return text && `?${text}`
}

function jsonBody(input: AnyInput): string | null {
  return input.body === undefined || input.body === null ? null : JSON.stringify(input.body)
}

/** Appends fields before files, so that the server can reject them before it reads a file. */
function formData(input: AnyInput): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(record(input.fields))) {
    if (value !== undefined && value !== null) form.append(name, String(value))
  }
  for (const [name, file] of Object.entries(input.files ?? {})) form.append(name, file, file.name)
  return form
}

/** Parameters, queries and fields are objects by their schemas; AnyInput has lost their types. */
function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
