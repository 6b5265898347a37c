import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

type Json = Record<string, unknown>

/** A failed passkey ceremony; `message` is Japanese and may be shown. */
export class PasskeyFailure extends Error {
  override readonly name = 'PasskeyFailure'
}

export function passkeysSupported(): boolean {
  return typeof window.PublicKeyCredential === 'function'
}

/**
 * Signs the challenge of the server with a passkey. Loads the library on first use. Throws PasskeyFailure.
 */
export async function authenticateWithPasskey(options: Json): Promise<Json> {
  const { startAuthentication } = await loadLibrary()
  // The server creates the options with the same library; the contract does not declare their fields.
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  return { ...(await wrapFailure(() => startAuthentication({ optionsJSON }))) }
}

/** Creates a passkey for the challenge of the server. Throws PasskeyFailure. */
export async function createPasskey(options: Json): Promise<Json> {
  const { startRegistration } = await loadLibrary()
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON // as above
  return { ...(await wrapFailure(() => startRegistration({ optionsJSON }))) }
}

const loadLibrary = () => import('@simplewebauthn/browser')

async function wrapFailure<T>(ceremony: () => Promise<T>): Promise<T> {
  try {
    return await ceremony()
  } catch (error) {
    throw new PasskeyFailure(failureMessage(error), { cause: error })
  }
}

/** Browsers give few reasons, so that pages cannot detect which passkeys exist. */
function failureMessage(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return 'このパスキーはすでに登録されています。'
  if (name === 'NotAllowedError' || name === 'AbortError')
    return 'パスキーを確認できませんでした。取り消したか、時間が経過しました。'
  return 'この端末ではパスキーを使えませんでした。別の方法をお試しください。'
}
