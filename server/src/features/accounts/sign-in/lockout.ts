import { attemptLimits } from '@kyc/contract/attempt-limits.ts'
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
import { type DeviceOwner, deviceIdOf } from './device-cookie.ts'

/** The rule for one account. */
export const accountRule: AttemptRule = limits.lockout
/** The rule for all accounts from one network. */
const networkRule: AttemptRule = {
  ...attemptLimits.addressFailures,
  duration: attemptLimits.addressFailures.window,
}

/**
 * A ceiling limits all buckets of one kind together, so that many device cookies or many days don't allow
 * many attempts. It can't be reached without the cookie or the password, and does not lock the account: above
 * it, devices count as unknown browsers, and unknown browsers need another factor than a code of six digits.
 */
const ceilingRule: AttemptRule = attemptLimits.lockoutCeiling

/** The names under which the failures of an account are counted. */
interface CountedAccount {
  readonly id: string
  readonly emailKey: string
}

/**
 * The limits of an attempt from this browser. Each device of the account has its own bucket, so that failures
 * elsewhere don't lock it out. All other browsers share the bucket of the account, which is named after the
 * entered address, so that unknown addresses are counted alike.
 */
export async function limitsOf(
  services: AccountServices,
  request: Pick<RequestInfo, 'cookies' | 'ip'>,
  emailKey: string,
  account: DeviceOwner | undefined,
): Promise<AttemptLimits> {
  const device = account && deviceIdOf(services, request, account)
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

/** The limits for `method`: guessable codes of six digits have a ceiling in all browsers. */
export function limitsFor(limits: AttemptLimits, accountId: string, method: string): AttemptLimits {
  if (method !== 'totp' || limits.ceiling !== undefined) return limits
  return { ...limits, ceiling: { bucket: deviceBucket(accountId, codeCeiling), rule: ceilingRule } }
}

/** The bucket of all unknown browsers. */
export function accountBucket(pseudonymKey: Buffer, emailKey: string): string {
  return `account:${pseudonym(pseudonymKey, emailKey)}`
}

/**
 * Invalidates all device cookies of an account. Called with a new password and every change of the second
 * factors.
 * @returns the new generation of device cookies
 */
export async function revokeDevices(tx: Tx, accountId: string): Promise<number> {
  await deleteBucket(tx, deviceBucket(accountId, knownCeiling))
  return raiseDeviceGeneration(tx, accountId)
}

/** Lifts the lockout of an account for all browsers, and its ceilings. */
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

/** Can't equal an id of a device, which is longer. */
const knownCeiling = 'known'
const codeCeiling = 'codes'

function deviceBucket(accountId: string, device: string): string {
  return `device:${accountId}:${device}`
}
