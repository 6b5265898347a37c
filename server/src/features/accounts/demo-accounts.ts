import type { Role } from '@kyc/contract/accounts.ts'
import { roleLabels } from '@kyc/contract/role-labels.ts'
import { normalized } from './sign-in/password-rules.ts'

/** Public, so sign-in rejects it outside demo mode (D45). */
export const demoPassword = 'demo-password'

/** Whether `password` equals the demo password in any Unicode form, as the hash check compares it. */
export function isDemoPassword(password: string): boolean {
  return normalized(password) === demoPassword
}

interface DemoAccount {
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly label: string
  /** The text of the button of the login page that signs in to the account; null without such a button. */
  readonly door: string | null
}

/** The accounts of demo mode, as the login page offers them. */
export const demoAccounts = {
  user: account('user@example.com', '制作 花子', 'user', { door: '制作会社として見る' }),
  staff: account('staff@example.com', '制作 次郎', 'user', { label: '同僚（担当）' }),
  viewer: account('viewer@example.com', '制作 三郎', 'user', { label: '同僚（閲覧）' }),
  distributor: account('distributor@example.com', '配信 五郎', 'user', {
    label: '配信会社',
    door: '配信会社として見る',
  }),
  admin: account('admin@example.com', '管理 太郎', 'admin', { door: '審査する' }),
  auditor: account('auditor@example.com', '監査 六郎', 'auditor', { door: '監査する' }),
  superadmin: account('superadmin@example.com', '統括 一郎', 'superadmin'),
}

function account(
  email: string,
  name: string,
  role: Role,
  { label = roleLabels[role], door = null }: Partial<Pick<DemoAccount, 'label' | 'door'>> = {},
): DemoAccount {
  return { email, name, role, label, door }
}
