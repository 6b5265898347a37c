import type { ApiError } from '../../api/api-error.ts'
import { formatTime } from '../../ui/format.ts'

/** The time from which a form can be sent again after too many tries, as text. */
export function retryTime({ retryAfter }: ApiError): string {
  // Adds a minute: the text has no seconds, and the shown time must not be too early.
  return formatTime(new Date(Date.now() + ((retryAfter ?? 0) + 60) * 1000).toISOString())
}
