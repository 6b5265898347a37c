/** `hanako@example.jp` as `h***@example.jp`. */
export function maskAddress(email: string): string {
  return email.replace(/^(.).*(@[^@]*)$/su, '$1***$2')
}

/**
 * The details of an audit entry with masked addresses, also in `before` and `after`: entries are kept longer than invitations,
 * links and unused accounts (D77), and have other readers.
 */
export function withMaskedAddresses(details: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(details).map(([key, value]) => [key, masked(key, value)]))
}

function masked(key: string, value: unknown): unknown {
  if (key === 'email' && typeof value === 'string') return maskAddress(value)
  const isRecord = (key === 'before' || key === 'after') && typeof value === 'object' && value !== null
  return isRecord ? withMaskedAddresses({ ...value }) : value
}
