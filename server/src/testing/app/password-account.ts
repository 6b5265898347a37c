import { createAccount, type NewAccount } from '../../features/accounts/create-account.ts'
import type { Passwords } from '../../features/accounts/sign-in/passwords.ts'
import type { TestApp } from './test-app.ts'

/** The password of the accounts below. */
export const password = 'kawaii-neko-2718'

let accounts = 0

const hashes = new Map<string, Promise<string>>()

/** The real rules and checks of passwords, with one hash for all accounts of a process that get the same password. */
export function hashedOnce(passwords: Passwords): Passwords {
  return {
    ...passwords,
    hash(plain) {
      const hashed = hashes.get(plain) ?? passwords.hash(plain)
      hashes.set(plain, hashed)
      return hashed
    },
  }
}

/**
 * Creates an account that can sign in by `password`. Checking the password takes time, so other tests use
 * `app.signedIn`.
 */
export function createPasswordAccount(
  { services }: Pick<TestApp, 'services'>,
  changes: Partial<NewAccount> = {},
): Promise<{ id: string; email: string }> {
  const email = `account${++accounts}@example.com`
  const account = { email, name: '試験 花子', role: 'user', password, approved: true, actor: null } as const
  const passwords = hashedOnce(services.passwords)
  return createAccount({ ...services, passwords }, { ...account, ...changes })
}
