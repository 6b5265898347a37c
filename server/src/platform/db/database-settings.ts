import { type Environment, isLoopback } from '../settings/environment.ts'
import { Secret } from '../settings/secret.ts'

/** The database and its logins. */
export type DatabaseSettings =
  | { readonly kind: 'embedded' }
  /**
   * `url` is the application's login; `ownerUrl` is that of the owner of the tables, which migrates. In production only the
   * programs that need it have the latter.
   */
  | { readonly kind: 'url'; readonly url: Secret<string>; readonly ownerUrl: Secret<string> | null }

const protocols = ['postgres:', 'postgresql:']

/**
 * DATABASE_URL and DATABASE_OWNER_URL. Production needs two logins, because the append-only audit log relies
 * on the application not owning its tables, and verified TLS to a remote database. Its servers hold the first one only.
 */
export function readDatabase(env: Environment, production: boolean): DatabaseSettings {
  const url = env.url('DATABASE_URL', protocols)
  const owner = env.url('DATABASE_OWNER_URL', protocols)
  if (owner && env.text('DATABASE_URL') === undefined) {
    env.fault('DATABASE_OWNER_URL needs DATABASE_URL, the login of the application.')
  }
  for (const [name, value] of [
    ['DATABASE_URL', url],
    ['DATABASE_OWNER_URL', owner],
  ] as const) {
    if (value && !isDecodable(value))
      env.fault(`${name} contains a % that does not start an escape such as %40.`)
  }
  if (production) {
    if (url) requireVerifiedConnection(env, 'DATABASE_URL', url)
    if (owner) requireVerifiedConnection(env, 'DATABASE_OWNER_URL', owner)
    if (url && owner && sameLogin(url, owner)) {
      env.fault(
        'DATABASE_URL and DATABASE_OWNER_URL must name two logins: the application must not own its tables.',
      )
    }
  }
  if (!url) return Object.freeze({ kind: 'embedded' })
  const migrating = owner ?? (production ? undefined : url)
  const ownerUrl = migrating ? new Secret(migrating.href) : null
  return Object.freeze({ kind: 'url', url: new Secret(url.href), ownerUrl })
}

/** DRILL_DATABASE_URL, which a restore drill fills and empties. */
export function readDrillDatabase(env: Environment, production: boolean): Secret<string> | null {
  const url = env.url('DRILL_DATABASE_URL', protocols)
  if (url && production) requireVerifiedConnection(env, 'DRILL_DATABASE_URL', url)
  return url ? new Secret(url.href) : null
}

/** The login in a database URL, decoded as the driver does. */
export function loginOf(url: string | URL): string {
  return decodeURIComponent(new URL(url).username)
}

function sameLogin(one: URL, other: URL): boolean {
  return isDecodable(one) && isDecodable(other) && loginOf(one) === loginOf(other)
}

function isDecodable({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password)
    return true
  } catch {
    return false
  }
}

/** Others, such as `host`, `user` or `options`, would override the rest of the URL. */
const allowedParameters = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'application_name']

function requireVerifiedConnection(env: Environment, name: string, url: URL): void {
  const others = [...url.searchParams.keys()].filter((key) => !allowedParameters.includes(key))
  if (others.length > 0) env.fault(`${name} must not have the parameter ${others.join(', ')} in production.`)
  if (url.username === '' || url.hostname === '') env.fault(`${name} must name a login and a host.`)
  if (isLoopback(url.hostname)) return
  const modes = url.searchParams.getAll('sslmode')
  if (modes.length !== 1 || modes[0] !== 'verify-full') {
    env.fault(`${name} needs sslmode=verify-full, because its host is not this machine.`)
  }
}
