import type { AnalyticsEvent, AnalyticsPage } from '@kyc/contract/analytics.ts'
import { limits } from '@kyc/contract/limits.ts'

const path = '/api/analytics/events'

/** Sends first-party events by beacon (D44). Sends nothing while the flag is off or not yet loaded. */
export class Analytics {
  readonly #send: (url: string, data: Blob) => boolean
  #enabled: boolean | null = null
  #waiting: AnalyticsEvent[] = []

  constructor(send: (url: string, data: Blob) => boolean) {
    this.#send = send
  }

  /** Applies the flag of the server configuration and sends or drops the waiting events. */
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
 * The path pattern that events use: /performers/$id becomes /performers/{id}. routes.test.ts checks all
 * routes against the list of the contract, so pages do not load that list.
 */
export function pagePattern(routePath: string): AnalyticsPage {
  const pattern = routePath.replace(/\$(\w+)/g, '{$1}')
  return (pattern.length > 1 ? pattern.replace(/\/$/, '') : '/') as AnalyticsPage // checked by routes.test.ts
}

/** The sender of the page. It outlives every component, because events are also sent during navigation. */
export const analytics = new Analytics((url, data) => navigator.sendBeacon(url, data))
export const { track } = analytics
