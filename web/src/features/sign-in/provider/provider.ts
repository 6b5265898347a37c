import type { ClientConfig } from '@kyc/contract/system.ts'
import type { User } from 'firebase/auth'

/** A fresh sign-in at the provider, and whom the provider knows by it. */
export interface ProviderSignIn {
  readonly idToken: string
  /** The same token, renewed by the SDK where it has expired. */
  readonly currentToken: () => Promise<string>
  readonly uid: string
  readonly email: string | null
  readonly displayName: string | null
  readonly photoUrl: string | null
  readonly createdAt: string | null
}

/** The identity provider of the sister service, as the pages use it. Failures carry the provider's `code`. */
export interface Provider {
  signInWithPassword(email: string, password: string): Promise<ProviderSignIn>
  /** Makes an account at the provider and signs in to it. */
  register(email: string, password: string): Promise<ProviderSignIn>
  /** Opens the Google popup and lets the person choose an account. */
  signInWithGoogle(): Promise<ProviderSignIn>
  /** Never tells whether there is such an account (D32). */
  sendPasswordReset(email: string): Promise<void>
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
      signInOf((await sdk.signInWithEmailAndPassword(auth, email, password)).user),
    register: async (email, password) =>
      signInOf((await sdk.createUserWithEmailAndPassword(auth, email, password)).user),
    signInWithGoogle: async () => signInOf((await sdk.signInWithPopup(auth, google)).user),
    sendPasswordReset: (email) => sdk.sendPasswordResetEmail(auth, email),
    checkResetCode: (code) => sdk.verifyPasswordResetCode(auth, code),
    resetPassword: (code, password) => sdk.confirmPasswordReset(auth, code, password),
  }
}

async function signInOf(user: User): Promise<ProviderSignIn> {
  return {
    idToken: await user.getIdToken(),
    currentToken: () => user.getIdToken(),
    uid: user.uid,
    email: user.email,
    displayName: user.displayName,
    photoUrl: user.photoURL,
    createdAt: user.metadata.creationTime ?? null,
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
