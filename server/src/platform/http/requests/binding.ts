import type { Readable } from 'node:stream'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, RecordKind, ReplyIn, Who } from '@kyc/contract/endpoint.ts'
import type { PageInfo } from '../../page.ts'
import type { Caller } from './caller.ts'

/**
 * A file part of a multipart body. The stream must be consumed. It fails past the limit, with a FILE_TOO_LARGE whose
 * text has no label for the part: a handler that has one throws its own instead.
 */
export interface UploadedFile<Part extends string = string> {
  readonly part: Part
  /** As sent, paths cut off; for display only. */
  readonly filename: string
  readonly stream: Readable
}

/** A multipart body, read once and in order. */
export interface Upload<Part extends string = string> {
  /**
   * Hands each file part to `onFile` and resolves to the text fields when the whole body was read, the upload may be
   * processed (D59) and the session was revalidated. If `onFile` or a limit fails, the rest of the body is drained
   * within the limits before the failure is thrown, so that browsers read the answer.
   * @throws Problem FILE_TOO_LARGE, BODY_TOO_LARGE, REQUEST_TIMEOUT, RATE_LIMITED, UNAUTHENTICATED, INVALID_INPUT
   *   (unknown, repeated or undecodable parts) and the errors of `onFile`
   */
  receive(onFile: (file: UploadedFile<Part>) => Promise<void>): Promise<Record<string, string>>
}

/** What every handler gets to know of a request beside its parsed input. */
export interface RequestInfo {
  readonly id: string
  /** The client's address, proxies taken into account; null when unknown. */
  readonly ip: string | null
  readonly userAgent: string | null
  header(name: string): string | undefined
  readonly cookies: Readonly<Record<string, string | undefined>>
  /** Fires when the client has gone. */
  readonly signal: AbortSignal
}

export interface Call<E extends Endpoint> {
  /** Present unless the endpoint is for `anyone`, where it may be missing. */
  readonly actor: E['who'] extends 'anyone' ? Caller | undefined : Caller
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  readonly upload: E extends { upload: { files: readonly (infer Part extends string)[] } }
    ? Upload<Part>
    : undefined
  readonly request: RequestInfo
}

export interface CookieToSet {
  readonly name: string
  readonly value: string
  readonly httpOnly: boolean
  /** Seconds; absent for a cookie that ends with the browser; 0 deletes. */
  readonly maxAge?: number
}

/** What a handler answers with. */
export interface Answer<E extends Endpoint> {
  readonly body?: ReplyIn<E>
  /** Of a `navigation` reply: where it goes on, a path of ours; without it `html` is shown, with headers of its own. */
  readonly location?: string
  readonly html?: string
  /** Bytes of a `file` reply. */
  readonly stream?: Readable
  readonly headers?: Readonly<Record<string, string>>
  readonly cookies?: readonly CookieToSet[]
  /** D19: becomes `Link: rel="next"`, `X-Total-Count` and `X-Total-Count-Exact`. */
  readonly page?: PageInfo
}

/** An endpoint of the contract with the function that serves it. */
export interface Binding {
  readonly endpoint: Endpoint
  readonly handle: (call: Call<Endpoint>) => Promise<Answer<Endpoint>>
}

/** Binds `handle` to `endpoint`, typed by the contract. `handle` checks visibility itself. */
export function bind<const E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<Answer<E>>,
): Binding {
  // The server parses input and reply by the same endpoint before and after the call, so the types hold.
  return { endpoint, handle: handle as unknown as Binding['handle'] }
}

/** Throws the 404 of a record that the caller may not see (D50); `params` are those of the path. */
export type AssertVisible = (
  record: RecordKind,
  caller: Caller,
  params: Readonly<Record<string, string>>,
) => Promise<void>

/** What the HTTP layer asks the product about a request; the features answer (D27, D1). */
export interface Gatekeeper {
  /** A stable name of the session that the cookie claims, whether or not it exists; needs no look-up. */
  presentedSession(request: RequestInfo): string | undefined
  /**
   * Who is calling, from cookie and bearer token. `ignoreProvider` leaves a token of the identity provider unread: on
   * calls that need no session it may belong to whoever is about to sign in. `ignoreBearer` is for calls that need no session or renew the
   * token: an old one left in a browser must not keep anybody from signing in.
   * @throws Problem TOKEN_EXPIRED for a bearer token that is expired or not this session's; INVALID_TOKEN for a token
   *   of the provider that does not hold or is another person's
   */
  identify(
    request: RequestInfo,
    options: { extendIdle: boolean; ignoreBearer?: boolean; ignoreProvider?: boolean },
  ): Promise<Caller | undefined>
  /** Whether whoever was let in would be let in still: what takes its time must not outlast their sessions (D27). */
  stillHolds(caller: Caller): Promise<boolean>
  /** Whether the CSRF token belongs to the cookie in use; `caller` is whom `identify` found. */
  csrfHolds(request: RequestInfo, token: string | undefined, caller: Caller | undefined): boolean
  may(who: Who, caller: Caller | undefined): boolean
}
