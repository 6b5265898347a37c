import { clockInJapan } from '@kyc/contract/dates.ts'

/** A minute in Japan as a `datetime-local` field writes it; by default the present one. */
export function localMinute(at: Date = new Date()): string {
  return clockInJapan(at).slice(0, 16).replace(' ', 'T')
}

/** The instant of the field's text, which is a time in Japan wherever the browser is; '' of any other text. */
export function instantOfLocal(local: string): string {
  const at = new Date(`${local}:00+09:00`)
  return Number.isNaN(at.getTime()) ? '' : at.toISOString()
}
