import { isMailAddress } from '../../platform/mail/mail.ts'

/** An address as it is compared: one account an address, whatever its case or width (`account.email_key`). */
export function foldEmail(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase()
}

/** `account.email_key` of an account: its id, which equals no address, once it has lost its own (D56). */
export function emailKeyOf({ id, email }: { readonly id: string; readonly email: string | null }): string {
  return email === null ? id : foldEmail(email)
}

/**
 * Whether an account can have the address: one that mails reach, and that is not another's with characters which
 * nobody sees or which mean the same.
 */
export function isAccountEmail(email: string): boolean {
  const folded = foldEmail(email)
  return isMailAddress(email) && isMailAddress(folded) && !/[\p{DI}。]|\.$/u.test(folded)
}

/** Whether mails for it go to the very mailbox of the folded address: what somebody else says of it may be believed. */
export function isSameMailbox(email: string): boolean {
  return email.normalize('NFC').trim().toLowerCase() === foldEmail(email)
}
