import { limits } from '@kyc/contract/limits.ts'
import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  VerifiedAuthenticationResponse,
  VerifiedRegistrationResponse,
} from '@simplewebauthn/server'
import type { AccountServices } from '../account-services.ts'
import type { PasskeyRow } from './passkey-repository.ts'

// WebAuthn as a second factor: user presence is enough.

export type WebAuthnJson = Record<string, unknown>

/** Loaded on first use: it would add a tenth of a second to each start. */
const library = () => import('@simplewebauthn/server')

interface Options {
  readonly challenge: string
  readonly options: WebAuthnJson
}

/** EdDSA, ES256 and RS256, which all browsers and keys support. */
const supportedAlgorithmIDs = [-8, -7, -257]
const timeout = limits.secondFactor.challenge

export async function creationOptions(
  { config }: AccountServices,
  account: { readonly id: string; readonly email: string | null; readonly name: string },
  passkeys: readonly PasskeyRow[],
): Promise<Options> {
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: '本人確認管理システム',
    rpID: config.publicUrl.hostname,
    userID: new Uint8Array(Buffer.from(account.id)),
    userName: account.email ?? account.name,
    userDisplayName: account.name,
    supportedAlgorithmIDs,
    excludeCredentials: passkeys.map(descriptorOf),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    timeout,
  })
  return { challenge: options.challenge, options: { ...options } }
}

export async function requestOptions(
  { config }: AccountServices,
  passkeys: readonly PasskeyRow[],
): Promise<Options> {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: config.publicUrl.hostname,
    allowCredentials: passkeys.map(descriptorOf),
    userVerification: 'preferred',
    timeout,
  })
  return { challenge: options.challenge, options: { ...options } }
}

type Created = NonNullable<VerifiedRegistrationResponse['registrationInfo']>['credential']

/** The new credential; undefined if the response is invalid. */
export async function verifyRegistration(
  { config }: AccountServices,
  credential: WebAuthnJson,
  challenge: string,
): Promise<Created | undefined> {
  const { verifyRegistrationResponse } = await library()
  const verified = await orUndefined<VerifiedRegistrationResponse>(() =>
    verifyRegistrationResponse({
      response: credential as unknown as RegistrationResponseJSON, // which the library checks field by field
      supportedAlgorithmIDs,
      ...expectations(config, challenge),
    }),
  )
  return verified?.registrationInfo?.credential
}

/** The counter after this use; undefined if the response is invalid. */
export async function verifyAssertion(
  { config }: AccountServices,
  credential: WebAuthnJson,
  challenge: string,
  passkey: PasskeyRow,
): Promise<number | undefined> {
  const { credential: id, public_key, counter } = passkey
  const { verifyAuthenticationResponse } = await library()
  const verified = await orUndefined<VerifiedAuthenticationResponse>(() =>
    verifyAuthenticationResponse({
      response: credential as unknown as AuthenticationResponseJSON, // which the library checks field by field
      credential: { id, publicKey: new Uint8Array(public_key), counter },
      ...expectations(config, challenge),
    }),
  )
  return verified?.verified ? verified.authenticationInfo.newCounter : undefined
}

function expectations({ publicUrl }: AccountServices['config'], expectedChallenge: string) {
  return {
    expectedChallenge,
    expectedOrigin: publicUrl.origin,
    expectedRPID: publicUrl.hostname,
    requireUserVerification: false,
  }
}

function descriptorOf({ credential, transports }: PasskeyRow): { id: string; transports: string[] } {
  return { id: credential, transports }
}

/** The library throws a plain error for every kind of invalid input. */
async function orUndefined<T>(verify: () => Promise<T>): Promise<T | undefined> {
  try {
    return await verify()
  } catch {
    return undefined
  }
}
