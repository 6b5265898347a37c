import { type AuthEmulator, createAuthEmulator, foreignEmulator } from '../demo/emulator/auth-emulator.ts'
import { providerPeople } from '../demo/provider-people.ts'
import type { Config } from '../platform/config.ts'
import { createFirebaseProvider } from '../platform/identity/firebase-provider.ts'
import { type IdentityProvider, noProvider } from '../platform/identity/identity-provider.ts'
import type { Log } from '../platform/log.ts'

export interface SignInProvider {
  readonly identity: IdentityProvider
  /** In demo mode only; not started yet. */
  readonly emulator: AuthEmulator | undefined
  close(): Promise<void>
}

/** The identity provider of the settings: the real one, an emulator, or none (D30, D45, D46). */
export function createSignInProvider({ firebase }: Pick<Config, 'firebase'>, log: Log): SignInProvider {
  if (!firebase) return { identity: noProvider, emulator: undefined, close: async () => undefined }
  const emulator = emulatorOf(firebase, log)
  const identity = createFirebaseProvider({
    settings: firebase,
    ...(emulator ? { emulatorAddress: () => emulator.address() } : {}),
  })
  return {
    identity,
    emulator,
    close: async () => {
      await Promise.all([identity.close(), emulator?.stop()])
    },
  }
}

function emulatorOf(
  { access, projectId }: NonNullable<Config['firebase']>,
  log: Log,
): AuthEmulator | undefined {
  if (access.kind !== 'emulator') return undefined
  if (access.host !== undefined) return foreignEmulator(projectId, access.host)
  return createAuthEmulator({ projectId, people: providerPeople, log })
}
