import type { Role } from '@kyc/contract/accounts.ts'
import type { AuditAction, AuditResourceType } from '@kyc/contract/audit-vocabulary.ts'
import type { PerformerStatus } from '@kyc/contract/document-vocabulary.ts'
import type { PerformerSort } from '@kyc/contract/performers.ts'

/** What the address of the performer list holds. */
export interface PerformerListSearch {
  status?: PerformerStatus | undefined
  sort?: PerformerSort | undefined
  expiring?: 'true' | undefined
  search?: string | undefined
  cursor?: string | undefined
}

/** What the address of the audit log holds; days are YYYY-MM-DD in Japan. */
export interface AuditLogSearch {
  startDate?: string | undefined
  endDate?: string | undefined
  action?: AuditAction | undefined
  resourceType?: AuditResourceType | undefined
  resourceId?: string | undefined
  userId?: string | undefined
  cursor?: string | undefined
}

/** What the address of the list of accounts holds. */
export interface UserListSearch {
  search?: string | undefined
  role?: Role | undefined
  cursor?: string | undefined
}

/** Every address of the product, as text for links: routes.tsx has the pages. */
export const paths = {
  dashboard: () => '/dashboard',
  performers: (search: PerformerListSearch = {}) => withSearch('/performers', search),
  performer: (id: string) => `/performers/${encodeURIComponent(id)}`,
  addPerformer: () => '/performers/add',
  auditLogs: (search: AuditLogSearch = {}) => withSearch('/audit-logs', search),
  firebaseLogin: () => '/firebase-login',
  /** The navigation of spec §2 that hands the provider's token to our server. */
  firebaseSso: (idToken: string) =>
    withSearch('/api/auth/firebase-sso', { id_token: idToken, redirect_url: '/dashboard' }),
  users: (search: UserListSearch = {}) => withSearch('/users', search),
  account: () => '/account',
  passwordReset: () => '/password-reset',
  login: (redirect?: string) => withSearch('/login', { redirect }),
} as const

function withSearch(path: string, search: object): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) if (value) query.set(name, String(value))
  const text = query.toString()
  return text ? `${path}?${text}` : path
}
