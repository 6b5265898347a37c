import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

/** The ceremonies of passkeys; the library comes with the first one. */

type Json = Record<string, unknown>

/** Why a passkey could not be asked for or made, in words fit to show. */
export class PasskeyFailure extends Error {
  override readonly name = 'PasskeyFailure'
}

export function passkeysSupported(): boolean {
  return typeof window.PublicKeyCredential === 'function'
}

/** The answer of a passkey to the challenge of the server. Throws PasskeyFailure. */
export async function askPasskey(options: Json): Promise<Json> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  // The server makes the options with the library's other half; the contract leaves their fields to it.
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  return { ...(await worded(() => startAuthentication({ optionsJSON }))) }
}

/** A new passkey for the challenge of the server. Throws PasskeyFailure. */
export async function createPasskey(options: Json): Promise<Json> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON // as above
  return { ...(await worded(() => startRegistration({ optionsJSON }))) }
}

async function worded<T>(ceremony: () => Promise<T>): Promise<T> {
  try {
    return await ceremony()
  } catch (error) {
    throw new PasskeyFailure(wordsFor(error), { cause: error })
  }
}

/** Browsers tell little, so that pages can't learn which keys somebody has. */
function wordsFor(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return 'このパスキーはすでに登録されています。'
  if (name === 'NotAllowedError' || name === 'AbortError')
    return 'パスキーを確認できませんでした。取り消したか、時間が経過しました。'
  return 'この端末ではパスキーを使えませんでした。別の方法をお試しください。'
}
