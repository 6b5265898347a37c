import { createServer, type RequestListener } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { setPriority } from 'node:os'

/**
 * The program of the emulator's process: the provider's own emulator behind a port that this machine alone reaches.
 * It ends with the process that started it, however that one ended.
 */

export type ChildMessage = { readonly kind: 'ready'; readonly port: number } | { readonly kind: 'missing' }

/** An inner module of the package, which has no types: its command line would cost as much again. */
interface EmulatorModule {
  createApp(projectId: string, singleProjectMode: number): Promise<RequestListener>
}

const refuseOtherProjects = 2

// The channel closes also when the parent was killed; Ctrl-C reaches the whole group, but the parent decides.
process.once('disconnect', () => process.exit())
process.on('SIGINT', () => undefined)
// Seconds of work: the product itself comes first.
setPriority(5)

function tell(message: ChildMessage): void {
  process.send?.(message, (error: Error | null) => {
    // The parent may be gone without this process having had the time to notice; without an emulator all is said.
    if (error || message.kind === 'missing') process.exit()
  })
}

function load(): EmulatorModule | undefined {
  const require = createRequire(import.meta.url)
  try {
    return require('firebase-tools/lib/emulator/auth/server') as EmulatorModule // see above
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined // as node's loader says it
    throw error
  }
}

const [projectId = ''] = process.argv.slice(2)
const emulator = load()
if (!emulator) {
  tell({ kind: 'missing' })
} else {
  const app = await emulator.createApp(projectId, refuseOtherProjects)
  const server = createServer(app).listen(0, '127.0.0.1', () => {
    tell({ kind: 'ready', port: (server.address() as AddressInfo).port }) // a TCP server
  })
}
