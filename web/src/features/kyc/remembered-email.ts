/** D33: remember-login keeps the e-mail address on this device, and nothing else. */

const key = 'kycEmail'

export function rememberedEmail(): string {
  return localStorage.getItem(key) ?? ''
}

export function rememberEmail(email: string, wanted: boolean): void {
  if (wanted) localStorage.setItem(key, email)
  else localStorage.removeItem(key)
}
