import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

/**
 * What helpers of this process, threads and processes alike, are started with: none of its variables, which hold
 * secrets, only where compiled sources lie.
 */
export function bareEnvironment(): Record<string, string> {
  const compiled = getCompileCacheDir()
  return compiled ? { NODE_COMPILE_CACHE: dirname(compiled) } : {}
}
