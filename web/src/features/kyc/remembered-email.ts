/** Remember-login stores only the e-mail address on this device (D33). */

const key = 'kycEmail'

export function rememberedEmail(): string {
  return localStorage.getItem(key) ?? ''
}

export function rememberEmail(email: string, remember: boolean): void {
  if (remember) localStorage.setItem(key, email)
  else localStorage.removeItem(key)
}
