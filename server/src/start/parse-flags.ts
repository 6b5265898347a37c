import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { StartError } from '../platform/process/start-error.ts'

/**
 * The flags of a command.
 * @throws StartError with `usage` if one of them is unknown or lacks its value
 */
export function parseFlags<const T extends ParseArgsOptionsConfig>(options: T, usage: string) {
  try {
    return parseArgs({ args: process.argv.slice(2), options }).values
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : error}\n${usage}`, { cause: error })
  }
}
