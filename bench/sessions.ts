import { createHash, randomBytes } from 'node:crypto'
import { query } from './database.ts'

/** A session of the product, with the headers that a browser would send. */
export interface BenchSession {
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Opens a new session. Each load uses another one: repeated views of a record in one session create no entry
 * and cost less (D38). No password is hashed, since the loads do not measure sign-in.
 */
export async function openSession(
  ownerUrl: string,
  productUrl: string,
  accountId: string,
): Promise<BenchSession> {
  const cookie = randomBytes(32).toString('base64url')
  await query(
    ownerUrl,
    `INSERT INTO session (key, account_id, expires_at) VALUES ($1, $2, now() + interval '12 hours')`,
    [createHash('sha256').update(cookie).digest(), accountId],
  )
  const headers = { cookie: `__Host-sid=${cookie}` }
  const reply = await fetch(`${productUrl}/api/auth/csrf-token`, { headers })
  const { csrfToken } = (await reply.json()) as { csrfToken: string } // the reply of the contract
  return { headers: { ...headers, 'x-csrf-token': csrfToken } }
}
