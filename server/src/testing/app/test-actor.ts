import type { Role } from '@kyc/contract/accounts.ts'
import type { Actor } from '../../features/access/actor.ts'

/** Somebody who acts without a session of their own: for tests that call an act and not the server. */
export function testActor(role: Role, id: string): Actor {
  const identity = { name: '試験', email: 'test@example.com', sessionKey: `session of ${id}` }
  const authenticatedAt = new Date('2026-01-01T00:00:00Z')
  const signIn = { csrfGeneration: 0, authenticatedAt, recentlyAuthenticated: true, enrolOnly: false }
  return { id, role, ...identity, ...signIn }
}
