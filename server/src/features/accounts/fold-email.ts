/** An address as it is compared: one account an address, whatever its case or width (`account.email_key`). */
export function foldEmail(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase()
}
