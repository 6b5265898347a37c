import { createHmac, randomInt } from 'node:crypto'
import { limits } from '@kyc/contract/limits.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import type { AccountServices } from '../account-services.ts'
import { replaceRecoveryCodes } from './factor-repository.ts'

/** Without characters that are easily confused on paper. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'
const half = 5

/** Replaces all recovery codes; only their hashes are stored. */
export async function issueRecoveryCodes(
  services: AccountServices,
  tx: Tx,
  accountId: string,
): Promise<string[]> {
  const codes = Array.from({ length: limits.secondFactor.recoveryCodes }, newCode)
  const hashes = codes.map((code) => recoveryCodeHash(services, accountId, code))
  await replaceRecoveryCodes(tx, accountId, hashes)
  return codes
}

/** The stored hash of a code. Case, width, spaces and hyphens don't matter. */
export function recoveryCodeHash({ accountKeys }: AccountServices, accountId: string, code: string): Buffer {
  const bare = code
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
  return createHmac('sha256', accountKeys.recoveryCode).update(`${accountId}.${bare}`).digest()
}

function newCode(): string {
  const characters = Array.from({ length: 2 * half }, () => alphabet[randomInt(alphabet.length)])
  return `${characters.slice(0, half).join('')}-${characters.slice(half).join('')}`
}
