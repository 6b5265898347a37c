import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '../../platform/crypto/derive-key.ts'
import type { Db } from '../../platform/db/database.ts'
import { decryptPerformerKey } from '../records/performer-keys.ts'
import type { PerformerLinkServices } from './performer-link-services.ts'

// Codes that are mailed to the address of a performer, for a link or for a signature.

/** The row that stores the code, of a performer. */
interface CodeRow {
  readonly id: string
  readonly performer_id: string
}

/** A code of six digits. */
export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** Whether the code is the one of the row, and still valid. Digits of other scripts, blanks and hyphens are accepted. */
export async function isMailedCode(
  services: PerformerLinkServices,
  db: Db,
  row: CodeRow & { readonly code_mac: Buffer | null; readonly code_expires_at: Date | null },
  code: string,
): Promise<boolean> {
  const { code_mac, code_expires_at } = row
  if (!code_mac || !code_expires_at || code_expires_at <= services.clock.now()) return false
  const digits = code.normalize('NFKC').replaceAll(/[\s-]/g, '')
  return timingSafeEqual(code_mac, await macOfCode(services, db, row, digits))
}

/** The stored form of a code, under a key of the performer: six digits could be guessed from a plain hash. */
export async function macOfCode(
  services: PerformerLinkServices,
  db: Db,
  { id, performer_id }: CodeRow,
  code: string,
): Promise<Buffer> {
  const { key } = await decryptPerformerKey(services, db, performer_id)
  return createHmac('sha256', deriveKey(key, 'link-code')).update(`${id} ${code}`).digest()
}
