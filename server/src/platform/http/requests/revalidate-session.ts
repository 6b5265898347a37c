import type { ServerResponse } from 'node:http'
import { oneAtATime } from '../../one-at-a-time.ts'
import { Problem } from '../../problem.ts'
import type { Gatekeeper } from './binding.ts'
import type { Caller } from './caller.ts'

/** Sign-out, disabling and role changes take effect within one second, including for requests in progress (D27). */
export const revalidateAfter = 1000

/**
 * Checks the session again after a step that may take long, such as receiving a body.
 * @throws Problem UNAUTHENTICATED if the session ended or the role changed
 */
export async function revalidateSession(
  gatekeeper: Pick<Gatekeeper, 'isStillAdmitted'>,
  caller: Caller | undefined,
): Promise<void> {
  if (caller && !(await gatekeeper.isStillAdmitted(caller))) throw new Problem('UNAUTHENTICATED')
}

/** Aborts a response in progress when its session ends or the role changes. */
export function abortWhenRevoked(
  gatekeeper: Pick<Gatekeeper, 'isStillAdmitted'>,
  caller: Caller | undefined,
  response: ServerResponse,
): void {
  if (!caller || response.destroyed) return
  const check = oneAtATime(async () => {
    try {
      if (!(await gatekeeper.isStillAdmitted(caller))) response.destroy()
    } catch {
      // A transient error of the database revokes no session; the next check decides.
    }
  })
  const timer = setInterval(check, revalidateAfter).unref()
  response.once('close', () => clearInterval(timer))
}
