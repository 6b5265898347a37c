import { deleteBucket } from '../../../platform/attempts/attempt-repository.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { fieldProblem } from '../../../platform/http/requests/input.ts'
import { nameColumns } from '../account-columns.ts'
import { raisePersonalVersion } from '../account-repository.ts'
import type { AccountServices } from '../account-services.ts'
import { endSessions } from '../sessions/sessions.ts'
import { accountBucket, revokeDevices } from '../sign-in/lockout.ts'
import type { PasswordOwner } from '../sign-in/password-rules.ts'
import { endLinks, type LinkAccount } from './one-time-links.ts'

/** Checks and hashes a new password. Hashing queues, so it must not run in a transaction. */
export async function hashChosen(
  { passwords }: AccountServices,
  password: string,
  owner: PasswordOwner,
): Promise<string> {
  const fault = await passwords.faultOf(password, owner)
  if (fault !== undefined) throw fieldProblem('password', fault)
  return passwords.hash(password)
}

/** Sets a password by a link. Ends sessions, links, device cookies and the lockout. */
export async function setPassword(
  services: AccountServices,
  tx: Tx,
  account: LinkAccount,
  hashed: string,
  name = account.name,
): Promise<void> {
  const changes = { password_hash: hashed, ...nameColumns(name), updated_at: services.clock.now() }
  await tx.updateTable('account').set(changes).where('id', '=', account.id).execute()
  if (name !== account.name) await raisePersonalVersion(tx, account.id)
  await endLinks(tx, account.id)
  await endSessions(tx, account.id)
  // Keeps the ceiling of codes: access to the mailbox must not reset it.
  await revokeDevices(tx, account.id)
  await deleteBucket(tx, accountBucket(services.pseudonymKey, account.email_key))
}
