import { Tooltip } from '@mantine/core'
import '@mantine/core/styles/Tooltip.css'
import { formatDate, formatDateTime, formatRelative } from './format.ts'

export interface TimestampProps {
  /** ISO 8601 */
  at: string
  precision?: 'day' | 'minute' | 'second'
}

/** A time in Japan; how long ago it was stands in the tooltip. */
export function Timestamp({ at, precision = 'minute' }: TimestampProps) {
  const text = precision === 'day' ? formatDate(at) : formatDateTime(at, { seconds: precision === 'second' })
  return (
    <Tooltip
      label={`${formatRelative(at, new Date())}（日本時間）`}
      events={{ hover: true, focus: true, touch: true }}
    >
      <time dateTime={at}>{text}</time>
    </Tooltip>
  )
}
