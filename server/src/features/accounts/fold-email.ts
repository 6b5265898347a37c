import { isMailAddress } from '../../platform/mail/mail.ts'

/** The form in which addresses are compared, ignoring case and width; unique in `account.email_key`. */
export function foldEmail(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase()
}

/** The value of `account.email_key`: the folded address, or the id of an account without an address. */
export function emailKeyOf({ id, email }: { readonly id: string; readonly email: string | null }): string {
  return email === null ? id : foldEmail(email)
}

/**
 * Whether an account can have the address: it is deliverable, and has no invisible or equivalent characters
 * that would make it a look-alike of another address.
 */
export function isAccountEmail(email: string): boolean {
  const folded = foldEmail(email)
  return isMailAddress(email) && isMailAddress(folded) && !/[\p{DI}。]|\.$/u.test(folded)
}

/** Whether the address and its folded form are the same mailbox, so that a verification applies to both. */
export function isSameMailbox(email: string): boolean {
  return email.normalize('NFC').trim().toLowerCase() === foldEmail(email)
}
