import { spawn } from 'node:child_process'

/** A step of the set-up that failed; its message is for the person at the terminal. */
export class SetupError extends Error {}

/**
 * Runs a program with its output on this terminal and resolves when it ended well.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<void>} rejects with SetupError for a missing program or any other exit code than 0
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options })
    child.once('error', (error) => reject(new SetupError(`${command} can't be run: ${error.message}`)))
    child.once('exit', (code, signal) => {
      if (code === 0) resolve()
      else reject(new SetupError(`${command} ${args[0] ?? ''} ended with ${signal ?? `exit code ${code}`}.`))
    })
  })
}
