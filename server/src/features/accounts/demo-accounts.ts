import type { Role } from '@kyc/contract/accounts.ts'
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
}

/** The accounts of demo mode, as the login page offers them (D45). */
export const demoAccounts: readonly DemoAccount[] = [
  { email: 'superadmin@example.com', name: '統括 一郎', role: 'superadmin' },
  { email: 'admin@example.com', name: '管理 太郎', role: 'admin' },
  { email: 'user@example.com', name: '制作 花子', role: 'user' },
]
