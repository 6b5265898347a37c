import { createHash, createHmac } from 'node:crypto'
import { roles } from '@kyc/contract/accounts.ts'
import { limits } from '@kyc/contract/limits.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import { fromNow } from '../../../platform/db/time.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { newCookieValue } from '../../../platform/http/requests/cookies.ts'
import type { AccountKeys } from '../account-services.ts'
import type { ProviderUser } from './resolve-account.ts'
import { claimedRole } from './role-claim.ts'

/** The cookie of the browser that may exchange a code (D29). */
export const ssoCookie = 'sso'

/** What /sso-callback exchanges for a session: code and cookie are useless without each other. */
export interface SsoPair {
  /** In the URL of /sso-callback. */
  readonly code: string
  /** In the browser that navigated. */
  readonly cookieValue: string
}

const dataSchema = z.object({
  cookie: z.string(),
  person: z
    .object({
      uid: z.string(),
      email: z.string(),
      emailVerified: z.boolean(),
      name: z.string().optional(),
      role: z.enum(roles).optional(),
      goneUid: z.string().optional(),
    })
    .optional(),
})

/** Issues a pair for `user`. Only hashes of both are stored, and the user until the code is used. */
export async function issueSsoCode(tx: Tx, user: ProviderUser): Promise<SsoPair> {
  const pair = { code: newCookieValue(), cookieValue: newCookieValue() }
  const { uid, email, emailVerified, name, goneUid } = user
  const person = { uid, email, emailVerified, name, goneUid, role: claimedRole(user.role) }
  await tx
    .insertInto('one_time_token')
    .values({
      hash: hashSecret(pair.code),
      purpose: 'sso',
      data: JSON.stringify({ cookie: hashSecret(pair.cookieValue).toString('hex'), person }),
      expires_at: fromNow(limits.sso.code),
    })
    .execute()
  return pair
}

type FoundCode = { readonly user: ProviderUser } | 'used'

/** The user of a valid pair; undefined if it is invalid or has expired. */
export async function findSsoCode(db: Db, { code, cookieValue }: SsoPair): Promise<FoundCode | undefined> {
  const row = await db
    .selectFrom('one_time_token')
    .select(['data', 'used_at'])
    .where('hash', '=', hashSecret(code))
    .where('purpose', '=', 'sso')
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (!row) return undefined
  const { cookie, person } = dataSchema.parse(row.data)
  // Both are hashes, so that the comparison needs no constant time.
  if (cookie !== hashSecret(cookieValue).toString('hex')) return undefined
  if (row.used_at !== null || !person) return 'used'
  return { user: { ...person, name: person.name, role: person.role, goneUid: person.goneUid } }
}

/** Consumes the code and deletes the stored user; false if it was used or has expired. */
export async function useSsoCode(tx: Tx, { code }: SsoPair): Promise<boolean> {
  const row = await tx
    .updateTable('one_time_token')
    .set({ used_at: sql`now()`, data: sql`data - 'person'` })
    .where('hash', '=', hashSecret(code))
    .where('purpose', '=', 'sso')
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('hash')
    .executeTakeFirst()
  return row !== undefined
}

/** Derives the cookie of the session that a pair opens, so that a repeated exchange gets the same one. */
export function cookieOfPair({ sso }: Pick<AccountKeys, 'sso'>, { code, cookieValue }: SsoPair): string {
  return createHmac('sha256', sso).update(`${code}.${cookieValue}`).digest('base64url')
}

function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
