import type { Config } from '../platform/config.ts'
import { StartError } from '../platform/process/start-error.ts'

/**
 * Helpers that are confined only partly can read the secrets of the server and send them (D58), so the operator must accept that.
 * @throws StartError
 */
export function refuseWeakConfinement(
  { helperConfinement }: Pick<Config, 'helperConfinement'>,
  isFull: boolean,
): void {
  if (isFull || helperConfinement === 'weak') return
  throw new StartError(
    'This system does not permit to confine the processes that open uploaded files: permit unshare and mount (with containers by deploy/seccomp.json), or accept the risk with HELPER_CONFINEMENT=weak. See "Confinement of helpers" in docs/operations.md.',
  )
}
