import type { z } from 'zod'
import type { AuditAction } from './audit-vocabulary.ts'
import type { PartnerScope } from './partner-api-vocabulary.ts'
import type { ProblemCode } from './problems.ts'

/**
 * The least role that may call; `anyone` requires no session, and `partner` a key of a partner’s server (D112). For
 * auditors, `mayCall` decides.
 */
export type Who = 'anyone' | 'user' | 'admin' | 'superadmin' | 'partner'

type ObjectSchema = z.ZodObject<z.ZodRawShape>

/** A multipart body: text fields, and the names of its file parts. */
export interface UploadShape {
  readonly fields: ObjectSchema
  readonly files: readonly string[]
}

/**
 * The reply of an endpoint on success. The server parses `json` bodies with `schema`, so that only declared
 * fields are sent. `file` is a stream of bytes. `empty` is 204. `navigation` is for addresses opened in the
 * browser: it redirects to a page, or shows a confirmation page.
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
  /** For a call by partners: what the key of the partner must be allowed to do. */
  readonly scope?: PartnerScope
  readonly params?: ObjectSchema
  readonly query?: ObjectSchema
  readonly body?: z.ZodType
  /** The body may be absent (D50). */
  readonly bodyOptional?: true
  readonly upload?: UploadShape
  readonly reply: ReplyShape
  readonly problems: readonly ProblemCode[]
  /** The audit actions that a call, failed ones included, may write; any other is an error (D38, D61). */
  readonly audit?: readonly AuditAction[]
  /** The reason why a changing call writes no audit entry. */
  readonly unaudited?: string
  /** Changes nothing, although its method is not GET. */
  readonly readsOnly?: true
  /**
   * Open to auditors although it can change something (D67): `also` for calls about the own account or session, `only`
   * for calls that no other role may make. Auditors may call nothing else that changes something.
   */
  readonly auditors?: 'also' | 'only'
  /** Accepts an `Idempotency-Key` (D20). */
  readonly idempotent?: true
  /** Accepts `If-Match: "<version>"`: the version that the call applies to (D11). */
  readonly ifMatch?: true
  /**
   * Exempt from the CSRF header; Origin is still checked. A `beacon` can't send it, and is a call of no session (D44);
   * the call that issues the token has none yet (spec §7).
   */
  readonly csrf?: 'beacon' | 'issued'
  /**
   * `required` in addition to the session cookie (the two sharegram calls), or `renewed`, so that an expired one is
   * ignored (D51).
   */
  readonly bearer?: 'required' | 'renewed'
  /** Open to enrol-only sessions, whose account lacks its required second factor (D31). */
  readonly whileEnrolling?: true
  /** Requires a sign-in of the last five minutes; its problems include STEP_UP_REQUIRED. */
  readonly stepUp?: true
  /** Does not extend the idle time of the session (D27). */
  readonly keepsIdleTime?: true
  /** The browser does not repeat it after a network error: each call counts towards a limit. */
  readonly neverRepeated?: true
  /** Long transfers: a minimum rate instead of the fixed timeout (D52). */
  readonly transfer?: true
}

/** An endpoint that can change data declares its audit actions, or the reason why it has none. */
export type Endpoint = Declaration &
  (
    | { readonly method: 'GET' }
    | { readonly audit: readonly [AuditAction, ...AuditAction[]] }
    | { readonly unaudited: string }
    | { readonly readsOnly: true }
  )

/** The problems of a call with an `Idempotency-Key`. */
export const keyProblems = ['REQUEST_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED'] as const

/** The problems of a file that an endpoint receives (D9, D81, D114). */
export const fileProblems = [
  'FILE_TYPE_UNSUPPORTED',
  'FILE_INFECTED',
  'FILE_INDIVIDUAL_NUMBER',
  'FILE_TOO_LARGE',
] as const

/** Declares an endpoint with its exact types. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration
}

type Out<S> = S extends z.ZodType ? z.output<S> : undefined
type In<S> = S extends z.ZodType ? z.input<S> : undefined

/** The parsed input of the server's handler. */
export type ParamsOf<E extends Endpoint> = Out<E['params']>
export type QueryOf<E extends Endpoint> = Out<E['query']>
export type BodyOf<E extends Endpoint> = E extends { bodyOptional: true }
  ? Out<E['body']> | undefined
  : Out<E['body']>

/** The input that the browser passes. */
export type ParamsIn<E extends Endpoint> = In<E['params']>
export type QueryIn<E extends Endpoint> = In<E['query']>
export type BodyIn<E extends Endpoint> = In<E['body']>
export type FieldsIn<E extends Endpoint> = E['upload'] extends UploadShape
  ? In<E['upload']['fields']>
  : undefined

/** The result of a call: the parsed body, or undefined for files and empty replies. */
export type ReplyOf<E extends Endpoint> = E['reply'] extends { kind: 'json'; schema: infer S }
  ? Out<S>
  : undefined
export type ReplyIn<E extends Endpoint> = E['reply'] extends { kind: 'json'; schema: infer S }
  ? In<S>
  : undefined

/** The names of the parameters in a path, in order. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string) // the group takes part in every match
}
