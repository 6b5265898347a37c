import type { AnalyticsEvent, AnalyticsPage } from '@kyc/contract/analytics.ts'
import { limits } from '@kyc/contract/limits.ts'

const path = '/api/analytics/events'
/** Before the setting is known, events wait; no page needs more than this until then. */

/** Sends first-party events by beacon (D44). Nothing leaves while the flag is off or not yet known. */
export class Analytics {
  readonly #send: (url: string, data: Blob) => boolean
  #enabled: boolean | null = null
  #waiting: AnalyticsEvent[] = []

  constructor(send: (url: string, data: Blob) => boolean) {
    this.#send = send
  }

  /** The flag of the server's settings. */
  enable(enabled: boolean): void {
    this.#enabled = enabled
    const waiting = this.#waiting
    this.#waiting = []
    if (enabled && waiting.length > 0) this.#beacon(waiting)
  }

  readonly track = (event: AnalyticsEvent): void => {
    if (this.#enabled) this.#beacon([event])
    else if (this.#enabled === null && this.#waiting.length < limits.analyticsEventsPerCall)
      this.#waiting.push(event)
  }

  #beacon(events: AnalyticsEvent[]): void {
    this.#send(path, new Blob([JSON.stringify({ events })], { type: 'application/json' }))
  }
}

/**
 * The route without ids, as events name it: /performers/$id becomes /performers/{id}. A test holds all routes against
 * the list of the contract, which the pages themselves need not load.
 */
export function pagePattern(routePath: string): AnalyticsPage {
  const pattern = routePath.replace(/\$(\w+)/g, '{$1}')
  return (pattern.length > 1 ? pattern.replace(/\/$/, '') : '/') as AnalyticsPage // see above
}

/** The one sender of the page: it outlives every component, as what it sends is sent while a page is left. */
export const analytics = new Analytics((url, data) => navigator.sendBeacon(url, data))
export const { track } = analytics
