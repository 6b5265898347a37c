import { clockInJapan, dateInWords } from '@kyc/contract/dates.ts'

/** Such as 2026年4月1日 9:05（日本時間）. */
export function instantText(at: Date): string {
  const text = clockInJapan(at)
  return `${dateInWords(text.slice(0, 10))} ${Number(text.slice(11, 13))}:${text.slice(14, 16)}（日本時間）`
}
