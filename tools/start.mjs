import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { ensureWebBuilt } from './setup/build-web.mjs'
import { ensureInstalled, productNode } from './setup/install.mjs'
import { SetupError, stopSignals } from './setup/run.mjs'
import { ensureServerCompiled, serverCommand } from './setup/server-command.mjs'

// `npm start`: installs and builds what is missing, then is the server. Plain JavaScript, since it must run on the
// system's own Node before ours is there.

try {
  await ensureInstalled()
  await ensureWebBuilt()
  await ensureServerCompiled()
  serve()
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

function serve() {
  const server = spawn(productNode, [...serverCommand.args, ...process.argv.slice(2)], {
    env: { ...serverCommand.environment, ...process.env, CHANNEL_ON_STDIN: '1' },
    // The channel ends with this process, even by kill -9, and the server stops. On stdin it survives the restart by
    // which a server that root started gives up its privileges.
    stdio: ['ipc', 'inherit', 'inherit'],
    // Out of the terminal's group: Ctrl-C comes here, and reaches the server once.
    detached: true,
  })
  server.once('error', (error) => {
    console.error(`The server can't be run: ${error.message}`)
    process.exitCode = 1
  })
  server.once('exit', (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  forwardSignals(server)
}

/** @param {import('node:child_process').ChildProcess} server */
function forwardSignals(server) {
  let last = Number.NEGATIVE_INFINITY
  for (const signal of stopSignals) {
    process.on(signal, () => {
      // A terminal and npm both pass on one Ctrl-C; the server takes a second one for impatience.
      if (performance.now() - last < 1000) return
      last = performance.now()
      server.kill(signal)
    })
  }
  if (process.env.npm_lifecycle_event !== undefined) stopWithParent(server)
}

/**
 * npm can be killed without a word to us.
 * @param {import('node:child_process').ChildProcess} server
 */
function stopWithParent(server) {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) server.disconnect()
  }, 500).unref()
}
