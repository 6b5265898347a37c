import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'

/** Somebody signed in to the product: the headers that a browser would send. */
export interface Person {
  readonly accountId: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * A session that was never used. Each load takes its own, or a repeated look at the same record would leave no entry
 * and cost less (D38). No password is hashed for it: that is not what is measured.
 */
export async function openSession(ownerUrl: string, productUrl: string, accountId: string): Promise<Person> {
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
  const { csrfToken } = (await reply.json()) as { csrfToken: string } // the contract's reply
  return { accountId, headers: { ...headers, 'x-csrf-token': csrfToken } }
}
