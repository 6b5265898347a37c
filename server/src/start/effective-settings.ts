import type { Config } from '../platform/config.ts'

/**
 * The settings as they hold, for one line of the log at the start: a misspelt or forgotten one shows there. Secrets hide
 * themselves; an address of a collector may contain a password, so only its origin is shown.
 */
export function effectiveSettings({ release: _, traces, warnings: __, ...config }: Config): object {
  return { ...config, publicUrl: config.publicUrl.origin, traces: traces?.origin ?? null }
}
