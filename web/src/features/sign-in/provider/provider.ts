import type { ClientConfig } from '@kyc/contract/system.ts'
import type { User } from 'firebase/auth'

/** A sign-in at the provider and its account. */
export interface ProviderSignIn {
  readonly idToken: string
  /** Returns the token, renewed by the SDK if it has expired. */
  readonly currentToken: () => Promise<string>
  readonly uid: string
  readonly email: string | null
  readonly displayName: string | null
  readonly photoUrl: string | null
  readonly createdAt: string | null
}

/** The identity provider of the sister service. Errors have the `code` of the provider. */
export interface Provider {
  signInWithPassword(email: string, password: string): Promise<ProviderSignIn>
  /** Creates an account at the provider and signs in. */
  register(email: string, password: string): Promise<ProviderSignIn>
  /** Opens the Google popup to choose an account. */
  signInWithGoogle(): Promise<ProviderSignIn>
  /** Does not reveal whether the account exists (D32). */
  sendPasswordReset(email: string): Promise<void>
  /** @returns the e-mail address that a reset link is for */
  checkResetCode(code: string): Promise<string>
  resetPassword(code: string, password: string): Promise<void>
}

/** Firebase is not configured on this server. */
export class ProviderNotConfigured extends Error {
  readonly code = 'auth/configuration-not-found'
}

/**
 * Loads the SDK of the provider. Its state is kept in memory only and ends with the page.
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

/** In demo mode our server replaces Google's script, so that the popup works without internet access. */
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
