import { flushCompileCache } from 'node:module'
import { constants } from 'node:os'
import { type Config, readConfig } from '../platform/config.ts'
import { createLog } from '../platform/log.ts'
import { dropPrivileges } from '../platform/process/drop-privileges.ts'
import { explainFailure } from './explain-failure.ts'

/**
 * Runs the server process: starts, serves until a stop signal, and stops in order. Resolves to the exit code.
 * If the start fails, writes the cause to stderr.
 */
export async function runProcess(environment: NodeJS.ProcessEnv): Promise<number> {
  // A full disk or a reader that has ended must not end the process.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
  const stop = onFirstStopSignal()
  try {
    const config = readConfig(environment)
    const log = createLog(shownLog(config, process.stdout.isTTY))
    dropPrivileges(config, environment)
    // Imported here, since the process that runs as root is replaced by `dropPrivileges` before it needs the product.
    const { startServer } = await import('./start-server.ts')
    const server = await startServer(config, log, stop)
    for (const line of server.announcement) process.stdout.write(`${line}\n`)
    // Written now, so that with NODE_COMPILE_CACHE the next start benefits even if this process is killed.
    flushCompileCache()
    const lost = await Promise.race([aborted(stop).then(() => false), server.databaseLost.then(() => true)])
    if (lost) process.stderr.write('The embedded PostgreSQL has exited: the server stops.\n')
    else await server.drain()
    await server.stop()
    return lost ? 1 : 0
  } catch (error) {
    if (stop.aborted && error === stop.reason) return 0
    process.stderr.write(`${explainFailure(error)}\n`)
    return 1
  }
}

/** In demo mode, a terminal shows the announcement instead of the log; warnings and errors are still shown. */
function shownLog({ demo, logLevel }: Config, terminal: boolean): Pick<Config, 'logLevel'> {
  return { logLevel: demo && terminal && logLevel === 'info' ? 'warn' : logLevel }
}

/** Aborts on the first stop signal or when the parent process exits. A second signal exits immediately. */
function onFirstStopSignal(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (controller.signal.aborted) process.exit(128 + constants.signals[signal])
      controller.abort()
    })
  }
  process.once('disconnect', () => controller.abort())
  return controller.signal
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
