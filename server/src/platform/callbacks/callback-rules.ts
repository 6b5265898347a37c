import type { CallbackSettings } from '../callback-settings.ts'

/** Where callbacks may go beside public HTTPS addresses on port 443 (D35). */
export interface CallbackRules extends CallbackSettings {
  /** D33: a test partner in demo mode may be a plain server on this machine. */
  readonly plainLoopback: boolean
}
