import type { BodyOf } from '@kyc/contract/endpoint.ts'
import type { giveSecondFactor } from '@kyc/contract/sign-in.ts'
import type { CheckResult, QueuePosition } from '../../../platform/attempts/guarded-attempt.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import type { AccountServices } from '../account-services.ts'
import { findTotp, isRecoveryCode, useRecoveryCode, useTotpStep } from './factor-repository.ts'
import { findPasskey, usePasskey } from './passkey-repository.ts'
import { recoveryCodeHash } from './recovery-codes.ts'
import { totpStep } from './totp.ts'
import { verifyAssertion } from './web-authn.ts'

export type GivenFactor = BodyOf<typeof giveSecondFactor>

/** Consumes a right factor in the transaction of its act; false if a concurrent call has consumed it. */
type UseFactor = (tx: Tx) => Promise<boolean>

export interface FactorCheck extends CheckResult {
  readonly use: UseFactor | undefined
}

/** Checks a factor within a guarded attempt. `takeChallenge` is called for passkeys only. */
export async function checkFactor(
  services: AccountServices,
  accountId: string,
  given: GivenFactor,
  takeChallenge: () => Promise<string | undefined>,
  position: QueuePosition,
): Promise<FactorCheck> {
  const counted = await position.before()
  const use = await proveFactor(services, accountId, given, takeChallenge)
  return { right: use !== undefined, counted, use }
}

/** Undefined if the factor is wrong. */
async function proveFactor(
  services: AccountServices,
  accountId: string,
  given: GivenFactor,
  takeChallenge: () => Promise<string | undefined>,
): Promise<UseFactor | undefined> {
  switch (given.method) {
    case 'totp':
      return proveTotp(services, accountId, given.code)
    case 'recovery_code':
      return proveRecoveryCode(services, accountId, given.code)
    case 'passkey':
      return provePasskey(services, accountId, given.credential, await takeChallenge())
  }
}

async function proveTotp(
  services: AccountServices,
  accountId: string,
  code: string,
): Promise<UseFactor | undefined> {
  const totp = await findTotp(services.db, accountId)
  if (!totp?.confirmed_at) return undefined
  const step = totpStep(services, accountId, totp.secret_enc, code)
  if (step === undefined || step <= (totp.last_step ?? -1)) return undefined
  return (tx) => useTotpStep(tx, accountId, step)
}

async function proveRecoveryCode(
  services: AccountServices,
  accountId: string,
  code: string,
): Promise<UseFactor | undefined> {
  const hash = recoveryCodeHash(services, accountId, code)
  if (!(await isRecoveryCode(services.db, accountId, hash))) return undefined
  return (tx) => useRecoveryCode(tx, accountId, hash)
}

async function provePasskey(
  services: AccountServices,
  accountId: string,
  credential: Record<string, unknown>,
  challenge: string | undefined,
): Promise<UseFactor | undefined> {
  if (challenge === undefined || typeof credential.id !== 'string') return undefined
  const passkey = await findPasskey(services.db, accountId, credential.id)
  const counter = passkey && (await verifyAssertion(services, credential, challenge, passkey))
  if (!passkey || counter === undefined) return undefined
  return (tx) => usePasskey(tx, passkey, counter)
}
