import { createServer, type RequestListener } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { setPriority } from 'node:os'

/**
 * The child process of the emulator. It runs the provider's own emulator on a port of the loopback interface
 * and exits with its parent, even if the parent was killed.
 */

export type ChildMessage = { readonly kind: 'ready'; readonly port: number } | { readonly kind: 'missing' }

/** An internal, untyped module of firebase-tools. Its command line would use twice as much memory. */
interface EmulatorModule {
  createApp(projectId: string, singleProjectMode: number): Promise<RequestListener>
}

const refuseOtherProjects = 2

// The channel also closes when the parent is killed. Ctrl-C reaches the whole process group, but only the parent ends
// this process.
process.once('disconnect', () => process.exit())
process.on('SIGINT', () => undefined)
// Lower priority than the product, because the start takes seconds of CPU time.
setPriority(5)

function send(message: ChildMessage): void {
  process.send?.(message, (error: Error | null) => {
    // Nothing is left to do: the parent has exited, or there is no emulator to run.
    if (error || message.kind === 'missing') process.exit()
  })
}

function load(): EmulatorModule | undefined {
  const require = createRequire(import.meta.url)
  try {
    return require('firebase-tools/lib/emulator/auth/server') as EmulatorModule // `EmulatorModule` describes it
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined // an error of node's loader
    throw error
  }
}

const [projectId = ''] = process.argv.slice(2)
const emulator = load()
if (!emulator) {
  send({ kind: 'missing' })
} else {
  const app = await emulator.createApp(projectId, refuseOtherProjects)
  const server = createServer(app).listen(0, '127.0.0.1', () => {
    send({ kind: 'ready', port: (server.address() as AddressInfo).port }) // a TCP server
  })
}
