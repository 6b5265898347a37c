import { createAccount, type NewAccount } from '../../features/accounts/create-account.ts'
import type { TestApp } from './test-app.ts'

/** The password of the accounts below. */
export const password = 'kawaii-neko-2718'

let accounts = 0

/** Creates an account that can sign in by `password`. Hashing takes time: other tests use `app.signedIn`. */
export function createPasswordAccount(
  { services }: Pick<TestApp, 'services'>,
  changes: Partial<NewAccount> = {},
): Promise<{ id: string; email: string }> {
  const email = `account${++accounts}@example.com`
  const account = { email, name: '試験 花子', role: 'user', password, approved: true, actor: null } as const
  return createAccount(services, { ...account, ...changes })
}
