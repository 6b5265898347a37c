import type { Role } from '@kyc/contract/accounts.ts'
import { type Actor, type NamedActor, readsAll } from '../../features/access/actor.ts'
import { everything, personalOf, type Reader, type Scope } from '../../features/access/scope.ts'
import { asAccountId } from '../../platform/ids.ts'

/** An actor without a session, for tests that call acts directly. */
export function testActor(role: Role, id: string): NamedActor {
  return { id: asAccountId(id), role, name: '試験' }
}

/** The scope of a list without a selected organisation, for an actor who is a member of its personal one only. */
export function scopeOfTest(actor: Actor): Scope {
  return readsAll(actor) ? everything : { organisation: personalOf(actor.id), namesFor: actor.id }
}

export function testReader(role: Role, id: string): NamedActor & Reader {
  const actor = testActor(role, id)
  return { ...actor, scope: scopeOfTest(actor) }
}
