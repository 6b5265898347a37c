import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { Agent } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { json } from 'node:stream/consumers'
import { exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { createFirebaseProvider, type FirebaseProvider } from '../../platform/identity/firebase-provider.ts'

const projectId = 'kyc-test'
const keyId = 'key-1'
const keysPath = '/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com'

export interface DoubledAccount {
  readonly disabled?: boolean
  readonly validSince?: Date
  readonly email?: string
  readonly emailVerified?: boolean
}

export interface TokenOptions {
  readonly claims?: Record<string, unknown>
  /** Seconds since the sign-in at the provider. */
  readonly age?: number
  readonly header?: Record<string, unknown>
}

/** A local server for the two Google services behind the provider. It signs tokens with its own key. */
export interface GoogleDouble {
  /** The product's provider, connected to this double instead of Google. */
  readonly provider: FirebaseProvider
  readonly projectId: string
  /** The provider's accounts by uid; tokens of removed accounts are invalid. */
  readonly accounts: Map<string, DoubledAccount>
  /** Adds an account if the uid is new, and returns a token for it, signed as Google does. */
  token(uid: string, options?: TokenOptions): Promise<string>
  /** The public key, which attackers have too. */
  readonly publicKey: string
  /** Refuses connections, or accepts them again. */
  setReachable(reachable: boolean): void
  /** Replies to look-ups with this error until `undefined` is set. */
  failWith(message: string | undefined): void
  close(): Promise<void>
}

export async function startGoogleDouble(now: () => Date = () => new Date()): Promise<GoogleDouble> {
  const keys = await generateKeyPair('RS256', { extractable: true })
  const publicKey = await exportSPKI(keys.publicKey)
  const accounts = new Map<string, DoubledAccount>()
  let reachable = true
  let failure: string | undefined
  const server = createServer(async (request, reply) => {
    const { status, body } =
      failure !== undefined && request.url !== keysPath
        ? { status: 400, body: { error: { code: 400, message: failure } } }
        : await respond(request, accounts, publicKey)
    // Keys are not cached, so that an unreachable network takes effect at once.
    reply.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'max-age=0' })
    reply.end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server
  const provider = createFirebaseProvider({
    settings: { projectId, access: { kind: 'google', credentials: 'application-default' } },
    httpAgent: new LocalAgent(() => (reachable ? port : 1)),
    credential: { getAccessToken: async () => ({ access_token: 'test', expires_in: 3600 }) },
  })
  return {
    provider,
    projectId,
    accounts,
    publicKey,
    async token(uid, { claims = {}, age = 0, header = {} } = {}) {
      if (!accounts.has(uid)) accounts.set(uid, {})
      const at = Math.floor(now().getTime() / 1000) - age
      return new SignJWT({
        iss: `https://securetoken.google.com/${projectId}`,
        aud: projectId,
        sub: uid,
        user_id: uid,
        iat: at,
        exp: at + 3600,
        auth_time: at,
        email: `${uid}@example.com`,
        email_verified: true,
        name: `名 ${uid}`,
        firebase: {},
        // Makes tokens of the same second distinct.
        jti: randomUUID(),
        ...claims,
      })
        .setProtectedHeader({ alg: 'RS256', kid: keyId, ...header })
        .sign(keys.privateKey)
    },
    setReachable: (value) => {
      reachable = value
    },
    failWith: (message) => {
      failure = message
    },
    async close() {
      await provider.close()
      server.closeAllConnections()
      server.close()
    },
  }
}

async function respond(
  request: IncomingMessage,
  accounts: ReadonlyMap<string, DoubledAccount>,
  publicKey: string,
): Promise<{ status: number; body: unknown }> {
  if (request.url === keysPath) return { status: 200, body: { [keyId]: publicKey } }
  if (request.url !== `/v1/projects/${projectId}/accounts:lookup`) return { status: 404, body: {} }
  const { localId } = (await json(request)) as { localId: string[] } // the body that the library sends
  const users = localId.flatMap((id) => {
    const account = accounts.get(id)
    if (!account) return []
    const validSince = account.validSince ? Math.floor(account.validSince.getTime() / 1000) : 0
    const { disabled = false, email, emailVerified = false } = account
    return [{ localId: id, disabled, email, emailVerified, validSince: String(validSince) }]
  })
  return { status: 200, body: users.length > 0 ? { users } : { kind: 'none' } }
}

/** Redirects every https request to a local port without TLS, transparently to its caller. */
class LocalAgent extends Agent {
  readonly #port: () => number

  constructor(port: () => number) {
    super({ keepAlive: false })
    this.#port = port
  }

  override createConnection(): Duplex {
    return connect(this.#port(), '127.0.0.1')
  }
}
