import type { ServerResponse } from 'node:http'
import { oneAtATime } from '../../jobs/one-at-a-time.ts'
import { Problem } from '../../problem.ts'
import type { Gatekeeper } from './binding.ts'
import type { Caller } from './caller.ts'

/** Sign-out, disabling and role changes take effect within one second, including for requests in progress. */
export const revalidateAfter = 1000

/** Checks the session again after a step that may take long, such as receiving a body. */
export async function revalidateSession(
  gatekeeper: Pick<Gatekeeper, 'admission'>,
  caller: Caller | undefined,
): Promise<void> {
  if (!caller) return
  const admission = await gatekeeper.admission(caller)
  if (admission === 'ended') throw new Problem('UNAUTHENTICATED')
  if (admission === 'narrowed') throw new Problem('ACCESS_CHANGED')
}

/** Aborts a response in progress when its session ends, or the role or another right changes. */
export function abortWhenRevoked(
  gatekeeper: Pick<Gatekeeper, 'admission'>,
  caller: Caller | undefined,
  response: ServerResponse,
): void {
  if (!caller || response.destroyed) return
  const check = oneAtATime(async () => {
    try {
      if ((await gatekeeper.admission(caller)) !== 'same') response.destroy()
    } catch {
      // A transient error of the database revokes no session; the next check decides.
    }
  })
  const timer = setInterval(check, revalidateAfter).unref()
  response.once('close', () => clearInterval(timer))
}
