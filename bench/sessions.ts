import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'

/** A session of the product, with the headers that a browser would send. */
export interface BenchSession {
  readonly accountId: string
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
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query(
      `INSERT INTO session (key, account_id, expires_at) VALUES ($1, $2, now() + interval '12 hours')`,
      [createHash('sha256').update(cookie).digest(), accountId],
    )
  } finally {
    await client.end()
  }
  const headers = { cookie: `__Host-sid=${cookie}` }
  const reply = await fetch(`${productUrl}/api/auth/csrf-token`, { headers })
  const { csrfToken } = (await reply.json()) as { csrfToken: string } // the reply of the contract
  return { accountId, headers: { ...headers, 'x-csrf-token': csrfToken } }
}
