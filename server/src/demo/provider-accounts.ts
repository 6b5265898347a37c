import { demoPassword } from '../features/accounts/demo-accounts.ts'
import type { EmulatedAccount } from './emulator/seed-emulator.ts'

const password = demoPassword

/**
 * Accounts at the identity provider, one for each outcome of a sign-in (D30). Their ids are constant, so that
 * they match the same accounts after a restart.
 */
export const providerAccounts: readonly EmulatedAccount[] = [
  account('sister', '姉妹 花子', { password }),
  account('google', '検索 太郎', { password: undefined }),
  // Its claims grant the role admin.
  account('sister-admin', '姉妹 管理', { password, claims: { role: 'admin' } }),
  // Merges with the password account of the same address.
  account('admin', '管理 太郎', { password }),
  // The address belongs to a password account and is unverified.
  account('user', '制作 花子', { password, emailVerified: false }),
  account('unverified', '未確認 一郎', { password, emailVerified: false }),
  account('disabled', '停止 次郎', { password, disabled: true }),
]

function account(
  key: string,
  name: string,
  rest: Partial<EmulatedAccount> & Pick<EmulatedAccount, 'password'>,
): EmulatedAccount {
  return { uid: `demo-${key}`, email: `${key}@example.com`, name, emailVerified: true, ...rest }
}
