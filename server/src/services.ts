import { join } from 'node:path'
import { type AccountServices, accountKeysOf } from './features/accounts/account-services.ts'
import { createCompanionCheck } from './features/accounts/provider/companion-token.ts'
import { createPasswords } from './features/accounts/sign-in/passwords.ts'
import { type AuditExporter, createAuditExporter } from './features/audit/export/exporter.ts'
import { createAuditWriter } from './features/audit/record.ts'
import { createLogVerifier, type LogVerifier } from './features/audit/verify/log-verifier.ts'
import { createIntake } from './features/documents/intake/intake.ts'
import type { PackServices } from './features/packs/pack-services.ts'
import { type PartnerServices, partnerKeysOf } from './features/partners/partner-services.ts'
import { createSigningKeys } from './features/partners/signing-keys.ts'
import type { PerformerServices } from './features/performers/performer-services.ts'
import { createInstallationKeys, type InstallationKeys } from './features/signings/pdf/installation-key.ts'
import type { TakedownServices } from './features/takedowns/takedown-services.ts'
import { claimMasterKey } from './master-key/claim-master-key.ts'
import { openMasterKey, storedMasterKeys } from './master-key/open-master-key.ts'
import type { VirusScanner } from './platform/antivirus/virus-scanner.ts'
import { createAttemptQueue } from './platform/attempts/attempt-queue.ts'
import { systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { type KeyRing, keyRefresh, openKeyRing } from './platform/crypto/key-ring.ts'
import { createUnreadable, type Unreadable } from './platform/crypto/unreadable.ts'
import { type Database, type Db, openDatabase } from './platform/db/database.ts'
import { createSharedLimits, type SharedLimits } from './platform/db/shared-limits.ts'
import { createSignal, type Signal } from './platform/db/signal.ts'
import { createCursorCodec } from './platform/lists/cursor.ts'
import type { Log } from './platform/log.ts'
import { createMailOutbox } from './platform/mail/mail-outbox.ts'
import { openTelemetry, type Telemetry } from './platform/metrics/telemetry.ts'
import { createOutbox } from './platform/outbox/outbox.ts'
import { StartError } from './platform/process/start-error.ts'
import { secretPlaces } from './platform/settings/secret-places.ts'
import type { CheckpointStore } from './platform/transparency/checkpoint-store.ts'
import { createNoteSigner, type NoteSigner } from './platform/transparency/signed-note.ts'
import { type Overrides, openPorts } from './ports.ts'

/** The services of all features. */
export type Services = AccountServices &
  PerformerServices &
  PartnerServices &
  TakedownServices &
  PackServices & {
    readonly config: Config
    readonly auditExporter: AuditExporter
    /** The keys that sign contracts. */
    readonly installationKeys: InstallationKeys
    readonly logVerifier: LogVerifier
    /** All data keys (D57). */
    readonly keyRing: KeyRing
    /** Signs the checkpoints of the audit log. */
    readonly auditSigner: NoteSigner
    /** The published checkpoints of the audit log. */
    readonly checkpoints: CheckpointStore
    /** For services that open connections of their own. */
    readonly databaseUrl: string
    /** null without `CLAMD_URL` (D81). */
    readonly virusScanner: VirusScanner | null
    readonly unreadable: Unreadable
    readonly sharedLimits: SharedLimits
    /** Aborted when the process begins to stop: it still serves, but is no longer ready (D47). */
    readonly stopping: AbortController
    readonly metrics: Telemetry['metrics']
    readonly observer: Telemetry['observer']
    readonly pool: Database['pool']
    /** Reports changes of the audit log in all processes: to open pages (D42) and the delivery scheduler. */
    readonly changed: Signal
    /** Releases pools, workers and timers. */
    close(): Promise<void>
  }

/**
 * Builds the services of one process on a migrated database.
 * @throws MasterKeyError if the key is unusable, is not the key of the encrypted data, or is missing although
 *   encrypted data exists
 */
export async function createServices(
  config: Config,
  log: Log,
  databaseUrl: string,
  overrides: Overrides = {},
): Promise<Services> {
  await using stack = new AsyncDisposableStack()
  const telemetry = await openTelemetry(config, stack)
  const shared = openShared(
    databaseUrl,
    log,
    { ...telemetry, watch: overrides.watch, connectLimit: overrides.connectLimit },
    stack,
  )
  const { db, changed, outbox } = shared
  const clock = overrides.clock ?? systemClock
  const keys = await openKeys({ config, db, log }, stack)
  const { auditKeys, auditSigner, keyRing } = keys
  const { transport, ...ports } = await openPorts({ config, db, log }, telemetry, overrides, stack)
  const { checkpoints, identity, virusScanner } = ports
  const unreadable = createUnreadable(log)
  const published = { auditKeys, auditSigner, checkpoints, databaseUrl }
  const logReaders = createLogReaders({ ...published, clock, db, keyRing, log, unreadable }, stack)
  const intake = await createIntake({
    tempFolder: join(config.dataDir, 'incoming'),
    secrets: secretPlaces(config),
    virusScanner,
    log,
  })
  stack.defer(() => intake.close())
  const audit = openAudit({ auditKeys, clock, db, log, changed }, stack)
  const resources = stack.move()
  return {
    config,
    log,
    clock,
    ...shared,
    ...keys,
    audit,
    ...published,
    ...logReaders,
    unreadable,
    stopping: new AbortController(),
    metrics: telemetry.metrics,
    observer: telemetry.observer,
    listedRecords: new Map(),
    passwords: createPasswords(config.publicUrl.hostname),
    attemptQueue: createAttemptQueue(),
    checkCompanion: createCompanionCheck({ clock, db, identity, log }),
    signingKeys: createSigningKeys({ db, keys: keys.partnerKeys.signing, unreadable }),
    installationKeys: createInstallationKeys({
      db,
      keys: keyRing.boxKeys('contract-key'),
      unreadable,
      host: config.publicUrl.hostname,
    }),
    ...ports,
    intake,
    mails: createMailOutbox({
      outbox,
      transport,
      keys: keyRing.boxKeys('mail-queue'),
      unreadable,
    }),
    close: () => resources.disposeAsync(),
  }
}

/** The database, and what all processes share in it. */
function openShared(
  databaseUrl: string,
  log: Log,
  options: Parameters<typeof openDatabase>[2],
  stack: AsyncDisposableStack,
): Pick<Services, 'db' | 'pool' | 'changed' | 'sharedLimits' | 'outbox'> {
  const { db, close, pool } = openDatabase(databaseUrl, log, options)
  stack.defer(close)
  const changed = createSignal({ db, databaseUrl, log, channel: 'changed' })
  stack.defer(() => changed.stop())
  const sharedLimits = createSharedLimits({ db, log })
  stack.defer(() => sharedLimits.close())
  const outbox = createOutbox({ db, log })
  stack.defer(() => outbox.stop())
  return { db, pool, changed, sharedLimits, outbox }
}

/** The writer of the audit log; a process that stops states how many entries it wrote. */
function openAudit(
  { auditKeys, clock, db, log, changed }: Pick<Services, 'auditKeys' | 'clock' | 'db' | 'log' | 'changed'>,
  stack: AsyncDisposableStack,
) {
  const audit = createAuditWriter(auditKeys, clock, changed.send)
  stack.defer(() =>
    audit
      .stateCounts(db)
      .catch((error: unknown) => log.warn({ err: error }, 'the number of written entries was not stated')),
  )
  return audit
}

/** The master key, the data keys that it opens, and what the features use them for. */
async function openKeys(
  { config, db, log }: Pick<Services, 'config' | 'db' | 'log'>,
  stack: AsyncDisposableStack,
) {
  const masterKey = await openMasterKey(config, storedMasterKeys(db))
  await claimMasterKey(db, masterKey)
  const keyRing = await openKeyRing(db, masterKey)
  stack.defer(refreshRegularly(keyRing, log))
  return { masterKey, keyRing, auditSigner: await openSigner(db, keyRing), ...keysOf(keyRing) }
}

/** What the features use the keys for. */
function keysOf(keyRing: KeyRing) {
  return {
    auditKeys: { mac: keyRing.secret('audit-mac'), pii: keyRing.boxKeys('audit-pii') },
    accountKeys: accountKeysOf(keyRing),
    hashKeys: { mac: keyRing.secret('document-hash'), pictures: keyRing.boxKeys('picture-hash') },
    cursors: createCursorCodec(keyRing.boxKeys('cursor')),
    partnerKeys: partnerKeysOf(keyRing),
    pseudonymKey: keyRing.secret('email-pseudonym'),
    replyKeys: keyRing.boxKeys('saved-reply'),
    packKeys: keyRing.boxKeys('pack-file'),
    takedownKeys: keyRing.boxKeys('takedown-notice'),
  }
}

/** Reads new generations of keys long before they encrypt. */
function refreshRegularly(keyRing: KeyRing, log: Log): () => void {
  const refresh = () =>
    keyRing.refresh().catch((error) => log.warn({ err: error }, 'the data keys were not refreshed'))
  const timer = setInterval(refresh, keyRefresh).unref()
  return () => clearInterval(timer)
}

/** The services that read the whole log. */
function createLogReaders(
  services: Parameters<typeof createAuditExporter>[0] & Parameters<typeof createLogVerifier>[0],
  stack: AsyncDisposableStack,
): Pick<Services, 'auditExporter' | 'logVerifier'> {
  const auditExporter = createAuditExporter(services)
  stack.defer(() => auditExporter.close())
  const logVerifier = createLogVerifier(services)
  stack.defer(() => logVerifier.stop())
  return { auditExporter, logVerifier }
}

/** Signs the checkpoints of the log under the name that the migration created. */
async function openSigner(db: Db, keyRing: KeyRing): Promise<NoteSigner> {
  const origin = await db.selectFrom('audit_origin').select('name').executeTakeFirst()
  if (!origin)
    throw new StartError(
      'The table audit_origin is empty: the audit log has lost its name, which its checkpoints are signed with. Restore a backup, or insert the name that audit.vkey of the published checkpoints begins with.',
    )
  return createNoteSigner(origin.name, keyRing.secret('audit-signing'))
}
