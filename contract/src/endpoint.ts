import type { z } from 'zod'
import type { AuditAction } from './audit-vocabulary.ts'
import type { ProblemCode } from './problems.ts'

/** Who may call: `anyone` needs no session; the others are the ladder of D1, each including those above it. */
export type Who = 'anyone' | 'user' | 'admin' | 'superadmin'

/** The kinds of record that a path names; the server checks who may see them (D50). */
export type RecordKind =
  | 'performer'
  | 'document'
  | 'video'
  | 'partner'
  | 'delivery'
  | 'account'
  | 'inquiry'
  | 'ownSession'
  | 'ownPasskey'

type ObjectSchema = z.ZodObject<z.ZodRawShape>

/** A multipart body: text fields, and the names of its file parts. */
export interface UploadShape {
  readonly fields: ObjectSchema
  readonly files: readonly string[]
}

/**
 * What an endpoint answers when all goes well. `json` bodies are parsed by `schema` on the way out, so that no
 * field escapes that the contract does not name; `file` is a stream of bytes; `empty` is 204; `navigation` is for
 * browsers that open the address: they are sent on to a page, or shown one that asks.
 */
export type ReplyShape =
  | { readonly kind: 'json'; readonly status: 200 | 201; readonly schema: z.ZodType; readonly paged?: true }
  | { readonly kind: 'file'; readonly status: 200 }
  | { readonly kind: 'empty'; readonly status: 204 }
  | { readonly kind: 'navigation'; readonly status: 302 }

interface Declaration {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api`, with `{name}` for parameters. */
  readonly path: string
  readonly summary: string
  readonly who: Who
  /** The record that the path names: if the caller may not see it, 404 precedes every fault of the input (D50). */
  readonly record?: RecordKind
  readonly params?: ObjectSchema
  readonly query?: ObjectSchema
  readonly body?: z.ZodType
  /** The body may be absent, in every form that HTTP knows (D50). */
  readonly bodyOptional?: true
  readonly upload?: UploadShape
  readonly reply: ReplyShape
  readonly problems: readonly ProblemCode[]
  /** The entries that a call may create in the audit log, also by failing; a call with others is an error (D38, D61). */
  readonly audit?: readonly AuditAction[]
  /** Why a call may change something without an entry (D61). */
  readonly unaudited?: string
  /** Changes nothing, although its method is not GET (D61). */
  readonly readsOnly?: true
  /** Takes an `Idempotency-Key` (D20). */
  readonly idempotent?: true
  /** Takes `If-Match: "<version>"`: the version that the call is about (D11). */
  readonly ifMatch?: true
  /** Exempt from the CSRF header because beacons can't send it; Origin is checked all the same (D44). */
  readonly beacon?: true
  /** Asks for no CSRF token because it hands one out (spec §7); Origin is checked all the same. */
  readonly tokenless?: true
  /** Replaces the access token: an expired one sent along does not matter (D51). */
  readonly renewsToken?: true
  /** The bearer token has to stand beside the session cookie (D51: the two sharegram calls). */
  readonly bearer?: true
  /** Open to a person who must have a second factor and has none yet; every other call is closed to them (D31). */
  readonly whileEnrolling?: true
  /** Asks for a sign-in of the last five minutes (D31); STEP_UP_REQUIRED stands among its problems. */
  readonly stepUp?: true
  /** Does not extend the idle time of the session (D27). */
  readonly quiet?: true
  /** The browser never repeats it by itself after a network error: each call counts for the person. */
  readonly once?: true
  /** Long transfers: a minimum rate in place of the fixed time-out (D52). */
  readonly transfer?: true
}

/** An endpoint that may change something declares its entries, or the reason why there are none (D61). */
export type Endpoint = Declaration &
  (
    | { readonly method: 'GET' }
    | { readonly audit: readonly [AuditAction, ...AuditAction[]] }
    | { readonly unaudited: string }
    | { readonly readsOnly: true }
  )

/** What a call with an `Idempotency-Key` may be refused for (D20). */
export const keyProblems = ['REQUEST_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED'] as const

/** Declares an endpoint, keeping its exact types. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration
}

type Out<S> = S extends z.ZodType ? z.output<S> : undefined
type In<S> = S extends z.ZodType ? z.input<S> : undefined

/** What the server's handler receives, parsed. */
export type ParamsOf<E extends Endpoint> = Out<E['params']>
export type QueryOf<E extends Endpoint> = Out<E['query']>
export type BodyOf<E extends Endpoint> = E extends { bodyOptional: true }
  ? Out<E['body']> | undefined
  : Out<E['body']>

/** What the browser passes in. */
export type ParamsIn<E extends Endpoint> = In<E['params']>
export type QueryIn<E extends Endpoint> = In<E['query']>
export type BodyIn<E extends Endpoint> = In<E['body']>
export type FieldsIn<E extends Endpoint> = E['upload'] extends UploadShape
  ? In<E['upload']['fields']>
  : undefined

/** What comes back: the parsed body, or nothing for files and empty answers. */
export type ReplyOf<E extends Endpoint> = E['reply'] extends { kind: 'json'; schema: infer S }
  ? Out<S>
  : undefined
export type ReplyIn<E extends Endpoint> = E['reply'] extends { kind: 'json'; schema: infer S }
  ? In<S>
  : undefined

/** The names of the parameters in a path, in order. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string) // the group always takes part
}
