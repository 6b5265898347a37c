import { isAbsolute, join, resolve } from 'node:path'
import { limits } from '@kyc/contract/limits.ts'
import type { ClamdAddress } from './antivirus/clamd.ts'
import { readClamd } from './antivirus/clamd-settings.ts'
import { isRecipient } from './archive/age-identity.ts'
import { type CallbackSettings, readCallbacks } from './callbacks/callback-settings.ts'
import { type MasterKeySettings, readMasterKeys } from './crypto/master-key-settings.ts'
import { type DatabaseSettings, readDatabase, readDrillDatabase } from './db/database-settings.ts'
import { type FirebaseSettings, readFirebase } from './identity/firebase-settings.ts'
import { type MailSettings, readContactTo, readMail } from './mail/mail-settings.ts'
import { type MetricsSettings, readMetrics } from './metrics/metrics-settings.ts'
import { type Release, readRelease } from './process/release.ts'
import { readPublicUrl, readTrustProxy } from './settings/address-settings.ts'
import { Environment, isLoopback } from './settings/environment.ts'
import { readBulkViewAlert, readQuota, readRate } from './settings/limit-settings.ts'
import { findMisspelt } from './settings/misspelt-settings.ts'
import type { Secret } from './settings/secret.ts'
import { overlap, readPlace, type StoragePlace } from './storage/storage-place.ts'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const confinements = ['full', 'weak'] as const
const mfaRules = ['optional', 'required'] as const
/** What a process does: serve requests, run jobs, or both. */
const processRoles = ['web', 'worker', 'all'] as const

/** The settings of one process (D45, D46). Secrets are wrapped, so that logging a config shows none. */
export interface Config extends MasterKeySettings {
  /** Sample accounts and records, on loopback only. */
  readonly demo: boolean
  readonly production: boolean
  readonly release: Release
  /** One sentence for each doubtful setting, for the log; in production they prevent the start. */
  readonly warnings: readonly string[]
  /** D58: `full` refuses a start where helpers that open files can be confined only partly. */
  readonly helperConfinement: (typeof confinements)[number]
  /** `web` runs no jobs; `worker` serves only the health of its process. */
  readonly role: (typeof processRoles)[number]
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  /** The address that browsers use; only its origin may call the API. */
  readonly publicUrl: URL
  readonly dataDir: string
  readonly database: DatabaseSettings
  /** The files that contain secrets, besides those of the master key. Helpers must not see them. */
  readonly secretPaths: readonly string[]
  /** The encrypted files. */
  readonly storage: StoragePlace
  /** The published checkpoints of the audit log (D39). */
  readonly auditCheckpoints: StoragePlace
  /** False: cookies without `Secure` and without the `__Host-` prefix. */
  readonly secureCookies: boolean
  /** D31: whether admins and above must have a second factor. */
  readonly adminMfa: (typeof mfaRules)[number]
  /** D6: an account can't approve documents of a performer that it registered. */
  readonly fourEyes: boolean
  readonly retentionYears: number
  /** D116: for how many days a superadmin has held the role before a request that it may confirm. */
  readonly secondPersonDays: number
  /** D38: the different records that an account may view in an hour without an alert; null: no alerts. */
  readonly bulkViewAlert: { readonly performers: number; readonly documents: number } | null
  /** Addresses and networks of the reverse proxies whose X-Forwarded-For is trusted; empty for `none`. */
  readonly trustProxy: readonly string[]
  /** The seconds for which a stopping process serves as before, while load balancers notice that it is not ready. */
  readonly drainSeconds: number
  /** D81: where the virus scanner listens; null: files are not scanned. */
  readonly clamd: ClamdAddress | null
  readonly analytics: boolean
  readonly mail: MailSettings
  /** The recipient of inquiries from the contact form. */
  readonly contactTo: string
  /** Who can open backups: a recipient of age, whose identity is not on this machine. */
  readonly backupRecipient: string | null
  /** The empty database for restore drills; null: an embedded one. */
  readonly drillDatabaseUrl: Secret<string> | null
  readonly logLevel: (typeof logLevels)[number]
  readonly rate: { readonly apiPerMinute: number }
  /** D59: the limits for registrations and uploads of one account on a day in Japan. */
  readonly quota: { readonly registrationsPerDay: number; readonly mebibytesPerDay: number }
  /** Where metrics are served, apart from the public port; null: nowhere. */
  readonly metrics: MetricsSettings | null
  /** The collector of traces (OTLP over HTTP); null: no traces. */
  readonly traces: URL | null
  /** A service of time stamps (RFC 3161) for signed contracts; null: none. */
  readonly timestampUrl: URL | null
  /** The folder of the built web app. */
  readonly webDist: string
  readonly firebase: FirebaseSettings | null
  readonly callbacks: CallbackSettings
}

