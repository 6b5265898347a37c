import { me, type User } from '@kyc/contract/accounts.ts'
import { ApiError } from '../api/api-error.ts'
import { callOnce } from '../api/call.ts'

/** The signed-in account or null. Outside the client rules: a 401 means null and emits no event. */
export async function fetchUser(): Promise<User | null> {
  try {
    return await callOnce(me)
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}
