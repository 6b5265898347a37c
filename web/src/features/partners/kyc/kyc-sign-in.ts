import { refresh } from '@kyc/contract/accounts.ts'
import type { BodyIn } from '@kyc/contract/endpoint.ts'
import { type KycSession, registerKycUser } from '@kyc/contract/kyc.ts'
import { problems } from '@kyc/contract/problems.ts'
import { firebaseSession } from '@kyc/contract/sign-in.ts'
import { ApiError } from '../../../api/api-error.ts'
import { call, setProviderTokenSource } from '../../../api/call.ts'
import { failureText } from '../../../api/failure-text.ts'
import type { ProviderSignIn } from '../../sign-in/provider/provider.ts'
import { providerCode } from '../../sign-in/provider/provider-code.ts'
import { japaneseMessage } from '../../sign-in/provider/provider-messages.ts'
import { completeSignIn } from '../../sign-in/sign-in.ts'

/** Exchanges the provider's ID token for a session. Throws SignInRefused. */
export function exchangeToken({ idToken, currentToken }: ProviderSignIn) {
  const exchange = async () => {
    const reply = await call(firebaseSession, { body: { idToken } })
    if (reply.user) setProviderTokenSource(currentToken)
    return reply
  }
  return completeSignIn(exchange())
}

/** Requests the access token and links the account to the partner's user. A failure is only logged. */
export async function linkAccount(session: KycSession, account: ProviderSignIn): Promise<void> {
  try {
    await call(refresh)
    await call(registerKycUser, { bearer: true, body: registrationOf(session, account, new Date()) })
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: spec §7: a failure is only logged; sending the result then fails
    console.warn('sharegram-register', error instanceof ApiError ? error.code : 'failed')
  }
}

/** spec §3 "User registration payload". */
export function registrationOf(
  session: KycSession,
  account: ProviderSignIn,
  now: Date,
): BodyIn<typeof registerKycUser> {
  return {
    firebase_uid: account.uid,
    sharegram_user_id: session.user_id,
    session_id: session.session_id,
    company_id: session.company_id,
    locale: session.locale,
    email: account.email,
    display_name: account.displayName,
    photo_url: account.photoUrl,
    // The provider uses HTTP dates.
    created_at: account.createdAt === null ? null : new Date(account.createdAt).toISOString(),
    updated_at: now.toISOString(),
    kycSession: session.id,
  }
}

/** The Japanese message for a failed sign-in (D32). */
export function signInMessage(error: unknown): string {
  if (notConfigured(error)) return problems.PROVIDER_NOT_CONFIGURED.title
  return error instanceof ApiError ? failureText(error) : japaneseMessage(error)
}

/** Whether the operator has not set up the provider yet. */
export function notConfigured(error: unknown): boolean {
  return (
    providerCode(error) === 'configuration-not-found' ||
    (error instanceof ApiError && error.code === 'PROVIDER_NOT_CONFIGURED')
  )
}
