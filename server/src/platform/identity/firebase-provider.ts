import type { Agent } from 'node:http'
import type { App, Credential } from 'firebase-admin/app'
import type { Auth, DecodedIdToken } from 'firebase-admin/auth'
import { newId } from '../ids.ts'
import { Problem } from '../problem.ts'
import { emulatorVariableIsSet, withEmulatorVariable } from './emulator-variable.ts'
import { firebaseProblem, isUnknownAccount } from './firebase-errors.ts'
import type { FirebaseSettings } from './firebase-settings.ts'
import type { IdentityProvider, VerifiedToken } from './identity-provider.ts'

export interface FirebaseOptions {
  readonly settings: Pick<FirebaseSettings, 'projectId' | 'access'>
  /** Where the emulator answers; undefined while it does not. Asked for in emulator mode only. */
  readonly emulatorAddress?: () => string | undefined
  /** How to reach Google: through a proxy, or, in tests, a stand-in with keys of its own. */
  readonly httpAgent?: Agent
  readonly credential?: Credential
}

export interface FirebaseProvider extends IdentityProvider {
  /** Ends what the library holds. */
  close(): Promise<void>
}

/** Inner than the 30 s that browsers wait, with room for a second question (milliseconds). */
const patience = 10_000

/** Firebase through its own library, which is loaded when the first token comes: few sign-ins need it. */
export function createFirebaseProvider(options: FirebaseOptions): FirebaseProvider {
  const connect = connector(options)
  return {
    verifyIdToken: (token) =>
      ask(async () => {
        const auth = await connect.auth()
        // Always with the second argument: without it disabled and revoked accounts pass, save in the emulator.
        return verifiedToken(await auth.verifyIdToken(token, true))
      }),
    lookUp: (uid) =>
      ask(async () => {
        const auth = await connect.auth()
        try {
          const { disabled, tokensValidAfterTime, email, emailVerified } = await auth.getUser(uid)
          return {
            ...{ disabled, email, emailVerified },
            validSince: tokensValidAfterTime ? new Date(tokensValidAfterTime) : undefined,
          }
        } catch (error) {
          if (isUnknownAccount(error)) return undefined
          throw error
        }
      }),
    close: () => connect.close(),
  }
}

async function ask<T>(question: () => Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Problem('PROVIDER_UNAVAILABLE')), patience)
  try {
    return await Promise.race([question(), late])
  } catch (error) {
    throw firebaseProblem(error)
  } finally {
    clearTimeout(timer)
  }
}

function verifiedToken(token: DecodedIdToken): VerifiedToken {
  // Accounts of tenants have names of their own, which could be those of others here.
  if (token.firebase?.tenant !== undefined || !Number.isFinite(token.auth_time)) {
    throw new Problem('INVALID_TOKEN')
  }
  return {
    uid: token.uid,
    email: text(token.email),
    emailVerified: token.email_verified === true,
    name: text(token.name),
    picture: text(token.picture),
    role: token.role,
    authenticatedAt: new Date(token.auth_time * 1000),
    expiresAt: new Date(token.exp * 1000),
  }
}

/** Claims are typed by the library as anything. */
function text(claim: unknown): string | undefined {
  return typeof claim === 'string' && claim !== '' ? claim : undefined
}

interface Connection {
  readonly app: App
  readonly auth: Auth
  readonly address: string | undefined
}

/** The library's objects, made when first needed and anew when the emulator has moved. */
function connector(options: FirebaseOptions) {
  const { access } = options.settings
  let connection: Promise<Connection> | undefined
  const addressNow = () => {
    if (access.kind === 'google') return undefined
    const address = access.host ?? options.emulatorAddress?.()
    if (address === undefined) throw new Problem('PROVIDER_UNAVAILABLE')
    return address
  }
  const close = async () => {
    const closing = await connection
    connection = undefined
    if (!closing) return
    const { deleteApp } = await import('firebase-admin/app')
    await deleteApp(closing.app)
  }
  return {
    async auth(): Promise<Auth> {
      refuseStrayEmulator(access.kind)
      const address = addressNow()
      const known = await connection
      if (known && known.address !== address) await close()
      connection ??= open(options, address).catch((error: unknown) => {
        connection = undefined // the next token tries again
        throw error
      })
      return (await connection).auth
    },
    close,
  }
}

/** The start refuses the variable; something that sets it later must not open the door either. */
function refuseStrayEmulator(kind: FirebaseSettings['access']['kind']): void {
  if (kind === 'google' && emulatorVariableIsSet()) {
    throw new Problem('INVALID_TOKEN', { cause: new Error('an emulator is set for the library') })
  }
}

async function open(options: FirebaseOptions, address: string | undefined): Promise<Connection> {
  const [{ initializeApp }, { getAuth }] = await Promise.all([
    import('firebase-admin/app'),
    import('firebase-admin/auth'),
  ])
  const credential = options.credential ?? (await credentialOf(options.settings))
  const { httpAgent } = options
  const app = initializeApp(
    {
      projectId: options.settings.projectId,
      ...(credential ? { credential } : {}),
      ...(httpAgent ? { httpAgent } : {}),
    },
    newId(), // the library keeps its apps by name in one table for the whole process
  )
  // The library keeps the address of the emulator that it found when it was made.
  return { app, auth: withEmulatorVariable(address, () => getAuth(app)), address }
}

async function credentialOf({ access }: FirebaseOptions['settings']): Promise<Credential | undefined> {
  if (access.kind === 'emulator') return undefined
  const { applicationDefault, cert } = await import('firebase-admin/app')
  return access.credentials === 'application-default'
    ? applicationDefault()
    : cert({ ...access.credentials.reveal() })
}
