import { isAtLeast, type User } from '@kyc/contract/accounts.ts'
import { createContext, use, useSyncExternalStore } from 'react'
import type { AuthSession, AuthState } from './auth-session.ts'

export const AuthContext = createContext<AuthSession | null>(null)

export function useAuth(): AuthSession {
  const auth = use(AuthContext)
  if (!auth) throw new Error('useAuth needs the provider of main.tsx')
  return auth
}

/** Loading, signed in or not: for what is shown in all three cases. */
export function useAuthState(): AuthState {
  const auth = useAuth()
  return useSyncExternalStore(auth.subscribe, auth.state)
}

export interface Session {
  user: User
  /** admin or above (D1). */
  isAdmin: boolean
  isSuperadmin: boolean
}

/** The signed-in person; only below the guard, which shows nothing without one. */
export function useSession(): Session {
  const state = useAuthState()
  if (state.status !== 'authenticated') throw new Error('useSession stands below the guard only')
  const { user } = state
  return {
    user,
    isAdmin: isAtLeast(user.role, 'admin'),
    isSuperadmin: isAtLeast(user.role, 'superadmin'),
  }
}
