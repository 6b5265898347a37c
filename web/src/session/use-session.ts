import { isAtLeast, type User } from '@kyc/contract/accounts.ts'
import { createContext, use, useSyncExternalStore } from 'react'
import type { AuthSession, AuthState } from './auth-session.ts'

export const AuthContext = createContext<AuthSession | null>(null)

export function useAuth(): AuthSession {
  const auth = use(AuthContext)
  if (!auth) throw new Error('useAuth needs the provider of main.tsx')
  return auth
}

/** The authentication state, for components that also render without a signed-in account. */
export function useAuthState(): AuthState {
  const auth = useAuth()
  return useSyncExternalStore(auth.subscribe, auth.state)
}

export interface Session {
  user: User
  /** admin or above (D1). */
  isAdmin: boolean
  isSuperadmin: boolean
  /** Reads the records of all organisations: an admin or an auditor. */
  readsAll: boolean
  /** An auditor, who changes nothing, so that pages offer no acts. */
  isAuditor: boolean
}

/** The signed-in account, or that of a covered page. Throws outside Guard, which ensures that there is one. */
export function useSession(): Session {
  const state = useAuthState()
  if (!('user' in state)) throw new Error('useSession needs a parent Guard')
  return sessionOf(state.user)
}

/** What the account may do, for the pages; the server enforces it. */
export function sessionOf(user: User): Session {
  const isAdmin = isAtLeast(user.role, 'admin')
  const isAuditor = user.role === 'auditor'
  return {
    user,
    isAdmin,
    isSuperadmin: isAtLeast(user.role, 'superadmin'),
    readsAll: isAdmin || isAuditor,
    isAuditor,
  }
}
