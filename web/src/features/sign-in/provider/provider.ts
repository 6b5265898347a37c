import type { ClientConfig } from '@kyc/contract/system.ts'

/** The identity provider of the sister service, as the pages use it. Failures carry the provider's `code`. */
export interface Provider {
  /** @returns the id token of a fresh sign-in */
  signInWithPassword(email: string, password: string): Promise<string>
  /** Opens the Google popup and lets the person choose an account. @returns the id token */
  signInWithGoogle(): Promise<string>
  /** @returns the e-mail address that a reset link is for */
  checkResetCode(code: string): Promise<string>
  resetPassword(code: string, password: string): Promise<void>
}

/** Firebase is not set up on this server: the pages say so in the words of the specification. */
export class ProviderNotConfigured extends Error {
  readonly code = 'auth/configuration-not-found'
}

/**
 * Loads the provider's SDK when it is needed. What it knows is kept in memory only, so it is gone with the page (D30).
 * @throws ProviderNotConfigured
 */
export async function openProvider({ firebase, emulator }: ClientConfig): Promise<Provider> {
  if (!firebase) throw new ProviderNotConfigured()
  const [{ initializeApp }, sdk] = await Promise.all([import('firebase/app'), import('firebase/auth')])
  const auth = sdk.initializeAuth(initializeApp(firebase, crypto.randomUUID()), {
    persistence: sdk.inMemoryPersistence,
    popupRedirectResolver: sdk.browserPopupRedirectResolver,
  })
  auth.languageCode = 'ja'
  if (emulator) {
    sdk.connectAuthEmulator(auth, location.origin, { disableWarnings: true })
    await loadScript('/emulator/gapi-double.js')
  }
  const google = new sdk.GoogleAuthProvider()
  google.addScope('profile')
  google.addScope('email')
  google.setCustomParameters({ prompt: 'select_account' })
  return {
    signInWithPassword: async (email, password) =>
      (await sdk.signInWithEmailAndPassword(auth, email, password)).user.getIdToken(),
    signInWithGoogle: async () => (await sdk.signInWithPopup(auth, google)).user.getIdToken(),
    checkResetCode: (code) => sdk.verifyPasswordResetCode(auth, code),
    resetPassword: (code, password) => sdk.confirmPasswordReset(auth, code, password),
  }
}

/** In demo mode our own server stands in for Google's script, so that the popup works without the internet. */
function loadScript(src: string): Promise<void> {
  if (document.querySelector(`script[src="${src}"]`)) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = src
    script.onload = () => resolve()
    script.onerror = () => reject(new Error(`${src} did not load`))
    document.head.append(script)
  })
}
