import type { Tx } from '../../../platform/db/transaction.ts'
import { fieldProblem } from '../../../platform/http/requests/input.ts'
import { nameColumns } from '../account-columns.ts'
import type { AccountServices } from '../account-services.ts'
import { endSessions } from '../sessions/sessions.ts'
import { deleteBucket } from '../sign-in/attempt-repository.ts'
import { accountBucket, forgetBrowsers } from '../sign-in/lockout.ts'
import type { PasswordOwner } from '../sign-in/password-rules.ts'
import { endLinks, type LinkHolder } from './one-time-links.ts'

/**
 * The hash of a password that somebody chose. It waits for its turn, which no transaction should.
 * @throws Problem INVALID_INPUT (password), TEMPORARILY_UNAVAILABLE if too many wait already
 */
export async function hashChosen(
  { passwords }: Pick<AccountServices, 'passwords'>,
  password: string,
  owner: PasswordOwner,
): Promise<string> {
  const fault = await passwords.faultOf(password, owner)
  if (fault !== undefined) throw fieldProblem('password', fault)
  return passwords.hash(password)
}

/** A password by a link: every other way in to the account ends, and so does a lock-out (D27, D31). */
export async function setPassword(
  services: Pick<AccountServices, 'clock' | 'accountKeys'>,
  tx: Tx,
  holder: LinkHolder,
  hashed: string,
  name = holder.name,
): Promise<void> {
  const changes = { password_hash: hashed, ...nameColumns(name), updated_at: services.clock.now() }
  await tx.updateTable('account').set(changes).where('id', '=', holder.id).execute()
  await endLinks(tx, holder.id)
  await endSessions(tx, holder.id)
  // Known browsers start again with the new generation. The ceiling of codes stays: a mailbox must not reset it.
  await forgetBrowsers(tx, holder.id)
  await deleteBucket(tx, accountBucket(services.accountKeys, holder.email_key))
}
