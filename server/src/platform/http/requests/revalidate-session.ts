import type { ServerResponse } from 'node:http'
import { Problem } from '../../problem.ts'
import type { Gatekeeper } from './binding.ts'
import type { Caller } from './caller.ts'

/** Sign-out, disabling and a change of role count within a second, also for what was let in before them (D27). */
export const admissionHolds = 1000

/**
 * For what took its time since it was let in, as a body that came slowly.
 * @throws Problem UNAUTHENTICATED if whoever was let in would not be any more
 */
export async function refuseEnded(
  gatekeeper: Pick<Gatekeeper, 'stillHolds'>,
  caller: Caller | undefined,
): Promise<void> {
  if (caller && !(await gatekeeper.stillHolds(caller))) throw new Problem('UNAUTHENTICATED')
}

/** Cuts an answer that is still being sent as soon as its reader may have no more of it. */
export function endWithAdmission(
  gatekeeper: Pick<Gatekeeper, 'stillHolds'>,
  caller: Caller | undefined,
  answer: ServerResponse,
): void {
  if (!caller || answer.destroyed) return
  let asking = false
  const look = async () => {
    if (asking) return
    asking = true
    try {
      if (!(await gatekeeper.stillHolds(caller))) answer.destroy()
    } catch {
      // A database that can't be asked for a moment signs nobody out; it is asked again.
    } finally {
      asking = false
    }
  }
  const timer = setInterval(look, admissionHolds).unref()
  answer.once('close', () => clearInterval(timer))
}
