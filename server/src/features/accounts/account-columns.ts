import { foldName } from '../access/fold-name.ts'
import { foldEmail } from './fold-email.ts'

/** The columns that store a name: as typed, and folded for the search of the list of users (D18). */
export function nameColumns(name: string) {
  return { name, name_folded: foldName(name) }
}

/** The columns that store an address: as typed, folded for comparison, and folded for the user search. */
export function emailColumns(email: string) {
  return { email, email_key: foldEmail(email), email_folded: foldName(email) }
}

/** The columns of an account without an address: its id as the key, which can't equal an address. */
export function noEmailColumns(accountId: string) {
  return { email: null, email_key: accountId, email_folded: null }
}