/** The settings are invalid and prevent the start; `faults` contains one sentence for each fault. */
export class ConfigError extends Error {
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(`The settings are wrong:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.name = 'ConfigError'
    this.faults = faults
  }
}

/** Settings with a password: `<name>_FILE` may name a file that contains them. */
const secretFiles = ['DATABASE_URL', 'DATABASE_OWNER_URL', 'SMTP_URL'] as const

/**
 * The two logins, for the program that migrates: it needs no other setting, and holds no other secret.
 * @throws ConfigError
 */
export function readMigration(variables: NodeJS.ProcessEnv): {
  readonly url: string
  readonly ownerUrl: string
} {
  const env = new Environment(variables, ['DATABASE_URL', 'DATABASE_OWNER_URL'])
  const database = readDatabase(env, readProduction(env))
  const { url, ownerUrl } = database.kind === 'url' ? database : {}
  if (!url || !ownerUrl)
    env.fault(
      'DATABASE_URL and DATABASE_OWNER_URL are needed: an embedded database is migrated by each start.',
    )
  if (!url || !ownerUrl || env.faults.length > 0) throw new ConfigError(env.faults)
  return { url: url.reveal(), ownerUrl: ownerUrl.reveal() }
}

const root = resolve(import.meta.dirname, '../../..')

/**
 * Reads the settings. No other code of the product reads the environment.
 * @throws ConfigError with all faults together
 */
export function readConfig(variables: NodeJS.ProcessEnv): Config {
  const env = new Environment(variables, secretFiles)
  const production = readProduction(env)
  const warnings: string[] = []
  const host = env.text('HOST') ?? '127.0.0.1'
  const demo = readDemo(env, production, host)
  const port = env.integer('PORT', { min: 0, max: 65_535, fallback: 3000 })
  const publicUrl = readPublicUrl(env) ?? new URL(`http://localhost:${port}`)
  const dataDir = env.path('DATA_DIR', join(root, 'data', demo ? 'demo' : 'live'))
  if (production) requireProductionSettings(env, publicUrl)
  const mail = readMail(env, dataDir, production)
  const database = readDatabase(env, production)
  const config: Config = {
    demo,
    production,
    release: readRelease(root, env.text('RELEASE_COMMIT')),
    warnings,
    helperConfinement: env.oneOf('HELPER_CONFINEMENT', confinements, production ? 'full' : 'weak'),
    role: readRole(env, database),
    host,
    port,
    publicUrl,
    dataDir,
    database,
    secretPaths: Object.freeze(readSecretPaths(env)),
    storage: readPlace(env, 'STORAGE_URL', join(dataDir, 'files')),
    auditCheckpoints: readPlace(env, 'AUDIT_CHECKPOINTS', join(dataDir, 'checkpoints')),
    ...readMasterKeys(env, dataDir),
    secureCookies: readSecureCookies(env, production, [host, publicUrl.hostname]),
    ...readOfficeRules(env, production),
    trustProxy: Object.freeze(readTrustProxy(env)),
    drainSeconds: env.integer('DRAIN_SECONDS', { min: 0, max: 300, fallback: 0 }),
    clamd: readClamd(env),
    analytics: env.flag('ANALYTICS') ?? true,
    mail,
    contactTo: readContactTo(env, demo, mail.from),
    backupRecipient: readBackupRecipient(env),
    drillDatabaseUrl: readDrillDatabase(env, production),
    logLevel: env.oneOf('LOG_LEVEL', logLevels, 'info'),
    rate: readRate(env),
    quota: readQuota(env),
    metrics: readMetrics(env, { host, port }),
    traces: env.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['https:', 'http:']) ?? null,
    timestampUrl: env.url('TIMESTAMP_URL', ['https:', 'http:']) ?? null,
    webDist: env.path('WEB_DIST', join(root, 'web/dist')),
    firebase: readFirebase(env, demo),
    callbacks: readCallbacks(env, production),
  }
  refuseOverlap(env, config)
  for (const { name, setting } of findMisspelt(Object.keys(variables), env.names))
    warnings.push(`${name} is not a setting and has no effect: write ${setting}, or remove it.`)
  if (production) env.faults.push(...warnings)
  if (env.faults.length > 0) throw new ConfigError(env.faults)
  return Object.freeze(config)
}

/** What an operator may decide about the rules of the office. */
function readOfficeRules(env: Environment, production: boolean) {
  const { retentionYears, retentionYearsAtMost, secondPersonDays } = limits
  return {
    adminMfa: env.oneOf('ADMIN_MFA', mfaRules, production ? 'required' : 'optional'),
    fourEyes: env.flag('REVIEW_FOUR_EYES') ?? false,
    retentionYears: env.integer('RETENTION_YEARS', {
      min: retentionYears,
      max: retentionYearsAtMost,
      fallback: retentionYears,
    }),
    secondPersonDays: env.integer('SECOND_PERSON_DAYS', { ...secondPersonDays }),
    bulkViewAlert: readBulkViewAlert(env),
  }
}

