import { encryptBox, tryDecryptBox } from '../../../platform/crypto/encrypted-box.ts'
import type { Db } from '../../../platform/db/database.ts'
import { Problem } from '../../../platform/problem.ts'
import type { DocumentServices } from '../../documents/document-services.ts'
import { recordKey } from '../../records/destruction/sealed-content.ts'

type KeyServices = Pick<DocumentServices, 'masterKey' | 'unreadable'>

/** A reason about a sealed record, encrypted under the record's key, because it may name the person. */
export async function boxOfReason(
  services: KeyServices,
  db: Db,
  { id, reason }: { id: string; reason: string },
): Promise<Buffer> {
  return encryptBox(await recordKey(services, db, id), Buffer.from(reason), `reason:${id}`)
}

/** Decrypts the reasons of a record; null for those that can no longer be read. */
export async function reasonsOf(
  services: KeyServices,
  db: Db,
  id: string,
): Promise<(box: Buffer | null) => string | null> {
  const key = await recordKey(services, db, id).catch((error: unknown) => {
    if (error instanceof Problem) return undefined // destroyed or damaged
    throw error
  })
  return (box) => (key && box && tryDecryptBox(key, box, `reason:${id}`)?.toString()) ?? null
}
