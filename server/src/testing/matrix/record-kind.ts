import type { TestAccount, TestApp } from '../app/test-app.ts'
import type { TestClient } from '../app/test-client.ts'
import type { SignedInCaller } from './matrix-callers.ts'

/** The record that a call names, as its caller sees it: `own` is registered by the caller or belongs to it. */
export type Target = 'own' | 'colleague' | 'other' | 'deleted' | 'unknown' | 'malformed'

/** Who may access records of a kind. */
export const targetsOf = {
  /** The members of the owner, and the office. */
  organisation: ['own', 'colleague', 'other', 'deleted', 'unknown', 'malformed'],
  /** An organisation itself: its members, and the office. */
  company: ['own', 'other', 'unknown', 'malformed'],
  /** One account or browser, not even a superadmin. */
  personal: ['own', 'colleague', 'deleted', 'unknown', 'malformed'],
  /** A link to the record of another account: the browser that has opened it, unless its account sees the record (D66). */
  link: ['own', 'colleague', 'deleted', 'unknown', 'malformed'],
  office: ['own', 'deleted', 'unknown', 'malformed'],
  /** An entry of the log, which is never deleted: the office. */
  entry: ['own', 'unknown', 'malformed'],
} as const satisfies Record<string, readonly Target[]>

/** Where a record belongs. */
export interface Place {
  /** The account that it belongs to, or that has registered it. */
  readonly account: TestAccount
  /** An account that may register records. */
  readonly registrar: TestAccount
  /** The browser that it belongs to. */
  readonly client: TestClient
  /** The organisation that owns it. */
  readonly organisation: string
  /** For a new organisation: the caller whose membership `account` gets. */
  readonly joinedAs: SignedInCaller | undefined
}

/** The kind of record that `{id}` in a path names. */
export interface RecordKind {
  readonly path: RegExp
  readonly access: keyof typeof targetsOf
  /** Only a DELETE uses it up, so that other allowed calls can share one. */
  readonly reusable?: true
  create(app: TestApp, place: Place): Promise<string>
  remove?(app: TestApp, id: string, superadmin: TestClient): Promise<unknown>
}
