/** Times are shown as those of Japan, whatever the reader's own clock says (D53). */

const japanOffset = 9 * 60 * 60 * 1000

/** 2026年11月20日 14:05, or with seconds 14:05:09. `instant` is ISO 8601. */
export function formatDateTime(instant: string, options: { seconds?: boolean } = {}): string {
  const text = inJapan(instant)
  return `${formatDate(text.slice(0, 10))} ${text.slice(11, options.seconds ? 19 : 16)}`
}

/** 2026年11月20日 from a day (YYYY-MM-DD) or from an instant. */
export function formatDate(dayOrInstant: string): string {
  const day = dayOrInstant.length > 10 ? inJapan(dayOrInstant) : dayOrInstant
  return `${Number(day.slice(0, 4))}年${Number(day.slice(5, 7))}月${Number(day.slice(8, 10))}日`
}

/** 14:05 */
export function formatTime(instant: string): string {
  return inJapan(instant).slice(11, 16)
}

const relative = new Intl.RelativeTimeFormat('ja', { numeric: 'auto' })
const steps = [
  { unit: 'year', seconds: 365 * 86_400 },
  { unit: 'month', seconds: 30 * 86_400 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
] as const

/** 3 分前, 昨日, 2 か月後: seen from `now`. */
export function formatRelative(instant: string, now: Date): string {
  const seconds = (Date.parse(instant) - now.getTime()) / 1000
  const step = steps.find((candidate) => Math.abs(seconds) >= candidate.seconds)
  return step ? relative.format(Math.trunc(seconds / step.seconds), step.unit) : 'たった今'
}

/** 0 B, 320 KB, 4.2 MB: in steps of 1024, like the limit of a file. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`
  return `${(bytes / (1024 * 1024)).toFixed(1)} MB`
}

/** 1,284 */
export function formatCount(count: number): string {
  return count.toLocaleString('ja-JP')
}

/** How many a list holds, such as 1,284名; where the count stops at its bound, 1,000件以上 (D19). */
export function formatTotal({ total, exact }: { total: number; exact: boolean }, unit: string): string {
  return exact ? `${formatCount(total)}${unit}` : `${formatCount(total)}件以上`
}

/** The instant as Japan's wall clock shows it, in the form of ISO 8601. */
function inJapan(instant: string): string {
  return new Date(Date.parse(instant) + japanOffset).toISOString()
}
