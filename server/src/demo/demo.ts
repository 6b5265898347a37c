import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../platform/config.ts'
import type { Log } from '../platform/log.ts'
import { folderTransport } from '../platform/mail/mail-transports.ts'
import { StartError } from '../platform/process/start-error.ts'
import type { Services } from '../services.ts'
import { seedDemoPartner } from './demo-partner.ts'
import { createAuthEmulator } from './emulator/auth-emulator.ts'
import { registerEmulator } from './emulator/emulator-routes.ts'
import { registerMailPages } from './mail-pages.ts'
import { providerAccounts } from './provider-accounts.ts'
import { isSeeded } from './seed.ts'

/** The additions of demo mode. The server loads this folder in demo mode only. */
export interface Demo {
  /** Host and port of the identity provider's emulator; undefined while it is unavailable. */
  emulatorAddress(): string | undefined
  /** Creates missing sample records and the demo partner. @throws StartError if that fails */
  seed(services: Services, stop: AbortSignal): Promise<void>
  /** Adds the pages of demo mode: mails and the emulator. */
  register(app: FastifyInstance): void
  /** Starts the emulator in the background, unless FIREBASE_AUTH_EMULATOR_HOST names a running one. */
  startEmulator(): void
  close(): Promise<void>
}

export function createDemo(config: Config, log: Log): Demo {
  const { firebase, mail } = config
  const host = firebase?.access.kind === 'emulator' ? firebase.access.host : undefined
  const own = firebase && host === undefined
  const emulator = own
    ? createAuthEmulator({ projectId: firebase.projectId, accounts: providerAccounts, log })
    : undefined
  const emulatorAddress = () => host ?? emulator?.address()
  return {
    emulatorAddress,
    async seed(services, stop) {
      await seedInOwnProcess(services, stop)
      await seedDemoPartner(services)
    },
    register(app) {
      const mails = mail.kind === 'folder' ? folderTransport(mail.path, mail.from) : undefined
      if (mail.kind === 'folder') registerMailPages(app, mail.path)
      if (firebase) {
        const relayed = { projectId: firebase.projectId, address: emulatorAddress }
        registerEmulator(app, { config, emulator: relayed, mails })
      }
    },
    startEmulator: () => emulator?.start(),
    close: async () => emulator?.stop(),
  }
}

/** Runs in a separate process, so that the memory for cleaning and encrypting files is returned to the system. */
async function seedInOwnProcess({ db }: Services, stop: AbortSignal): Promise<void> {
  if (await isSeeded(db)) return
  stop.throwIfAborted()
  const child = fork(new URL('./seed-process.ts', import.meta.url), { execArgv: [] })
  const end = () => child.kill('SIGTERM')
  stop.addEventListener('abort', end, { once: true })
  const [code] = await once(child, 'exit').finally(() => stop.removeEventListener('abort', end))
  stop.throwIfAborted()
  if (code !== 0) throw new StartError('The demo records could not be created.')
}