function refuseOverlap(env: Environment, { storage, auditCheckpoints }: Config): void {
  if (overlap(storage, auditCheckpoints))
    env.fault(
      'AUDIT_CHECKPOINTS must be apart from STORAGE_URL, neither the same place nor one in the other: what loses the files would lose the proof of the log.',
    )
}

function readSecretPaths(env: Environment): string[] {
  const names = [
    ...secretFiles.map((name) => `${name}_FILE`),
    'AWS_SHARED_CREDENTIALS_FILE',
    'FIREBASE_CREDENTIALS',
  ]
  // FIREBASE_CREDENTIALS may also be the credentials themselves.
  return names.flatMap((name) => env.text(name) ?? []).filter((text) => isAbsolute(text))
}

/** The settings with the actual port of `PORT=0`. */
export function withPort(config: Config, port: number): Config {
  const publicUrl = new URL(config.publicUrl)
  // Only the default address changes with the port: a PUBLIC_URL without one has the port of its protocol.
  if (config.port === 0 && publicUrl.port === '0') publicUrl.port = String(port)
  return Object.freeze({ ...config, port, publicUrl })
}

/** Rejects other spellings, which would select demo mode or the looser rules outside production. */
function readProduction(env: Environment): boolean {
  const name = env.text('NODE_ENV') ?? ''
  if (name !== 'production' && /^prod/i.test(name)) {
    env.fault(`NODE_ENV must be written as NODE_ENV=production, not "${name}".`)
  }
  return name === 'production'
}

function readDemo(env: Environment, production: boolean, host: string): boolean {
  const wanted = env.flag('DEMO')
  const real = [
    ...['DATABASE_URL', 'PUBLIC_URL'].filter((name) => env.text(name) !== undefined),
    ...(production ? ['NODE_ENV=production'] : []),
  ]
  if (wanted === true && real.length > 0) {
    env.fault(`DEMO=on contradicts ${real.join(' and ')}: demo mode is for evaluation only.`)
  }
  const demo = wanted ?? real.length === 0
  if (demo && !isLoopback(host)) {
    env.fault(`Demo mode listens on this machine only: leave HOST out or set DEMO=off, not HOST=${host}.`)
  }
  return demo
}

/** Checks the settings that production requires and those that it forbids, and reports every fault. */
function requireProductionSettings(env: Environment, publicUrl: URL): void {
  const needed = [...['DATABASE_URL', 'STORAGE_URL', 'PUBLIC_URL', 'SMTP_URL', 'MAIL_FROM', 'CONTACT_TO']]
  for (const name of needed) {
    if (env.text(name) === undefined) env.fault(`${name} is missing: NODE_ENV=production requires it.`)
  }
  if (env.text('MASTER_KEY') === undefined && env.text('MASTER_KEY_FILE') === undefined) {
    env.fault('MASTER_KEY or MASTER_KEY_FILE is missing: NODE_ENV=production requires one of them.')
  }
  // The server has no TLS, so an https address implies a proxy. If it is untrusted, all limits by address count its
  // requests as those of one client.
  const isPublic = publicUrl.protocol === 'https:' || env.text('PUBLIC_URL') === undefined
  if (isPublic && env.text('TRUST_PROXY') === undefined) {
    env.fault(
      'TRUST_PROXY is missing: list the addresses of the reverse proxies, or set TRUST_PROXY=none where clients connect directly.',
    )
  }
  if (env.text('NODE_TLS_REJECT_UNAUTHORIZED') === '0') {
    env.fault('NODE_TLS_REJECT_UNAUTHORIZED=0 disables the verification of certificates: remove it.')
  }
}

function readRole(env: Environment, database: DatabaseSettings): Config['role'] {
  const role = env.oneOf('ROLE', processRoles, 'all')
  if (role !== 'all' && database.kind === 'embedded') {
    env.fault(`ROLE=${role} needs DATABASE_URL: the embedded PostgreSQL belongs to a single process.`)
  }
  return role
}

function readBackupRecipient(env: Environment): string | null {
  const text = env.text('BACKUP_RECIPIENT')
  if (text?.startsWith('AGE-SECRET-KEY-'))
    env.fault('BACKUP_RECIPIENT must be the recipient (age1…), never the identity, which opens the backups.')
  else if (text !== undefined && !isRecipient(text))
    env.fault(
      'BACKUP_RECIPIENT must be a recipient of age (age1…), without a letter changed: copy it again, or npm run backup -- --create-identity FILE.',
    )
  return text ?? null
}

function readSecureCookies(env: Environment, production: boolean, hosts: readonly string[]): boolean {
  const secure = env.flag('SECURE_COOKIES') ?? true
  if (!secure && (production || !hosts.every(isLoopback))) {
    env.fault('SECURE_COOKIES=off is allowed outside production and on this machine only.')
  }
  return secure
}
