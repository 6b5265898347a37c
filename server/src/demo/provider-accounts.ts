import { demoPassword } from '../features/accounts/demo-accounts.ts'
import type { EmulatedPerson } from './emulator/seed-emulator.ts'

const password = demoPassword

/**
 * Accounts at the sister service, one for each way that signing in there can go (D30). Their ids stay the same, so
 * that they are the same people after a new start.
 */
export const providerPeople: readonly EmulatedPerson[] = [
  person('sister', '姉妹 花子', { password }),
  person('google', '検索 太郎', { password: undefined }),
  // Its claims make it an admin here.
  person('sister-admin', '姉妹 管理', { password, claims: { role: 'admin' } }),
  // Becomes one with the password account of the same address.
  person('admin', '管理 太郎', { password }),
  // The address is a password account's, and nobody has verified that it is theirs.
  person('user', '制作 花子', { password, emailVerified: false }),
  person('unverified', '未確認 一郎', { password, emailVerified: false }),
  person('disabled', '停止 次郎', { password, disabled: true }),
]

function person(
  name: string,
  shown: string,
  rest: Partial<EmulatedPerson> & Pick<EmulatedPerson, 'password'>,
): EmulatedPerson {
  return { uid: `demo-${name}`, email: `${name}@example.com`, name: shown, emailVerified: true, ...rest }
}
