import type { Agent } from 'node:http'
import type { App, Credential } from 'firebase-admin/app'
import type { Auth, DecodedIdToken } from 'firebase-admin/auth'
import { newId } from '../ids.ts'
import { Problem } from '../problem.ts'
import { emulatorVariableIsSet, withEmulatorVariable } from './emulator-variable.ts'
import { firebaseProblem, isUnknownAccount } from './firebase-errors.ts'
import type { FirebaseSettings } from './firebase-settings.ts'
import type { IdentityProvider, VerifiedToken } from './identity-provider.ts'

interface FirebaseOptions {
  readonly settings: Pick<FirebaseSettings, 'projectId' | 'access'>
  /** The address of the emulator; undefined while it is not running. Called in emulator mode only. */
  readonly emulatorAddress?: () => string | undefined
  /** The connections to Google: through a proxy or, in tests, to a local server with its own keys. */
  readonly httpAgent?: Agent
  readonly credential?: Credential
}

export interface FirebaseProvider extends IdentityProvider {
  /** Releases the resources of the library. */
  close(): Promise<void>
}

/** In milliseconds: two calls fit into the 30 s timeout of browsers. */
const callTimeout = 10_000

/** Firebase through its own library, loaded for the first token: most sign-ins don't need it. */
export function createFirebaseProvider(options: FirebaseOptions): FirebaseProvider {
  const connect = connector(options)
  return {
    verifyIdToken: (token) =>
      callProvider(async () => {
        const auth = await connect.auth()
        // The second argument checks with Google that the account is not disabled or revoked.
        return verifiedToken(await auth.verifyIdToken(token, true))
      }),
    lookUp: (uid) =>
      callProvider(async () => {
        const auth = await connect.auth()
        try {
          const { disabled, tokensValidAfterTime, email, emailVerified } = await auth.getUser(uid)
          return {
            disabled,
            email,
            emailVerified,
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

async function callProvider<T>(call: () => Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Problem('PROVIDER_UNAVAILABLE')), callTimeout)
  try {
    return await Promise.race([call(), late])
  } catch (error) {
    throw firebaseProblem(error)
  } finally {
    clearTimeout(timer)
  }
}

function verifiedToken(token: DecodedIdToken): VerifiedToken {
  // Uids are unique per tenant only, so one of a tenant could equal that of another account.
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

/** A claim as text; the library doesn't type custom claims. */
function text(claim: unknown): string | undefined {
  return typeof claim === 'string' && claim !== '' ? claim : undefined
}

interface Connection {
  readonly app: App
  readonly auth: Auth
  readonly address: string | undefined
}

/** Creates the objects of the library at the first use, and again when the emulator's address changes. */
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
      rejectStrayEmulator(access.kind)
      const address = addressNow()
      const current = await connection
      if (current && current.address !== address) await close()
      connection ??= open(options, address).catch((error: unknown) => {
        connection = undefined // the next token retries
        throw error
      })
      return (await connection).auth
    },
    close,
  }
}

/** The start rejects the variable; setting it later must not disable the verification of signatures either. */
function rejectStrayEmulator(kind: FirebaseSettings['access']['kind']): void {
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
    newId(), // names of apps are unique in the process
  )
  // The library reads the address of the emulator once, in getAuth.
  return { app, auth: withEmulatorVariable(address, () => getAuth(app)), address }
}

async function credentialOf({ access }: FirebaseOptions['settings']): Promise<Credential | undefined> {
  if (access.kind === 'emulator') return undefined
  const { applicationDefault, cert } = await import('firebase-admin/app')
  return access.credentials === 'application-default'
    ? applicationDefault()
    : cert({ ...access.credentials.reveal() })
}
