import type { PageSources } from '../http/replies/security-headers.ts'
import type { FirebaseSettings } from './firebase-settings.ts'

/** What pages must be allowed to load and call so that the provider's library works in them. */
export function providerSources(settings: FirebaseSettings | null): PageSources {
  if (!settings) return {}
  // The emulator stands behind our own origin.
  if (settings.access.kind === 'emulator') return { frame: ["'self'"] }
  return {
    script: ['https://apis.google.com'],
    connect: ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
    frame: [`https://${settings.authDomain}`],
  }
}
