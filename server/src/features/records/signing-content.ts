import type { Talk } from '@kyc/contract/signing-schema.ts'
import type { EnteredFact } from '@kyc/contract/signing-vocabulary.ts'
import type { Selectable } from 'kysely'
import { type BoxKeys, decryptBox, encryptBox } from '../../platform/crypto/encrypted-box.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { Problem } from '../../platform/problem.ts'
import { recordKey } from './destruction/sealed-content.ts'
import type { RecordServices } from './record-services.ts'

// What a signing says about the person, encrypted with the key of the performer, so that destroying the key destroys it (D17).

/** What the organisation has entered for the contract of an appearance. */
export interface SigningContent {
  readonly facts: Readonly<Record<EnteredFact, string>>
  readonly partnerIds: readonly string[]
  readonly talk: Talk
}

/** A drawn signature. */
export type Strokes = readonly (readonly (readonly [x: number, y: number])[])[]

/** Encrypts and decrypts what the signings of one performer say. */
export interface SigningBoxes {
  encrypt(part: BoxPart, id: string, value: unknown): Buffer
  /** @throws Problem FILE_UNREADABLE */
  decrypt<Value>(part: BoxPart, id: string, box: Buffer): Value
}

/** Part of the context of a box, which binds it to its row and column. */
type BoxPart = 'content' | 'strokes' | 'question' | 'answer'

export async function signingBoxes(
  services: Pick<RecordServices, 'masterKey' | 'unreadable'>,
  db: Db,
  performerId: string,
): Promise<SigningBoxes> {
  const keys = await recordKey(services, db, performerId)
  return {
    encrypt: (part, id, value) => encryptBox(keys, Buffer.from(JSON.stringify(value)), contextOf(part, id)),
    decrypt: (part, id, box) => decrypt(services, keys, { part, id }, box),
  }
}

function decrypt<Value>(
  { unreadable }: Pick<RecordServices, 'unreadable'>,
  keys: BoxKeys,
  { part, id }: { readonly part: BoxPart; readonly id: string },
  box: Buffer,
): Value {
  const context = contextOf(part, id)
  const text = unreadable.decrypt('secrets', context, () => decryptBox(keys, box, context).toString())
  if (text === undefined) throw new Problem('FILE_UNREADABLE', { fill: { id } })
  return JSON.parse(text) as Value // only `encrypt` writes such a box
}

function contextOf(part: BoxPart, id: string): string {
  return `signing-${part}:${id}`
}

/** The acts of a signing that have a time; null until the act. */
export interface SigningTimes {
  readonly createdAt: string
  readonly sentAt: string | null
  readonly expiresAt: string | null
  readonly openedAt: string | null
  readonly sheetReceivedAt: string | null
  readonly readAt: string | null
  readonly signedAt: string | null
  readonly copyReceivedAt: string | null
}

/** When each act took place, for the organisation and for the person. */
export function timesOf(row: Selectable<Tables['signing']>): SigningTimes {
  return {
    createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
    openedAt: row.opened_at?.toISOString() ?? null,
    sheetReceivedAt: row.sheet_received_at?.toISOString() ?? null,
    readAt: row.read_at?.toISOString() ?? null,
    signedAt: row.signed_at?.toISOString() ?? null,
    copyReceivedAt: row.copy_received_at?.toISOString() ?? null,
  }
}
