import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { ensureWebBuilt } from './setup/build-web.mjs'
import { ensureInstalled, productNode } from './setup/install.mjs'
import { SetupError, stopSignals } from './setup/run.mjs'
import { ensureServerCompiled, serverCommand } from './setup/server-command.mjs'

// `npm start`: installs and builds missing parts, then runs the server. Plain JavaScript, since it must run
// on the system's Node before the product's is installed.

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
    // The channel closes when this process ends, even by kill -9, and then the server stops. On stdin it
    // survives the restart by which a server started as root drops its privileges.
    stdio: ['ipc', 'inherit', 'inherit'],
    // A separate process group: Ctrl-C signals only this process, which forwards it once.
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
      // The terminal and npm both forward one Ctrl-C; a second signal would stop the server at once.
      if (performance.now() - last < 1000) return
      last = performance.now()
      server.kill(signal)
    })
  }
  if (process.env.npm_lifecycle_event !== undefined) stopWithParent(server)
}

/**
 * Stops the server when npm was killed, which sends no signal to its child.
 * @param {import('node:child_process').ChildProcess} server
 */
function stopWithParent(server) {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) server.disconnect()
  }, 500).unref()
}
