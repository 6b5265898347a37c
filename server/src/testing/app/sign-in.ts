import { sessionCsrfToken } from '../../features/accounts/sessions/csrf.ts'
import { openSession, type SessionOptions, sessionCookie } from '../../features/accounts/sessions/sessions.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { cookieName } from '../../platform/http/requests/cookies.ts'
import type { Services } from '../../services.ts'
import { TestClient } from './test-client.ts'

/** Opens a session of `accountId` directly in the database, which skips the slow password hash. */
export async function signIn(
  services: Services,
  url: string,
  accountId: string,
  options?: SessionOptions,
): Promise<TestClient> {
  const session = await inTransaction(services.db, (tx) =>
    openSession(tx, accountId, { ip: '127.0.0.1', userAgent: 'test' }, options),
  )
  const client = new TestClient(url)
  client.cookies.set(cookieName(services.config, sessionCookie), session.cookieValue)
  client.csrfToken = sessionCsrfToken(services.accountKeys.csrf, session)
  return client
}
