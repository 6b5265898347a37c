import type { Role, User } from '@kyc/contract/accounts.ts'
import { email as emailSchema, filled } from '@kyc/contract/fields.ts'
import { limits } from '@kyc/contract/limits.ts'
import { z } from 'zod'
import { inTransaction, type Tx } from '../../platform/db/transaction.ts'
import { fieldProblem, parseInput } from '../../platform/http/requests/input.ts'
import { newId } from '../../platform/ids.ts'
import { Problem } from '../../platform/problem.ts'
import { insertAccount } from './account-repository.ts'
import type { AccountServices } from './account-services.ts'
import { foldEmail, isAccountEmail } from './fold-email.ts'
import { freeAddress } from './free-address.ts'
import { presentUser } from './present-user.ts'
import { recordAccount } from './record-account.ts'

export interface NewAccount {
  readonly email: string
  readonly name: string
  readonly role: Role
  /** Null for an account that can't sign in by password (yet). */
  readonly password: string | null
  /** The account that creates it; null on the command line and at the first start. */
  readonly actor: string | null
  /** The office or the command line creates it, so its own organisation may write to people outside. */
  readonly approved?: true
  /** Network address of the caller; absent on the command line. */
  readonly ip?: string | null
}

/** A new account always has an address; an existing one may have lost it. */
type CreatedAccount = User & { readonly email: string }

const identity = z.object({ email: emailSchema, name: filled('氏名', limits.nameChars) })

/**
 * Creates an account with its audit entry, in `tx` if given. If an unverified account has the address, it
 * loses it.
 */
export async function createAccount(
  services: Pick<AccountServices, 'config' | 'clock' | 'db' | 'audit' | 'passwords'>,
  account: NewAccount,
  tx?: Tx,
): Promise<CreatedAccount> {
  const { config, db, passwords } = services
  const { email, name } = parseInput(identity, { email: account.email, name: account.name })
  if (!isAccountEmail(email)) throw fieldProblem('email', '有効なメールアドレスを入力してください。')
  // The demo password is public and breaks the rules.
  const checked = account.password === null || config.demo ? null : account.password
  const fault = checked === null ? undefined : await passwords.faultOf(checked, { email, names: [name] })
  if (fault !== undefined) throw fieldProblem('password', fault)
  // Hashing queues, so it must not run in a transaction; callers with `tx` pass no password.
  const hashed = account.password === null ? null : await passwords.hash(account.password)
  const write = (inTx: Tx) => writeAccount(services, inTx, { ...account, email, name }, hashed)
  return tx ? write(tx) : inTransaction(db, write)
}

async function writeAccount(
  { audit, clock }: Pick<AccountServices, 'audit' | 'clock'>,
  tx: Tx,
  { email, name, role, actor, approved, ip = null }: NewAccount,
  hashed: string | null,
): Promise<CreatedAccount> {
  const id = newId(clock.now())
  const row = { id, email, name, role, password_hash: hashed, at: clock.now() }
  const free = await freeAddress({ audit, clock }, tx, foldEmail(email), { actor, ip })
  const created = free && (await insertAccount(tx, row))
  if (!created) throw new Problem('EMAIL_IN_USE')
  if (approved) await approvePersonal(tx, id, clock.now(), actor)
  await recordAccount({ audit }, tx, 'create', id, { actor, ip }, { after: { email, name, role } })
  return { ...presentUser(created), email }
}

/** The organisation exists already: a trigger creates it with the account. */
async function approvePersonal(tx: Tx, id: string, at: Date, by: string | null): Promise<void> {
  await tx
    .updateTable('organisation')
    .set({ approved_at: at, approved_by: by })
    .where('person_id', '=', id)
    .execute()
}
