import { formatDate, formatDateTime, formatRelative } from './format.ts'

export interface TimestampProps {
  /** ISO 8601 */
  at: string
  precision?: 'day' | 'minute' | 'second'
}

/** A time in Japan, with the relative time as tooltip. */
export function Timestamp({ at, precision = 'minute' }: TimestampProps) {
  const text = precision === 'day' ? formatDate(at) : formatDateTime(at, { seconds: precision === 'second' })
  return (
    <time dateTime={at} title={`${formatRelative(at, new Date())}（日本時間）`}>
      {text}
    </time>
  )
}
