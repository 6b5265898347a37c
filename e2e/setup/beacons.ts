import { expect, type Page } from '@playwright/test'

/**
 * The analytics events of a page (D44). Browsers do not expose the bodies of beacons, so a script in the page reads
 * them.
 */
export class Beacons {
  readonly #events: unknown[] = []

  /** Takes effect with the next page load. */
  static async of(page: Page): Promise<Beacons> {
    const beacons = new Beacons()
    await page.exposeFunction('reportBeacon', (text: string) =>
      beacons.#events.push(...JSON.parse(text).events),
    )
    await page.addInitScript(() => {
      const send = navigator.sendBeacon.bind(navigator)
      navigator.sendBeacon = (url, data) => {
        // Playwright exposes this function; the pages send Blobs.
        void (data as Blob)
          .text()
          .then((globalThis as unknown as { reportBeacon(text: string): void }).reportBeacon)
        return send(url, data)
      }
    })
    return beacons
  }

  get events(): readonly unknown[] {
    return this.#events
  }

  /** Waits until exactly these events about forms were sent, in this order. */
  async expectForms(...names: readonly ('form_start' | 'form_abandon' | 'form_complete')[]): Promise<void> {
    const form = { page: '/performers/add', form: 'performer-registration' }
    await expect
      .poll(() => this.#events.filter((event) => (event as { name: string }).name.startsWith('form_')))
      .toEqual(names.map((name) => ({ name, ...form })))
  }
}
