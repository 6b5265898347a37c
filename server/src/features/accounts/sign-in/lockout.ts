import { createHmac } from 'node:crypto'
import { limits } from '@kyc/contract/limits.ts'
import {
  type AttemptRule,
  type CountedAttempt,
  deleteBucket,
  deleteBucketsFrom,
  findLock,
  findLocked,
  insertAttempt,
} from '../../../platform/attempts/attempt-repository.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { networkOf } from '../../../platform/http/requests/addresses.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import { raiseDeviceGeneration } from '../account-repository.ts'
import type { AccountKeys, AccountServices } from '../account-services.ts'
import { type DeviceOwner, knownDevice } from './device-cookie.ts'

/** D28: five failures on an account close password sign-in to it; twenty of an address close it from there. */
export const accountRule: AttemptRule = limits.lockout
export const addressRule: AttemptRule = {
  ...limits.addressFailures,
  duration: limits.addressFailures.window,
}

/**
 * A ceiling is over all buckets of one kind, so that many device cookies, or many days, buy few guesses. A stranger
 * without cookie and password can't reach it, and none of them closes the account: above it, known browsers count as
 * unknown ones, and other browsers have to give another factor than a code of six digits.
 */
export const ceilingRule: AttemptRule = limits.lockoutCeiling

/** Where a sign-in is counted. */
export interface AttemptBuckets {
  readonly account: string
  readonly ceiling: string | undefined
  /** Absent where the browser is known: it passes the limit of its address, and strangers' failures (D28). */
  readonly address: string | undefined
}

/**
 * A browser that signed in to the account before has a bucket of its own, so that nobody can lock the owner out.
 * All others share the account's, which is named after the address that was typed: whether there is such an account
 * makes no difference.
 */
export async function bucketsOf(
  services: Pick<AccountServices, 'config' | 'accountKeys' | 'db'>,
  request: Pick<RequestInfo, 'cookies' | 'ip'>,
  emailKey: string,
  account: DeviceOwner | undefined,
): Promise<AttemptBuckets> {
  const device = account && knownDevice(services, request, account)
  if (account && device !== undefined) {
    const ceiling = deviceBucket(account.id, knownCeiling)
    const reached = (await findLock(services.db, ceiling)) !== undefined
    if (!reached) return { account: deviceBucket(account.id, device), ceiling, address: undefined }
  }
  return {
    account: accountBucket(services.accountKeys, emailKey),
    ceiling: undefined,
    address: `address:${networkOf(request.ip)}`,
  }
}

/** The same for `method`: codes of six digits have a ceiling everywhere, since they can be guessed. */
export function bucketsFor(buckets: AttemptBuckets, accountId: string, method: string): AttemptBuckets {
  if (method !== 'totp' || buckets.ceiling !== undefined) return buckets
  return { ...buckets, ceiling: deviceBucket(accountId, codeCeiling) }
}

/** Where all browsers that are not known count together. */
export function accountBucket(keys: Pick<AccountKeys, 'address'>, emailKey: string): string {
  return `account:${addressPseudonym(keys, emailKey)}`
}

/**
 * Makes all browsers of an account unknown; a new password and every change of the second factors call it.
 * @returns the new generation of device cookies
 */
export async function forgetBrowsers(tx: Tx, accountId: string): Promise<number> {
  await deleteBucket(tx, deviceBucket(accountId, knownCeiling))
  return raiseDeviceGeneration(tx, accountId)
}

/** Lifts the lock-out of an account for all browsers, known ones and others, and its ceilings (D5). */
export async function unlockAccount(
  keys: Pick<AccountKeys, 'address'>,
  db: Db,
  { id, emailKey }: { id: string; emailKey: string },
): Promise<void> {
  await deleteBucket(db, accountBucket(keys, emailKey))
  await deleteBucketsFrom(db, deviceBucket(id, ''))
}

/** Those of `accounts` that are locked for some browser now. */
export function lockedAccounts(
  keys: Pick<AccountKeys, 'address'>,
  db: Db,
  accounts: readonly { readonly id: string; readonly emailKey: string }[],
): Promise<Set<string>> {
  const counted = accounts.map(({ id, emailKey }) => ({
    id,
    bucket: accountBucket(keys, emailKey),
    prefix: deviceBucket(id, ''),
  }))
  return findLocked(db, counted)
}

/** Ids of browsers are longer. */
const knownCeiling = 'known'
const codeCeiling = 'codes'

function deviceBucket(accountId: string, device: string): string {
  return `device:${accountId}:${device}`
}

/** A typed address where only sameness matters: the log and the counters need not know it. */
export function addressPseudonym(keys: Pick<AccountKeys, 'address'>, emailKey: string): string {
  return createHmac('sha256', keys.address).update(emailKey).digest('hex').slice(0, 32)
}

export type Attempt = CountedAttempt | { readonly retryAfterSeconds: number }

/** Counts an attempt before the password is looked at, or tells when the next one may come. */
export async function countAttempt(db: Db, bucket: string, rule: AttemptRule): Promise<Attempt> {
  // Asking first spares a closed bucket the row lock: a flood of guesses then holds up nobody.
  const counted = (await findLock(db, bucket)) === undefined && (await insertAttempt(db, bucket, rule))
  return counted || { retryAfterSeconds: (await findLock(db, bucket)) ?? 1 }
}
