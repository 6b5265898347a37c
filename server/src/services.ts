import { join } from 'node:path'
import { type AccountServices, deriveAccountKeys } from './features/accounts/account-services.ts'
import { createCompanionCheck } from './features/accounts/provider/companion-token.ts'
import { createPasswords } from './features/accounts/sign-in/passwords.ts'
import { type AuditExporter, createAuditExporter } from './features/audit/export/exporter.ts'
import { createAuditWriter } from './features/audit/record.ts'
import { createAuditKeys } from './features/audit/seal.ts'
import { createIntake } from './features/documents/intake/intake.ts'
import { derivePartnerKeys, type PartnerServices } from './features/partners/partner-services.ts'
import { createSigningKeys } from './features/partners/signing-keys.ts'
import type { PerformerServices } from './features/performers/performer-services.ts'
import { createLongLists } from './features/performers/search/long-lists.ts'
import { createAttemptQueue } from './platform/attempts/attempt-queue.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { deriveKey } from './platform/crypto/derive-key.ts'
import { type MasterKey, masterKey, openMasterKeyFile } from './platform/crypto/master-key.ts'
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
import { openFolderStore } from './platform/storage/open-folder-store.ts'
import { type CheckpointStore, folderCheckpointStore } from './platform/transparency/checkpoint-store.ts'
import { createNoteSigner, type NoteSigner } from './platform/transparency/signed-note.ts'
import { claimMasterKey, hasMasterKey } from './start/claim-master-key.ts'

/** The services of all features. */
export type Services = AccountServices &
  PerformerServices &
  PartnerServices & {
    readonly config: Config
    readonly auditExporter: AuditExporter
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
  const auditKeys = createAuditKeys(
    deriveKey(master.bytes, 'audit-mac'),
    deriveKey(master.bytes, 'audit-pii'),
  )
  await claimMasterKey(db, master)
  const auditSigner = createNoteSigner(await getLogOrigin(db), deriveKey(master.bytes, 'audit-signing'))
  const store = await openFolderStore(config.storage.path, { dataNeedsIt: () => hasDocuments(db) })
  const unreadable = createUnreadable(log)
  const auditExporter = createAuditExporter({ databaseUrl, auditKeys, log, unreadable })
  stack.defer(() => auditExporter.close())
  const intake = await createIntake({
    tempFolder: join(config.dataDir, 'incoming'),
    secrets: [config.dataDir, config.storage.path, config.auditCheckpoints, ...keyFile(config)],
    log,
  })
  stack.defer(() => intake.close())
  const identity = overrides.identity ?? openIdentity(config, stack, overrides.emulatorAddress)
  const partnerKeys = derivePartnerKeys(master.bytes)
  const resources = stack.move()
  return {
    config,
    log,
    clock,
    db,
    masterKey: master,
    auditKeys,
    audit: createAuditWriter(auditKeys, clock, changed.send),
    auditExporter,
    auditSigner,
    checkpoints: folderCheckpointStore(config.auditCheckpoints),
    databaseUrl,
    unreadable,
    changed,
    cursors: createCursorCodec(deriveKey(master.bytes, 'cursor')),
    longLists: createLongLists(),
    accountKeys: deriveAccountKeys(master.bytes),
    passwords: createPasswords(config.publicUrl.hostname),
    attemptQueue: createAttemptQueue(),
    pseudonymKey: deriveKey(master.bytes, 'email-pseudonym'),
    identity,
    checkCompanion: createCompanionCheck({ clock, db, identity, log }),
    partnerKeys,
    signingKeys: createSigningKeys({ db, key: partnerKeys.signing, unreadable }),
    store,
    intake,
    outbox,
    mails: createMailOutbox({
      outbox,
      transport: createMailTransport(config),
      key: deriveKey(master.bytes, 'mail-queue'),
      unreadable,
    }),
    close: () => resources.disposeAsync(),
  }
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

function keyFile({ masterKey: source }: Config): string[] {
  return source.kind === 'file' ? [source.path] : []
}

/** The name of this installation's log, created by the migration. */
async function getLogOrigin(db: Db): Promise<string> {
  return (await db.selectFrom('audit_origin').select('name').executeTakeFirstOrThrow()).name
}

async function hasDocuments(db: Db): Promise<boolean> {
  const document = db.selectFrom('document_version').select('id').where('destroyed_at', 'is', null)
  return (await document.limit(1).executeTakeFirst()) !== undefined
}

async function openMasterKey({ masterKey: source }: Config, db: Db): Promise<MasterKey> {
  if (source.kind === 'value') return masterKey(source.bytes.reveal())
  return openMasterKeyFile(source.path, {
    generate: source.generate,
    // A key is claimed before any data is written.
    dataNeedsIt: () => hasMasterKey(db),
  })
}
