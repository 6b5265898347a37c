import type { ApiError } from '../../api/api-error.ts'
import { formatTime } from '../../ui/format.ts'

/** When a form that was refused for too many tries can be sent, as text. */
export function retryTime({ retryAfter }: ApiError): string {
  // Adds a minute: the text has no seconds, and the shown time must not be too early.
  return formatTime(new Date(Date.now() + ((retryAfter ?? 0) + 60) * 1000).toISOString())
}
