import { join } from 'node:path'
import { type AccountServices, accountKeysOf } from './features/accounts/account-services.ts'
import { createCompanionCheck } from './features/accounts/provider/companion-token.ts'
import { createPasswords } from './features/accounts/sign-in/passwords.ts'
import { type AuditExporter, createAuditExporter } from './features/audit/export/exporter.ts'
import { createAuditWriter } from './features/audit/record.ts'
import { createLogVerifier, type LogVerifier } from './features/audit/verify/log-verifier.ts'
import { createIntake } from './features/documents/intake/intake.ts'
import { type PartnerServices, partnerKeysOf } from './features/partners/partner-services.ts'
import { createSigningKeys } from './features/partners/signing-keys.ts'
import type { PerformerServices } from './features/performers/performer-services.ts'
import { createLongLists } from './features/performers/search/long-lists.ts'
import { createAttemptQueue } from './platform/attempts/attempt-queue.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { type KeyRing, keyRefresh, openKeyRing } from './platform/crypto/key-ring.ts'
import { createUnreadable, type Unreadable } from './platform/crypto/unreadable.ts'
import { createCursorCodec } from './platform/cursor.ts'
import { type Db, openDatabase } from './platform/db/database.ts'
import { createSignal, type Signal } from './platform/db/signal.ts'
import { createFirebaseProvider } from './platform/identity/firebase-provider.ts'
import { type IdentityProvider, noProvider } from './platform/identity/identity-provider.ts'
import type { Log } from './platform/log.ts'
import { createMailOutbox } from './platform/mail/mail-outbox.ts'
import { createMailTransport } from './platform/mail/mail-transports.ts'
import { createOutbox } from './platform/outbox/outbox.ts'
import { openStore } from './platform/storage/open-store.ts'
import type { CheckpointStore } from './platform/transparency/checkpoint-store.ts'
import { openCheckpointStore } from './platform/transparency/open-checkpoint-store.ts'
import { createNoteSigner, type NoteSigner } from './platform/transparency/signed-note.ts'
import { claimMasterKey } from './start/claim-master-key.ts'
import { openMasterKey } from './start/open-master-key.ts'

/** The services of all features. */
export type Services = AccountServices &
  PerformerServices &
  PartnerServices & {
    readonly config: Config
    readonly auditExporter: AuditExporter
    readonly logVerifier: LogVerifier
    /** All data keys (D57). */
    readonly keyRing: KeyRing
    /** Signs the checkpoints of the audit log. */
    readonly auditSigner: NoteSigner
    /** The published checkpoints of the audit log. */
    readonly checkpoints: CheckpointStore
    /** For services that open connections of their own. */
    readonly databaseUrl: string
    readonly unreadable: Unreadable
    /** Reports changes of the audit log in all processes: to open pages (D42) and the delivery scheduler. */
    readonly changed: Signal
    /** Releases pools, workers and timers. */
    close(): Promise<void>
  }

/** Replacements for tests and demo mode. */
export interface Overrides {
  readonly clock?: Clock
  readonly identity?: IdentityProvider
  /** Host and port of the identity provider's emulator in demo mode; undefined while it is unavailable. */
  readonly emulatorAddress?: () => string | undefined
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
  const { db, close } = openDatabase(databaseUrl, log)
  stack.defer(close)
  const changed = createSignal({ db, databaseUrl, log, channel: 'changed' })
  stack.defer(() => changed.stop())
  const outbox = createOutbox({ db, log })
  stack.defer(() => outbox.stop())
  const clock = overrides.clock ?? systemClock
  const master = await openMasterKey(config, db)
  await claimMasterKey(db, master)
  const keyRing = await openKeyRing(db, master)
  stack.defer(refreshRegularly(keyRing, log))
  const keys = keysOf(keyRing)
  const { auditKeys } = keys
  const auditSigner = await openSigner(db, keyRing)
  const store = await openStore(config.storage, { dataNeedsIt: () => hasDocuments(db), log, stack })
  const unreadable = createUnreadable(log)
  const checkpoints = await openCheckpointStore(config.auditCheckpoints, stack)
  const published = { auditKeys, auditSigner, checkpoints, databaseUrl }
  const logReaders = createLogReaders({ ...published, clock, db, log, unreadable }, stack)
  const intake = await createIntake({
    tempFolder: join(config.dataDir, 'incoming'),
    secrets: secretPaths(config),
    log,
  })
  stack.defer(() => intake.close())
  const identity = overrides.identity ?? openIdentity(config, stack, overrides.emulatorAddress)
  const resources = stack.move()
  return {
    config,
    log,
    clock,
    db,
    masterKey: master,
    keyRing,
    ...keys,
    audit: createAuditWriter(auditKeys, clock, changed.send),
    ...published,
    ...logReaders,
    unreadable,
    changed,
    longLists: createLongLists(),
    listExports: new Set(),
    passwords: createPasswords(config.publicUrl.hostname),
    attemptQueue: createAttemptQueue(),
    identity,
    checkCompanion: createCompanionCheck({ clock, db, identity, log }),
    signingKeys: createSigningKeys({ db, keys: keys.partnerKeys.signing, unreadable }),
    store,
    intake,
    outbox,
    mails: createMailOutbox({
      outbox,
      transport: createMailTransport(config),
      keys: keyRing.boxKeys('mail-queue'),
      unreadable,
    }),
    close: () => resources.disposeAsync(),
  }
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
  }
}

/** Reads new generations of keys long before they encrypt (D57). */
function refreshRegularly(keyRing: KeyRing, log: Log): () => void {
  const refresh = () =>
    keyRing.refresh().catch((error) => log.warn({ err: error }, 'the data keys were not refreshed'))
  const timer = setInterval(refresh, keyRefresh).unref()
  return () => clearInterval(timer)
}

/** The services that read the whole log in threads of their own. */
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

/** The configured identity provider: Firebase, the emulator of demo mode, or none (D30, D46). */
function openIdentity(
  { firebase }: Config,
  stack: AsyncDisposableStack,
  emulatorAddress: Overrides['emulatorAddress'] = () => undefined,
): IdentityProvider {
  if (!firebase) return noProvider
  const provider = createFirebaseProvider({ settings: firebase, emulatorAddress })
  stack.defer(() => provider.close())
  return provider
}

/** The folders and files that helper processes must not read. */
function secretPaths({ dataDir, storage, auditCheckpoints, masterKey, previousMasterKey }: Config): string[] {
  const places = [storage, auditCheckpoints, masterKey, previousMasterKey]
  return [dataDir, ...places.flatMap((place) => (place && 'path' in place ? [place.path] : []))]
}

/** Signs the checkpoints of the log under the name that the migration created. */
async function openSigner(db: Db, keyRing: KeyRing): Promise<NoteSigner> {
  const { name } = await db.selectFrom('audit_origin').select('name').executeTakeFirstOrThrow()
  return createNoteSigner(name, keyRing.secret('audit-signing'))
}

async function hasDocuments(db: Db): Promise<boolean> {
  const document = db.selectFrom('document_version').select('id').where('destroyed_at', 'is', null)
  return (await document.limit(1).executeTakeFirst()) !== undefined
}
