import type { Role } from '@kyc/contract/accounts.ts'
import { demoAccounts } from '../features/accounts/demo-accounts.ts'

export type DemoActor = 'superadmin' | 'admin' | 'auditor' | 'seisaku' | 'staff' | 'viewer' | 'haishin'

interface Identity {
  readonly email: string
  readonly name: string
  readonly role: Role
  /** An address reserved for documentation (RFC 5737). */
  readonly ip: string
}

/** The actors of the stories are the accounts of the login page. */
export const demoActors: Readonly<Record<DemoActor, Identity>> = {
  superadmin: { ...demoAccounts.superadmin, ip: '192.0.2.11' },
  admin: { ...demoAccounts.admin, ip: '192.0.2.10' },
  seisaku: { ...demoAccounts.user, ip: '203.0.113.24' },
  staff: { ...demoAccounts.staff, ip: '203.0.113.25' },
  viewer: { ...demoAccounts.viewer, ip: '203.0.113.26' },
  auditor: { ...demoAccounts.auditor, ip: '192.0.2.12' },
  haishin: { ...demoAccounts.distributor, ip: '198.51.100.7' },
}
