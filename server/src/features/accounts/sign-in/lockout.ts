import { limits } from '@kyc/contract/limits.ts'
import {
  type AttemptRule,
  type BucketGroup,
  deleteBucket,
  deleteBucketsFrom,
  findLock,
  findLockedGroups,
} from '../../../platform/attempts/attempt-repository.ts'
import type { AttemptLimits } from '../../../platform/attempts/guarded-attempt.ts'
import { pseudonym } from '../../../platform/crypto/pseudonym.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { networkOf } from '../../../platform/http/requests/addresses.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import { raiseDeviceGeneration } from '../account-repository.ts'
import type { AccountServices } from '../account-services.ts'
import { type DeviceOwner, knownDevice } from './device-cookie.ts'

/** D28: the rule for one account, and the one for all accounts from one network. */
export const accountRule: AttemptRule = limits.lockout
const networkRule: AttemptRule = { ...limits.addressFailures, duration: limits.addressFailures.window }

/**
 * A ceiling limits all buckets of one kind together, so that many device cookies, or many days, allow few guesses. It
 * can't be reached without the cookie or the password, and does not lock the account: above it, known browsers count as
 * unknown ones, and unknown ones need another factor than a code of six digits.
 */
const ceilingRule: AttemptRule = limits.lockoutCeiling

/** An account, as its failures are counted. */
export interface CountedAccount {
  readonly id: string
  readonly emailKey: string
}

type LimitServices = Pick<AccountServices, 'accountKeys' | 'config' | 'db' | 'pseudonymKey'>

/**
 * The limits of an attempt from this browser. A browser that signed in to the account before has a bucket of its own, so
 * that failures elsewhere don't lock it out. All others share the bucket of the account, which is named after the
 * address that was typed, so that unknown addresses are counted alike.
 */
export async function limitsOf(
  services: LimitServices,
  request: Pick<RequestInfo, 'cookies' | 'ip'>,
  emailKey: string,
  account: DeviceOwner | undefined,
): Promise<AttemptLimits> {
  const device = account && knownDevice(services, request, account)
  if (account && device !== undefined) {
    const ceiling = { bucket: deviceBucket(account.id, knownCeiling), rule: ceilingRule }
    const reached = (await findLock(services.db, ceiling.bucket)) !== undefined
    if (!reached) {
      const target = { bucket: deviceBucket(account.id, device), rule: accountRule }
      return { target, ceiling, network: undefined }
    }
  }
  return {
    target: { bucket: accountBucket(services.pseudonymKey, emailKey), rule: accountRule },
    ceiling: undefined,
    network: { bucket: `address:${networkOf(request.ip)}`, rule: networkRule },
  }
}

/** The limits for `method`: codes of six digits have a ceiling in all browsers, because they can be guessed. */
export function limitsFor(limits: AttemptLimits, accountId: string, method: string): AttemptLimits {
  if (method !== 'totp' || limits.ceiling !== undefined) return limits
  return { ...limits, ceiling: { bucket: deviceBucket(accountId, codeCeiling), rule: ceilingRule } }
}

/** The bucket of all unknown browsers. */
export function accountBucket(pseudonymKey: Buffer, emailKey: string): string {
  return `account:${pseudonym(pseudonymKey, emailKey)}`
}

/**
 * Makes all browsers of an account unknown; called with a new password and every change of the second factors.
 * @returns the new generation of device cookies
 */
export async function forgetBrowsers(tx: Tx, accountId: string): Promise<number> {
  await deleteBucket(tx, deviceBucket(accountId, knownCeiling))
  return raiseDeviceGeneration(tx, accountId)
}

/** Lifts the lock-out of an account for all browsers, and its ceilings (D5). */
export async function unlockAccount(
  pseudonymKey: Buffer,
  db: Db,
  { id, emailKey }: CountedAccount,
): Promise<void> {
  await deleteBucket(db, accountBucket(pseudonymKey, emailKey))
  await deleteBucketsFrom(db, deviceBucket(id, ''))
}

/** The ids of the accounts that are locked for at least one browser. */
export function findLockedAccounts(
  pseudonymKey: Buffer,
  db: Db,
  accounts: readonly CountedAccount[],
): Promise<Set<string>> {
  const groups = accounts.map(
    ({ id, emailKey }): BucketGroup => ({
      id,
      bucket: accountBucket(pseudonymKey, emailKey),
      prefix: deviceBucket(id, ''),
    }),
  )
  return findLockedGroups(db, groups)
}

/** Ids of browsers are longer. */
const knownCeiling = 'known'
const codeCeiling = 'codes'

function deviceBucket(accountId: string, device: string): string {
  return `device:${accountId}:${device}`
}
