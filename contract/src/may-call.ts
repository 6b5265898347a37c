import { isAtLeast, type Role, readingRole } from './accounts.ts'
import type { Endpoint } from './endpoint.ts'

/**
 * Whether an account with `role` may call `endpoint` at all (D1, D67). Auditors read everything that admins read; an
 * endpoint that can change something refuses them unless its declaration names them.
 */
export function mayCall(
  role: Role,
  {
    who,
    method,
    readsOnly,
    auditors,
  }: Pick<Endpoint, 'who' | 'method' | 'auditors'> & { readonly readsOnly?: true },
): boolean {
  if (who === 'anyone') return true
  // Keys of partners are no accounts.
  if (who === 'partner') return false
  if (role !== 'auditor') return auditors !== 'only' && isAtLeast(role, who)
  return (method === 'GET' || readsOnly || auditors !== undefined) && isAtLeast(readingRole(role), who)
}
