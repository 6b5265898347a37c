import { dayInJapan } from '@kyc/contract/dates.ts'
import { formatDate, formatDateTime, formatRelative } from './format.ts'

export interface TimestampProps {
  /** ISO 8601 */
  at: string
  precision?: 'day' | 'minute' | 'second'
  /** In a list: phones omit the year if it is the current one. */
  listed?: boolean
}

/** A time in Japan, with the relative time as tooltip. */
export function Timestamp({ at, precision = 'minute', listed = false }: TimestampProps) {
  const now = new Date()
  const text = precision === 'day' ? formatDate(at) : formatDateTime(at, { seconds: precision === 'second' })
  const year = `${dayInJapan(now).slice(0, 4)}年`
  return (
    <time dateTime={at} title={`${formatRelative(at, now)}（日本時間）`}>
      {listed && text.startsWith(year) ? (
        <>
          <span className="mantine-visible-from-sm">{year}</span>
          {text.slice(year.length)}
        </>
      ) : (
        text
      )}
    </time>
  )
}
