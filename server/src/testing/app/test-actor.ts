import type { Role } from '@kyc/contract/accounts.ts'
import type { NamedActor } from '../../features/access/actor.ts'

/** An actor without a session, for tests that call acts directly. */
export function testActor(role: Role, id: string): NamedActor {
  return { id, role, name: '試験' }
}
