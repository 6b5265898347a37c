import type { PageSources } from '../http/replies/security-headers.ts'
import type { FirebaseSettings } from './firebase-settings.ts'

/** The sources that the Content-Security-Policy must allow for the provider's library. */
export function providerSources(settings: FirebaseSettings | null): PageSources {
  if (!settings) return {}
  // The emulator is served on the origin of the product.
  if (settings.access.kind === 'emulator') return { frame: ["'self'"] }
  return {
    script: ['https://apis.google.com'],
    connect: ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
    frame: [`https://${settings.authDomain}`],
  }
}
