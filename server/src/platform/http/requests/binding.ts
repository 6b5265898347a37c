import type { Readable } from 'node:stream'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyIn } from '@kyc/contract/endpoint.ts'
import type { PageInfo } from '../../lists/page.ts'
import type { Caller } from './caller.ts'

/**
 * A file part of a multipart body. The stream must be consumed. Past the size limit it fails with a FILE_TOO_LARGE
 * without the label of the part; a handler that has the label throws its own problem instead.
 */
export interface UploadedFile<Part extends string = string> {
  readonly part: Part
  /** As sent, without a path; for display only. */
  readonly filename: string
  readonly stream: Readable
}

/** A multipart body, read once and in order. */
export interface Upload<Part extends string = string> {
  /**
   * Passes each file part to `onFile` and resolves to the text fields when the whole body was read, the upload may be
   * processed and the session was revalidated. If `onFile` or a limit fails, the rest of the body is drained
   * within the limits before the failure is thrown, so that browsers read the reply.
   */
  receive(onFile: (file: UploadedFile<Part>) => Promise<void>): Promise<Record<string, string>>
}

/** Information about a request besides its parsed input. */
export interface RequestInfo {
  readonly id: string
  /** The client's address, proxies taken into account; null when unknown. */
  readonly ip: string | null
  readonly userAgent: string | null
  header(name: string): string | undefined
  readonly cookies: Readonly<Record<string, string | undefined>>
  /** Aborted when the client disconnects or the call exceeds its deadline. */
  readonly signal: AbortSignal
}

/** Identity and role of the account behind a call. */
type Actor = Pick<Caller, 'id' | 'name' | 'role'>

/** What is known of a call before its input is parsed. */
export interface Asked<E extends Endpoint> {
  /** Undefined only where the endpoint is for `anyone` and the request has no session. */
  readonly actor: E['who'] extends 'anyone' ? Actor | undefined : Actor
  /** The same account with its session, for acts on the session itself. */
  readonly caller: E['who'] extends 'anyone' ? Caller | undefined : Caller
  readonly params: ParamsOf<E>
  /** A parameter of the query before it is parsed; undefined if it is absent or empty. */
  readonly sent: (parameter: string) => string | undefined
  readonly request: RequestInfo
}

/** The call of a signed-in account about the record that the path names. */
export interface OnRecord<Params = { readonly id: string }> {
  readonly actor: Actor
  readonly params: Params
}

export interface Call<E extends Endpoint, Found = undefined> extends Asked<E> {
  /** The record that the path names, or the scope of the query. */
  readonly found: Found
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  readonly upload: E extends { upload: { files: readonly (infer Part extends string)[] } }
    ? Upload<Part>
    : undefined
}

export interface CookieToSet {
  readonly name: string
  readonly value: string
  readonly httpOnly: boolean
  /** Seconds; absent for a cookie that ends with the browser; 0 deletes. */
  readonly maxAge?: number
}

/** The result of a handler, from which the reply is created. */
export interface HandlerResult<E extends Endpoint> {
  readonly body?: ReplyIn<E>
  /** The path that a `navigation` reply redirects to; without it `html` is sent, with its own `headers`. */
  readonly location?: string
  readonly html?: string
  /** Bytes of a `file` reply. */
  readonly stream?: Readable
  readonly headers?: Readonly<Record<string, string>>
  readonly cookies?: readonly CookieToSet[]
  /** D19: becomes `Link: rel="next"`, `X-Total-Count` and `X-Total-Count-Exact`. */
  readonly page?: PageInfo
}

type Handler<E extends Endpoint, Found> = (call: Call<E, Found>) => Promise<HandlerResult<E>>
type Find<E extends Endpoint, Found> = (asked: Asked<E>) => Promise<Found>

/** An endpoint of the contract with the functions that serve it. */
export interface Binding {
  readonly endpoint: Endpoint
  readonly find: Find<Endpoint, unknown>
  readonly handle: Handler<Endpoint, unknown>
}

/**
 * Binds `handle` to `endpoint`, typed by the contract. `find` finds what the call is about as the caller may see it: it runs
 * before the input is parsed, so that its 404 precedes a 400.
 */
export function bind<const E extends Endpoint>(endpoint: E, handle: Handler<E, undefined>): Binding
export function bind<const E extends Endpoint, Found>(
  endpoint: E,
  find: Find<E, Found>,
  handle: Handler<E, Found>,
): Binding
export function bind(
  endpoint: Endpoint,
  ...[first, second]: [handle: unknown] | [find: unknown, handle: unknown]
): Binding {
  const [find, handle] = second === undefined ? [async () => undefined, first] : [first, second]
  // The server parses input and reply by the same endpoint before and after the call, so the types are correct.
  return { endpoint, find, handle } as Binding
}

/** The session checks of the HTTP layer, implemented by the feature that stores sessions. */
export interface Gatekeeper {
  /** Identifies the session that the cookie claims, whether or not it exists; runs no query. */
  presentedSession(request: RequestInfo): string | undefined
  /**
   * Identifies the caller by cookie, bearer token and the token of the identity provider. Endpoints for `anyone`
   * ignore both tokens, and endpoints that renew the bearer token ignore that one: a stale token must not prevent a
   * sign-in.
   */
  identify(request: RequestInfo, endpoint: Endpoint): Promise<Caller | undefined>
  /**
   * `same` if the account still has a session and the same role; `narrowed` if it has lost another right since
   * the request began; else `ended`.
   */
  admission(caller: Caller): Promise<'same' | 'narrowed' | 'ended'>
  /** Whether the CSRF token belongs to the cookie in use; `caller` is the result of `identify`. */
  csrfMatches(request: RequestInfo, token: string | undefined, caller: Caller | undefined): boolean
}
