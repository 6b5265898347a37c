import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

/**
 * The environment of helper threads and processes. It contains the folder of compiled sources only: the
 * variables of this process contain secrets.
 */
export function bareEnvironment(): Record<string, string> {
  const compiled = getCompileCacheDir()
  return compiled ? { NODE_COMPILE_CACHE: dirname(compiled) } : {}
}
