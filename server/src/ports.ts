import { createVirusScanner, type VirusScanner } from './platform/antivirus/virus-scanner.ts'
import { postCallback } from './platform/callbacks/post-callback.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Db } from './platform/db/database.ts'
import type { WatchStatement } from './platform/db/pool-connections.ts'
import { createFirebaseProvider } from './platform/identity/firebase-provider.ts'
import { type IdentityProvider, noProvider } from './platform/identity/identity-provider.ts'
import type { Log } from './platform/log.ts'
import type { MailTransport } from './platform/mail/mail.ts'
import { createMailTransport } from './platform/mail/mail-transports.ts'
import {
  observeCallbacks,
  observeCheckpoints,
  observeMails,
  observeStore,
} from './platform/metrics/observed-ports.ts'
import type { Telemetry } from './platform/metrics/telemetry.ts'
import type { ObjectStore } from './platform/storage/object-store.ts'
import { openStore } from './platform/storage/open-store.ts'
import type { CheckpointStore } from './platform/transparency/checkpoint-store.ts'
import { openCheckpointStore } from './platform/transparency/open-checkpoint-store.ts'

/** The other systems that the product calls. */
export interface Ports {
  readonly checkpoints: CheckpointStore
  readonly identity: IdentityProvider
  readonly postCallback: typeof postCallback
  readonly store: ObjectStore
  readonly transport: MailTransport
  /** null without `CLAMD_URL` (D81). */
  readonly virusScanner: VirusScanner | null
}

/** Decorates a port of the product, such as its store. */
export type WrapPort = <Port extends object>(
  name: 'checkpoints' | 'identity' | 'mails' | 'store',
  port: Port,
) => Port

/** Replacements for tests and demo mode. */
export interface Overrides {
  readonly clock?: Clock
  readonly identity?: IdentityProvider
  /** Host and port of the identity provider's emulator in demo mode; undefined while it is unavailable. */
  readonly emulatorAddress?: () => string | undefined
  readonly wrap?: WrapPort
  /** Receives the statements of the pool. */
  readonly watch?: WatchStatement
  /**
   * Milliseconds in which a connection of the pool must be available. The demo records are created in the background,
   * so their program may wait.
   */
  readonly connectLimit?: number
}

const unwrapped: WrapPort = (_, port) => port

/** Opens the ports, measured. */
export async function openPorts(
  { config, db, log }: { readonly config: Config; readonly db: Db; readonly log: Log },
  { metrics, observer }: Telemetry,
  { wrap = unwrapped, ...overrides }: Overrides,
  stack: AsyncDisposableStack,
): Promise<Ports> {
  const store = await openStore(config.storage, { dataNeedsIt: () => hasDocuments(db), log, stack })
  const checkpoints = await openCheckpointStore(config.auditCheckpoints, stack)
  const identity = overrides.identity ?? openIdentity(config, stack, overrides.emulatorAddress)
  const measured = (size: number) => metrics?.checkpointPublished(size)
  return {
    store: observeStore(wrap('store', store), observer),
    checkpoints: observeCheckpoints(wrap('checkpoints', checkpoints), observer, measured),
    identity: wrap('identity', identity),
    transport: observeMails(wrap('mails', createMailTransport(config)), observer),
    postCallback: observeCallbacks(postCallback, observer),
    virusScanner: config.clamd && createVirusScanner(config.clamd, log),
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

async function hasDocuments(db: Db): Promise<boolean> {
  const file = db.selectFrom('stored_file').select('id')
  return (await file.limit(1).executeTakeFirst()) !== undefined
}
