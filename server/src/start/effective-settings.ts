import type { Config } from '../platform/config.ts'

/**
 * The settings in force, for one line of the log at the start, in which a misspelt or forgotten setting can be noticed.
 * Secrets hide themselves; an address of a collector may contain a password, so only its origin is shown.
 */
export function effectiveSettings({ release: _, traces, warnings: __, ...config }: Config): object {
  return { ...config, publicUrl: config.publicUrl.origin, traces: traces?.origin ?? null }
}
