import type { NamedActor } from '../features/access/actor.ts'
import { endSession } from '../features/accounts/sessions/sessions.ts'
import { passFirstFactor } from '../features/accounts/sign-in/complete-sign-in.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { Services } from '../services.ts'
import { type DemoActor, demoActors } from './actors.ts'
import { demoRequest } from './demo-request.ts'
import { ago, type DemoTime, on } from './times.ts'

/**
 * The last sign-in of each account, before its last act of the stories. The oldest is first, because the log states its
 * counts by the time of its entries. The auditor never signed in.
 */
const lastSignIns: Readonly<Partial<Record<DemoActor, DemoTime>>> = {
  viewer: on(12, '18:12'),
  staff: on(1, '14:31'),
  admin: ago(436),
  haishin: ago(71),
  seisaku: ago(66),
  superadmin: ago(52),
}

/** Signs in after the check of the password, which takes long, and ends the session. */
export async function recordSignIns(
  past: { readonly services: Services; moveTo(time: DemoTime): void },
  tx: Tx,
  actors: Readonly<Record<DemoActor, NamedActor>>,
): Promise<void> {
  for (const [key, at] of Object.entries(lastSignIns)) {
    const name = key as DemoActor // the keys of a Record of actors
    const { ip } = demoActors[name]
    past.moveTo(at)
    const factor = {
      accountId: actors[name].id,
      method: 'password',
      request: demoRequest(ip),
      current: undefined,
    } as const
    const result = await passFirstFactor(past.services, tx, factor)
    if (result?.kind === 'signed-in') await endSession(tx, result.session.sessionKey)
  }
}
