import type { Role } from '@kyc/contract/accounts.ts'
import { demoAccounts } from '../features/accounts/demo-accounts.ts'

export type DemoActor = 'superadmin' | 'admin' | 'seisaku' | 'haishin'

interface Identity {
  readonly email: string
  readonly name: string
  readonly role: Role
  /** An address reserved for documentation (RFC 5737). */
  readonly ip: string
}

/** The actors of the stories: the accounts of the login page, and a second user as another owner. */
export const demoActors: Readonly<Record<DemoActor, Identity>> = {
  superadmin: { ...demoAccount('superadmin'), ip: '192.0.2.11' },
  admin: { ...demoAccount('admin'), ip: '192.0.2.10' },
  seisaku: { ...demoAccount('user'), ip: '203.0.113.24' },
  haishin: { email: 'distributor@example.com', name: '配信 五郎', role: 'user', ip: '198.51.100.7' },
}

function demoAccount(role: Role): Omit<Identity, 'ip'> {
  const account = demoAccounts.find((candidate) => candidate.role === role)
  if (!account) throw new Error(`there is no demo account of role ${role}`)
  return account
}
