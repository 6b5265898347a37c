import { createHmac } from 'node:crypto'
import { limits } from '@kyc/contract/limits.ts'
import type { Db } from '../../platform/db/database.ts'
import { networkOf } from '../../platform/http/addresses.ts'
import type { RequestInfo } from '../../platform/http/binding.ts'
import type { AccountKeys, AccountServices } from './account-services.ts'
import {
  type AttemptRule,
  type CountedAttempt,
  deleteBucket,
  deleteBucketsFrom,
  findLock,
  findLocked,
  insertAttempt,
} from './attempt-repository.ts'
import { knownDevice } from './device-cookie.ts'

/** D28: five failures on an account close password sign-in to it; twenty of an address close it from there. */
export const accountRule: AttemptRule = limits.lockout
export const addressRule: AttemptRule = {
  ...limits.addressFailures,
  duration: limits.addressFailures.window,
}

/** Where a sign-in is counted. */
export interface AttemptBuckets {
  readonly account: string
  /** Absent where the browser is known: it passes the limit of its address, and strangers' failures (D28). */
  readonly address: string | undefined
}

/**
 * A browser that signed in to the account before has a bucket of its own, so that nobody can lock the owner out.
 * All others share the account's, which is named after the address that was typed: whether there is such an account
 * makes no difference.
 */
export function bucketsOf(
  services: Pick<AccountServices, 'config' | 'accountKeys'>,
  request: Pick<RequestInfo, 'cookies' | 'ip'>,
  emailKey: string,
  accountId: string | undefined,
): AttemptBuckets {
  const device = accountId === undefined ? undefined : knownDevice(services, request, accountId)
  if (accountId !== undefined && device !== undefined) {
    return { account: deviceBucket(accountId, device), address: undefined }
  }
  return {
    account: accountBucket(services.accountKeys, emailKey),
    address: `address:${networkOf(request.ip)}`,
  }
}

/** Where all browsers that are not known count together. */
export function accountBucket(keys: Pick<AccountKeys, 'address'>, emailKey: string): string {
  return `account:${addressPseudonym(keys, emailKey)}`
}

/** Lifts the lock-out of an account for all browsers, known ones and others (D5). */
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
