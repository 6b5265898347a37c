import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/** A failed step of the setup. Its message is printed in the terminal. */
export class SetupError extends Error {}

/** @type {readonly NodeJS.Signals[]} */
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a program with its output on this terminal and resolves when it succeeds. A stop signal ends the
 * program first, then this process.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<void>} rejects with SetupError for a missing program or an exit code other than 0
 */
export async function run(command, args, options = {}) {
  const { code, signal } = await spawnAndWait(command, args, options)
  if (code !== 0) {
    throw new SetupError(
      `${command} ${args.slice(0, 2).join(' ')} ended with ${signal ?? `exit code ${code}`}.`,
    )
  }
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<{ code: number | null, signal: NodeJS.Signals | null }>}
 */
export function spawnAndWait(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options })
    const stop = (/** @type {NodeJS.Signals} */ signal) => {
      child.once('exit', () => process.exit(128 + constants.signals[signal]))
      child.kill(signal)
    }
    for (const signal of stopSignals) process.once(signal, stop)
    const done = () => {
      for (const signal of stopSignals) process.off(signal, stop)
    }
    child.once('error', (error) => {
      done()
      reject(new SetupError(`${command} cannot be run: ${error.message}`))
    })
    child.once('exit', (code, signal) => {
      done()
      resolve({ code, signal })
    })
  })
}
