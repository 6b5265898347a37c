import { dayInJapan } from '@kyc/contract/dates.ts'

const timeInJapan = new Intl.DateTimeFormat('ja-JP', {
  timeZone: 'Asia/Tokyo',
  dateStyle: 'long',
  timeStyle: 'short',
})

/** Such as 2026年4月1日 9:05（日本時間）. */
export function momentInWords(at: Date): string {
  return `${timeInJapan.format(at)}（日本時間）`
}

/** Whole days from the day in Japan at `now` to `day`; negative when it is past. */
export function daysUntil(day: string, now: Date): number {
  return Math.round((Date.parse(day) - Date.parse(dayInJapan(now))) / (24 * 60 * 60 * 1000))
}
